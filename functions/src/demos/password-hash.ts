import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP's minimum cost for Argon2id: 19 MiB of memory, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const format = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const tagOf = (password: string, nonce: Buffer): Promise<Buffer> =>
  // Unicode normalization, so that all keyboards produce the same text.
  derive('argon2id', { ...cost, message: password.normalize('NFC'), nonce });

/** The Argon2id hash of a password as a PHC string, with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, salt);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Whether a password matches a hash. Without a hash, or with one in another format, it returns false after the same
 * work, so that the time does not reveal whether a password exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, salt, tag] = format.exec(hash ?? '') ?? [];
  const expected = tag === undefined ? randomBytes(cost.tagLength) : Buffer.from(tag, 'base64');
  const found = await tagOf(password, salt === undefined ? randomBytes(16) : Buffer.from(salt, 'base64'));
  return timingSafeEqual(found, expected) && tag !== undefined;
}
