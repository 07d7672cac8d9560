import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { demoTokenSecret } from '../params.ts';
import { verifyToken } from './access-token.ts';
import { readLockedDemo } from './locked-demo.ts';

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
