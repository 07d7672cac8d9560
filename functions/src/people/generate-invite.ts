import { defineCall } from '../call/define-call.ts';
import { createInvite } from './create-invite.ts';

export const generateInviteToken = defineCall('generateInviteToken', async ({ input, caller, firestore, now }) => {
  const invite = { email: input.email.toLowerCase(), role: input.role, inviter: caller.uid, now };
  const url = await firestore.runTransaction((transaction) =>
    Promise.resolve(createInvite(firestore, transaction, invite)),
  );
  return { inviteUrl: url };
});
