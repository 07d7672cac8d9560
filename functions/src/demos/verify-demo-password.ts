import { pressureOn } from '../attempts/pressure.ts';
import { takeAttempt } from '../attempts/take-attempt.ts';
import { createTally, type Tally } from '../attempts/tally.ts';
import { defineCall, type Call } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { demoTokenSecret } from '../params.ts';
import { issueToken } from './access-token.ts';
import { answerEvenly } from '../call/answer-evenly.ts';
import { demoGauge, passwordBudgets, visitorBudget } from './budgets.ts';
import { readLockedDemo } from './locked-demo.ts';
import { verifyPassword } from './password-hash.ts';

const wrong = { valid: false, token: null, embed: null };

// Well above what a handful of reads, a transaction and hashing take.
const slotMs = 400;

/**
 * A demo that is not there (unknown, unpublished, open) is refused as one that is: the same answers, at the same moment, after as
 * many tries. But it costs one read: nothing is hashed, and tries are counted in memory, so that nobody fills the store with
 * counters of ids they make up.
 */
async function tryPassword({ input, client, firestore, now }: Call<'verifyDemoPassword'>, absent: Tally) {
  const { demoId, password } = input;
  const demo = await readLockedDemo(firestore, demoId);
  if (!demo) return absent.take(visitorBudget(demoId, client), now) ? wrong : refuse('tooManyAttempts');
  const pressure = pressureOn(firestore, demoGauge(demoId), now);
  const budgets = passwordBudgets(demoId, client, await pressure.isHigh());
  const attempt = await takeAttempt(firestore, { budgets, now });
  if (!attempt.allowed) return refuse('tooManyAttempts');
  if (!(await verifyPassword(password, demo.hash))) {
    await pressure.rise();
    return wrong;
  }
  await attempt.refund();
  const token = issueToken(demoTokenSecret.value(), { demoId, hash: demo.hash, now });
  return { valid: true, token, embed: demo.embed };
}

const gate = (absent: Tally) => (call: Call<'verifyDemoPassword'>) =>
  answerEvenly(slotMs, () => tryPassword(call, absent));

export const verifyDemoPassword = defineCall('verifyDemoPassword', gate(createTally(10_000)), {
  secrets: [demoTokenSecret],
});
