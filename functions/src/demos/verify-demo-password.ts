import { pressureOn } from '../attempts/pressure.ts';
import { takeAttempt } from '../attempts/take-attempt.ts';
import { createAttemptCounter, type AttemptCounter } from '../attempts/attempt-counter.ts';
import { defineCall, type Call } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { demoTokenSecret } from '../params.ts';
import { issueToken } from './access-token.ts';
import { padResponseTime } from '../call/pad-response-time.ts';
import { demoGauge, passwordBudgets, visitorBudget } from './budgets.ts';
import { readLockedDemo } from './locked-demo.ts';
import { verifyPassword } from './password-hash.ts';

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
  if (!(await verifyPassword(password, demo.hash))) {
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
