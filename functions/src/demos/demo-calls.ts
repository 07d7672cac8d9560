import { createHash } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { type AttemptCounter, type Budget, createAttemptCounter, pressureOn, takeAttempt } from '../rate-limit.ts';
import { type Call, defineCall } from '../call/define-call.ts';
import { refuse } from '../call/auth.ts';
import { demoTokenSecret } from '../params.ts';
import { padResponseTime } from '../call/pad-response-time.ts';
import type { Client } from '../call/client.ts';
import { hashPassword, issueToken, verifyPassword, verifyToken } from './demo-secrets.ts';

export const getDemoEmbed = defineCall(
  'getDemoEmbed',
  async ({ input, firestore, now }) => {
    const { demoId, token } = input;
    const demo = await readLockedDemo(firestore, demoId);
    const isValid = verifyToken(demoTokenSecret.value(), { demoId, hash: demo?.hash ?? '', now }, token);
    return demo && isValid ? { embed: demo.embed } : refuse('demoClosed');
  },
  { secrets: [demoTokenSecret] },
);

const wrong = { valid: false, token: null, embed: null };

// Well above the time of a few reads, a transaction and hashing.
const slotMs = 400;

/**
 * An unknown, unpublished or open demo is refused like a protected one: with the same responses, times and number of
 * attempts. An attempt at such a demo costs one read: nothing is hashed, and attempts are counted in memory, so that
 * invented ids cannot fill the database with counters.
 */
async function tryPassword(
  { input, client, firestore, now }: Call<'verifyDemoPassword'>,
  unknownDemoAttempts: AttemptCounter,
) {
  const { demoId, password } = input;
  const demo = await readLockedDemo(firestore, demoId);
  if (!demo) return unknownDemoAttempts.take(visitorBudget(demoId, client), now) ? wrong : refuse('tooManyAttempts');
  const pressure = pressureOn(firestore, demoGauge(demoId), now);
  const budgets = passwordBudgets(demoId, client, await pressure.isHigh());
  const attempt = await takeAttempt(firestore, { budgets, now });
  if (!attempt.allowed) return refuse('tooManyAttempts');
  if (!(await isPasswordOf(demo.hash, password))) {
    await pressure.countFailure();
    return wrong;
  }
  await attempt.refund();
  const token = issueToken(demoTokenSecret.value(), { demoId, hash: demo.hash, now });
  return { valid: true, token, embed: demo.embed };
}

const createHandler = (unknownDemoAttempts: AttemptCounter) => (call: Call<'verifyDemoPassword'>) =>
  padResponseTime(slotMs, () => tryPassword(call, unknownDemoAttempts));

export const verifyDemoPassword = defineCall('verifyDemoPassword', createHandler(createAttemptCounter(10_000)), {
  secrets: [demoTokenSecret],
});

const sealMs = 10 * 60 * 1_000;

/**
 * Returns a hash and stores its digest, user and expiry: the rules accept only hashes with such a record, so that
 * a client cannot store a weaker hash or one copied from another demo.
 */
export const hashDemoPassword = defineCall('hashDemoPassword', async ({ input, caller, firestore, now }) => {
  const attempt = await takeAttempt(firestore, { budgets: [hashBudget(caller.uid)], now });
  if (!attempt.allowed) return refuse('tooManyAttempts');
  const hash = await hashPassword(input.password);
  const digest = createHash('sha256').update(hash).digest('hex');
  await firestore
    .collection(collections.sealedHashes)
    .doc(digest)
    .create({ uid: caller.uid, expires_at: Timestamp.fromMillis(now.getTime() + sealMs) });
  return { hash };
});

const minute = 60_000;
const quarter = 15 * minute;

/** Spaces around a pasted password are ignored. Passwords of earlier versions may begin or end with some. */
const isPasswordOf = async (hash: string | null, password: string): Promise<boolean> =>
  (await verifyPassword(password, hash)) ||
  (password !== password.trim() && (await verifyPassword(password.trim(), hash)));

/** Failed attempts allowed per visitor and demo. A correct password is not counted. */
const visitorBudget = (demoId: string, { visitor }: Client): Budget => ({
  key: `demo|${demoId}|${visitor}`,
  max: 20,
  windowMs: quarter,
});

/** Failed attempts of all visitors together after which each has a smaller budget: see docs/decisions/004. */
const demoGauge = (demoId: string) => ({ key: `demo|${demoId}`, highFrom: 200, windowMs: quarter });

/**
 * The budgets of one attempt at an existing demo. No budget is shared by all visitors, so that attackers cannot lock
 * out others. Visitors distinguished only by a proxy's header share the budget of the proxy's address.
 */
function passwordBudgets(demoId: string, client: Client, isUnderPressure: boolean): Budget[] {
  const { address, visitor } = client;
  const own = visitorBudget(demoId, client);
  return [
    own,
    ...(visitor === address ? [] : [{ ...own, key: `demo|${demoId}|all of|${address}`, max: 10 * own.max }]),
    ...(isUnderPressure
      ? [{ key: `demo|${demoId}|under pressure|${visitor}`, max: 5, windowMs: 24 * 60 * minute }]
      : []),
  ];
}

/** Hashes that one member of staff may request: each takes 19 MiB of memory for a moment. */
const hashBudget = (uid: string): Budget => ({ key: `hash|${uid}`, max: 30, windowMs: quarter });

/** The secret of a published, protected demo. */
interface LockedDemo {
  hash: string;
  embed: string;
}

/** Null for a demo that is unknown, unpublished or unprotected. All three reads happen in any case. */
async function readLockedDemo(firestore: Firestore, demoId: string): Promise<LockedDemo | null> {
  const [demo, secret, embed] = await firestore.getAll(
    firestore.collection(collections.demos).doc(demoId),
    firestore.collection(collections.demoSecrets).doc(demoId),
    firestore.collection(collections.demoEmbeds).doc(demoId),
  );
  const isLocked = demo?.get('is_published') === true && demo.get('is_password_protected') === true;
  const hash: unknown = secret?.get('password_hash');
  const code: unknown = embed?.get('iframe_url');
  return isLocked && typeof hash === 'string' && typeof code === 'string' ? { hash, embed: code } : null;
}
