import { takeAttempt } from '../attempts/take-attempt.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { demoTokenSecret } from '../params.ts';
import { issueToken } from './access-token.ts';
import { answerEvenly } from './answer-evenly.ts';
import { passwordBudgets } from './budgets.ts';
import { readLockedDemo } from './locked-demo.ts';
import { verifyPassword } from './password-hash.ts';

const wrong = { valid: false, token: null, embed: null };

// Well above what hashing and a handful of reads take.
const slotMs = 250;

/** Every outcome takes the same steps (count, read, hash, settle) and is answered at the same moment. */
export const verifyDemoPassword = defineCall(
  'verifyDemoPassword',
  async ({ input, address, firestore, now }) => {
    const { demoId, password } = input;
    const attempt = await takeAttempt(firestore, { budgets: passwordBudgets(demoId, address), now });
    if (!attempt.allowed) return refuse('tooManyAttempts');
    return answerEvenly(slotMs, async () => {
      const demo = await readLockedDemo(firestore, demoId);
      const isRight = await verifyPassword(password, demo?.hash ?? null);
      await attempt.settle(isRight);
      if (!demo || !isRight) return wrong;
      const token = issueToken(demoTokenSecret.value(), { demoId, hash: demo.hash, now });
      return { valid: true, token, embed: demo.embed };
    });
  },
  [demoTokenSecret],
);
