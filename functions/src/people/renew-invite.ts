import { collections } from '@frontage/model/paths';
import { role } from '@frontage/model/user';
import { z } from 'zod';
import { defineCall } from '../call/define-call.ts';
import { isRefusal, refuse } from '../call/refusal.ts';
import { smtpUrl } from '../params.ts';
import { createInvite } from './create-invite.ts';
import { mailInvite } from './mail-invite.ts';
import { revokeInTransaction } from './revoke-invite.ts';

/** The invite to renew; used and revoked invites cannot be renewed. */
const renewable = z.object({ email: z.string(), role, used_by: z.null(), revoked_by: z.null() });

export const renewInvite = defineCall(
  'renewInvite',
  async ({ input, caller, firestore, now }) => {
    const earlier = firestore.collection(collections.invites).doc(input.inviteId);
    const renewed = await firestore.runTransaction(async (transaction) => {
      const stored = renewable.safeParse((await transaction.get(earlier)).data()).data;
      if (!stored) return refuse('unknownInvite');
      revokeInTransaction(firestore, transaction, { invite: earlier, actor: caller.uid });
      const { email, role } = stored;
      const link = createInvite(firestore, transaction, { email, role, inviter: caller.uid, now });
      return { email, role, link };
    });
    if (isRefusal(renewed)) return renewed;
    return { inviteUrl: renewed.link, isMailed: await mailInvite(firestore, renewed) };
  },
  { secrets: [smtpUrl] },
);
