import { createHmac, hkdfSync } from 'node:crypto';
import { tokenKey, type TokenHolder } from '@frontage/model/pipeline-token';

/** Creates a token in the format of model/pipeline-token.ts. */
export function sealToken(secret: string, holder: TokenHolder): string {
  // With an empty key anyone could make tokens.
  if (secret.length < 32) throw new Error('PUBLISH_WEBHOOK_SECRET has fewer than 32 characters');
  const { digest, salt, info, length } = tokenKey;
  const key = new Uint8Array(hkdfSync(digest, secret, salt, info, length));
  const payload = Buffer.from(JSON.stringify(holder)).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
