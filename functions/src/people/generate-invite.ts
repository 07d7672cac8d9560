import { defineCall } from '../call/define-call.ts';
import { smtpUrl } from '../params.ts';
import { createInvite } from './create-invite.ts';
import { mailInvite } from './mail-invite.ts';

export const generateInviteToken = defineCall(
  'generateInviteToken',
  async ({ input, caller, firestore, now }) => {
    const invite = { email: input.email.toLowerCase(), role: input.role, inviter: caller.uid, now };
    const link = await firestore.runTransaction((transaction) =>
      Promise.resolve(createInvite(firestore, transaction, invite)),
    );
    return { inviteUrl: link, isMailed: await mailInvite(firestore, { ...invite, link }) };
  },
  { secrets: [smtpUrl] },
);
