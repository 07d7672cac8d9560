import { createHmac, hkdfSync } from 'node:crypto';
import { tokenKey, type TokenHolder } from '@frontage/model/pipeline-token';

/** A token as `pipelineToken` gives it. */
export function aToken(secret: string, holder: Partial<TokenHolder> = {}): string {
  const key = new Uint8Array(hkdfSync(tokenKey.digest, secret, tokenKey.salt, tokenKey.info, tokenKey.length));
  const expires_at = Date.now() + 60_000;
  const said = Buffer.from(JSON.stringify({ uid: 'ada', roles: ['admin'], expires_at, ...holder })).toString(
    'base64url',
  );
  return `${said}.${createHmac('sha256', key).update(said).digest('base64url')}`;
}
