import { createHmac, hkdfSync } from 'node:crypto';
import { tokenKey, type TokenHolder } from '@frontage/model/pipeline-token';

/** A token like those issued by `pipelineToken`. */
export function aToken(secret: string, holder: Partial<TokenHolder> = {}): string {
  const key = new Uint8Array(hkdfSync(tokenKey.digest, secret, tokenKey.salt, tokenKey.info, tokenKey.length));
  const expires_at = Date.now() + 60_000;
  const session = { signed_in_at: Math.floor(Date.now() / 1_000), used_second_factor: false };
  const payload = Buffer.from(
    JSON.stringify({ uid: 'ada', roles: ['admin'], ...session, expires_at, ...holder }),
  ).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
