import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { auth } from '../firebase.ts';
import { deleteAccount, endOfSessions, findAccount } from './account.ts';
import { changeUser } from './change-user.ts';
import { eraseName } from './erase-name.ts';
import { profileOf } from './profile.ts';

export const deleteUser = defineCall(
  'deleteUser',
  async (call) => {
    const { input, caller, firestore, now } = call;
    const { userId, erase = false } = input;
    if (userId === caller.uid) return refuse('ownDeletion');
    // Read first: after the deletion their addresses are unknown.
    const account = await findAccount(auth(), { uid: userId });
    const profile = await profileOf(firestore, userId).get();
    const refusal = await changeUser(call, {
      userId,
      // The inactive user_roles document stays, because tokens of the account are valid for up to an hour.
      fields: { roles: [], is_active: false, ...endOfSessions(now) },
      action: 'deleted',
    });
    if (refusal) return refusal;
    if (erase) {
      const emails = [account?.email, profile.get('email')].filter((email) => typeof email === 'string');
      await eraseName(firestore, { uid: userId, emails, actor: caller.uid });
    }
    await deleteAccount(auth(), userId);
    return {};
  },
  { timeoutSeconds: 60 },
);
