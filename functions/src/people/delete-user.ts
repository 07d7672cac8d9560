import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { auth } from '../firebase.ts';
import { deleteAccount, endOfSessions } from './account.ts';
import { changeUser } from './change-user.ts';

export const deleteUser = defineCall('deleteUser', async (call) => {
  const { input, caller, now } = call;
  const { userId } = input;
  if (userId === caller.uid) return refuse('ownDeletion');
  const refusal = await changeUser(call, {
    userId,
    // What says that somebody may do nothing outlives the account: its tokens do, for an hour.
    wish: { roles: [], is_active: false, ...endOfSessions(now) },
    action: 'deleted',
  });
  if (refusal) return refusal;
  await deleteAccount(auth(), userId);
  return {};
});
