import { createHash, randomBytes } from 'node:crypto';
import { durations, limits } from '@frontage/model/limits';
import { z } from 'zod';
import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { type Budget, takeAttempt } from '../rate-limit.ts';
import { type Claims, type Refusal, refuse } from '../call/auth.ts';
import type { Client } from '../call/client.ts';
import { recordEntry } from '../audit/audit-trail.ts';
import { padResponseTime } from '../call/pad-response-time.ts';
import { type Call, defineCall } from '../call/define-call.ts';
import { auth } from '../firebase.ts';
import { clearSecondFactors, factorEnrolledAt, findAccount, hasSecondFactor, lacksSecondFactor } from './accounts.ts';

/**
 * Every call about factors and codes, except the use of a recovery code, requires a session with the second factor of
 * its account, if there is one; Authentication is asked, because the session may be older than the factor. A refused
 * session shows that rules and functions do not know of the factor yet: from then on they refuse sessions older than it.
 */
export async function refusalOfFactor({
  caller,
  firestore,
}: Pick<Call<'removeSecondFactor'>, 'caller' | 'firestore'>): Promise<Refusal | null> {
  const account = await findAccount(auth(), { uid: caller.uid });
  if (!account || !lacksSecondFactor(caller, account)) return null;
  const user = firestore.collection(collections.userRoles).doc(caller.uid);
  await firestore.runTransaction(async (transaction) => {
    const hasRoles = (await transaction.get(user)).exists;
    if (hasRoles) transaction.update(user, { factor_enrolled_at: factorEnrolledAt(account) });
  });
  return refuse('secondFactor');
}

export const removeSecondFactor = defineCall('removeSecondFactor', async (call) => {
  const { caller, firestore, now } = call;
  const { uid } = caller;
  const account = await findAccount(auth(), { uid });
  if (!account || !hasSecondFactor(account)) return refuse('noSecondFactor');
  const refusal = await refusalOfFactor(call);
  if (refusal) return refusal;
  if (!isFresh(caller, now)) return refuse('staleSignIn');
  await firestore.runTransaction((transaction) => {
    transaction.delete(firestore.collection(collections.recoveryCodes).doc(uid));
    const document = `${collections.userRoles}/${uid}`;
    recordEntry(firestore, transaction, { action: 'second factor removed', actor: uid, document });
    return Promise.resolve();
  });
  await clearSecondFactors(auth(), uid);
  return {};
});

export const resetSecondFactor = defineCall('resetSecondFactor', async (call) => {
  const { input, caller, firestore } = call;
  const { userId } = input;
  // Removing one's own factor requires a recent sign-in, which Authentication checks.
  if (userId === caller.uid) return refuse('ownSecondFactor');
  const refusal = await refusalOfFactor(call);
  if (refusal) return refusal;
  const account = await findAccount(auth(), { uid: userId });
  if (!account) return refuse('unknownUser');
  if (!hasSecondFactor(account)) return refuse('noSecondFactor');
  await firestore.runTransaction((transaction) => {
    transaction.delete(firestore.collection(collections.recoveryCodes).doc(userId));
    recordEntry(firestore, transaction, {
      action: 'second factor reset',
      actor: caller.uid,
      document: `${collections.userRoles}/${userId}`,
    });
    return Promise.resolve();
  });
  await clearSecondFactors(auth(), userId);
  return {};
});

export const countRecoveryCodes = defineCall('countRecoveryCodes', async (call) => {
  const { caller, firestore } = call;
  const refusal = await refusalOfFactor(call);
  if (refusal) return refusal;
  const stored = await firestore.collection(collections.recoveryCodes).doc(caller.uid).get();
  const { codes = [], used_at: usedAt } = recoveryDocument.safeParse(stored.data()).data ?? {};
  return { left: codes.length, usedAt: usedAt instanceof Timestamp ? usedAt.toDate().toISOString() : null };
});

export const makeRecoveryCodes = defineCall('makeRecoveryCodes', async (call) => {
  const { caller, firestore, now } = call;
  const account = await findAccount(auth(), { uid: caller.uid });
  if (!account || !hasSecondFactor(account)) return refuse('noSecondFactor');
  const refusal = await refusalOfFactor(call);
  if (refusal) return refusal;
  if (!isFresh(caller, now)) return refuse('staleSignIn');
  const attempt = await takeAttempt(firestore, { budgets: [recoverySetBudget(caller.uid)], now });
  if (!attempt.allowed) return refuse('tooManyAttempts');
  const codes = newRecoveryCodes();
  const stored = firestore.collection(collections.recoveryCodes).doc(caller.uid);
  const user = firestore.collection(collections.userRoles).doc(caller.uid);
  await firestore.runTransaction(async (transaction) => {
    const hasRoles = (await transaction.get(user)).exists;
    // Rules and functions now refuse sessions from before the factor was set up.
    if (hasRoles) transaction.update(user, { factor_enrolled_at: factorEnrolledAt(account) });
    transaction.set(stored, {
      codes: codes.map((code) => recoveryDigest(caller.uid, code)),
      created_at: FieldValue.serverTimestamp(),
      used_at: null,
    });
    recordEntry(firestore, transaction, { action: 'recovery codes made', actor: caller.uid, document: stored.path });
  });
  return { codes };
});

// Well above the time of two reads and a transaction, so that timing does not reveal whether an account exists.
const slotMs = 400;

/** Removes a code from a user's set, once even for concurrent calls; false if the set does not contain it. */
function removeCode(firestore: Firestore, uid: string, typed: string): Promise<boolean> {
  const stored = firestore.collection(collections.recoveryCodes).doc(uid);
  const digest = recoveryDigest(uid, typed);
  return firestore.runTransaction(async (transaction) => {
    const { codes = [] } = recoveryDocument.safeParse((await transaction.get(stored)).data()).data ?? {};
    if (!codes.includes(digest)) return false;
    const left = codes.filter((code) => code !== digest);
    transaction.update(stored, { codes: left, used_at: FieldValue.serverTimestamp() });
    recordEntry(firestore, transaction, {
      action: 'recovery code used',
      actor: uid,
      document: stored.path,
      details: { left: left.length },
    });
    return true;
  });
}

async function redeem({ input, client, firestore, now }: Call<'useRecoveryCode'>) {
  const account = await findAccount(auth(), { email: input.email });
  if (account && !account.disabled && (await removeCode(firestore, account.uid, input.code))) {
    // The code is removed first, so that an interruption here opens nothing.
    await clearSecondFactors(auth(), account.uid);
    return {};
  }
  const { allowed } = await takeAttempt(firestore, { budgets: recoveryBudgets(input.email, client), now });
  return refuse(allowed ? 'recoveryCode' : 'tooManyAttempts');
}

export const useRecoveryCode = defineCall('useRecoveryCode', (call) => padResponseTime(slotMs, () => redeem(call)));

/** A stored `recovery_codes` document; its id is the owner's uid. */
const recoveryDocument = z.object({ codes: z.array(z.string()), used_at: z.unknown() });

// Crockford's base 32: no letter looks like a digit.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;

/** 80 random bits such as `7k2m-q9xd-0rtb-h4ws`; they cannot be guessed, so storing a plain digest is enough. */
function newRecoveryCode(): string {
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
const recoveryBudgets = (email: string, { address }: Client): Budget[] => [
  { key: `recovery|${address}`, max: 20, windowMs },
  { key: `recovery|account|${email.toLowerCase()}`, max: 50, windowMs },
  { key: 'recovery', max: 1_000, windowMs },
];

/** The limit of new sets of codes per user. */
const recoverySetBudget = (uid: string): Budget => ({ key: `recovery|new|${uid}`, max: 10, windowMs });
