import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { tokenHolder, tokenKey, type TokenHolder } from '@frontage/model/pipeline-token';

/** The holder of a token; null if it is invalid or expired. */
export type ReadToken = (token: string, now: Date) => TokenHolder | null;

/** Reads tokens that were sealed with a key of this secret. */
export function openTokens(secret: string): ReadToken {
  const { digest, salt, info, length } = tokenKey;
  const key = new Uint8Array(hkdfSync(digest, secret, salt, info, length));
  return (token, now) => {
    const [, said, given] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(token) ?? [];
    if (said === undefined || given === undefined) return null;
    const right = createHmac('sha256', key).update(said).digest();
    if (!timingSafeEqual(right, Buffer.from(given, 'base64url'))) return null;
    const holder = tokenHolder.safeParse(JSON.parse(Buffer.from(said, 'base64url').toString()));
    return holder.success && holder.data.expires_at > now.getTime() ? holder.data : null;
  };
}
