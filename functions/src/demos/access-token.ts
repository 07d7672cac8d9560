import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { durations } from '@frontage/model/limits';

interface Grant {
  demoId: string;
  /** The password hash at the time of verification: a new hash invalidates the token. */
  hash: string;
  now: Date;
}

const code = (secret: string, { demoId, hash }: Omit<Grant, 'now'>, expiresAt: number): Buffer => {
  // With an empty key anyone could make tokens.
  if (secret.length < 32) throw new Error('DEMO_TOKEN_SECRET has fewer than 32 characters');
  // The digest fixes lengths and the separator cannot occur in an id, so no two grants have the same text.
  const hashDigest = createHash('sha256').update(hash).digest('hex');
  return createHmac('sha256', secret).update(`${demoId}\n${hashDigest}\n${expiresAt}`).digest();
};

/** The token that a browser stores after a correct password. Valid for 24 hours, for this demo and this password. */
export function issueToken(secret: string, grant: Grant): string {
  const expiresAt = grant.now.getTime() + durations.demoAccess;
  return `${expiresAt}.${code(secret, grant, expiresAt).toString('base64url')}`;
}

export function verifyToken(secret: string, grant: Grant, token: string): boolean {
  const [, digits, given] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (digits === undefined || given === undefined) return false;
  const expiresAt = Number(digits);
  const isRight = timingSafeEqual(Buffer.from(given, 'base64url'), code(secret, grant, expiresAt));
  return isRight && expiresAt > grant.now.getTime();
}
