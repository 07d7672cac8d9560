import { createHash, randomBytes } from 'node:crypto';
import { durations, limits } from '@frontage/model/limits';
import { z } from 'zod';
import type { Budget } from '../attempts/window.ts';
import type { Claims } from '../call/claims.ts';
import type { Client } from '../call/client.ts';

/** A stored `recovery_codes` document; its id is the owner's uid. */
export const recoveryDocument = z.object({ codes: z.array(z.string()), used_at: z.unknown() });

// Crockford's base 32: no letter looks like a digit.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;

/** 80 random bits such as `7k2m-q9xd-0rtb-h4ws`; they cannot be guessed, so storing a plain digest is enough. */
export function newRecoveryCode(): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

export const newRecoveryCodes = (): string[] => Array.from({ length: limits.recoveryCodes }, newRecoveryCode);

/** The stored digest of a code in any spelling, different for each person. */
export function recoveryDigest(uid: string, typed: string): string {
  const letters = typed.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
  const code = [...letters].filter((letter) => alphabet.includes(letter)).join('');
  return createHash('sha256').update(`${uid}\n${code}`).digest('hex');
}

/** Whether a sign-in is recent; if a second factor was enrolled before it, the sign-in used it. */
export const isFresh = ({ signedInAt }: Claims, now: Date): boolean =>
  now.getTime() - signedInAt * 1_000 <= durations.freshSignIn;

const windowMs = 15 * 60_000;

/** Limits for wrong codes. Guessing is hopeless, but each lookup has a cost; correct codes are never limited. */
export const recoveryBudgets = (email: string, { address }: Client): Budget[] => [
  { key: `recovery|${address}`, max: 20, windowMs },
  { key: `recovery|account|${email.toLowerCase()}`, max: 50, windowMs },
  { key: 'recovery', max: 1_000, windowMs },
];

/** The limit of new sets of codes per user. */
export const recoverySetBudget = (uid: string): Budget => ({ key: `recovery|new|${uid}`, max: 10, windowMs });
