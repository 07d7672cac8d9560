import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { tokenHolder, tokenKey, type TokenHolder } from '@frontage/model/pipeline-token';

/** The holder of a token; null if it is invalid or expired. */
export type ReadToken = (token: string, now: Date) => TokenHolder | null;

/** Creates a reader of tokens signed with a key derived from this secret. */
export function openTokens(secret: string): ReadToken {
  const { digest, salt, info, length } = tokenKey;
  const key = new Uint8Array(hkdfSync(digest, secret, salt, info, length));
  return (token, now) => {
    const [, payload, signature] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(token) ?? [];
    if (payload === undefined || signature === undefined) return null;
    const expected = createHmac('sha256', key).update(payload).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return null;
    const holder = tokenHolder.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    return holder.success && holder.data.expires_at > now.getTime() ? holder.data : null;
  };
}
