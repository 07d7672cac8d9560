import { argon2, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { durations } from '@frontage/model/limits';

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

interface Grant {
  demoId: string;
  /** The password hash at the time of verification: a new hash invalidates the token. */
  hash: string;
  now: Date;
}

const signatureOf = (secret: string, { demoId, hash }: Omit<Grant, 'now'>, expiresAt: number): Buffer => {
  // With an empty key anyone could make tokens.
  if (secret.length < 32) throw new Error('DEMO_TOKEN_SECRET has fewer than 32 characters');
  // The digest fixes lengths and the separator cannot occur in an id, so no two grants have the same text.
  const hashDigest = createHash('sha256').update(hash).digest('hex');
  return createHmac('sha256', secret).update(`${demoId}\n${hashDigest}\n${expiresAt}`).digest();
};

/** The token that a browser stores after a correct password. Valid for 24 hours, for this demo and this password. */
export function issueToken(secret: string, grant: Grant): string {
  const expiresAt = grant.now.getTime() + durations.demoAccess;
  return `${expiresAt}.${signatureOf(secret, grant, expiresAt).toString('base64url')}`;
}

export function verifyToken(secret: string, grant: Grant, token: string): boolean {
  const [, digits, given] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (digits === undefined || given === undefined) return false;
  const expiresAt = Number(digits);
  const isRight = timingSafeEqual(Buffer.from(given, 'base64url'), signatureOf(secret, grant, expiresAt));
  return isRight && expiresAt > grant.now.getTime();
}
