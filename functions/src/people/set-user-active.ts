import { collections } from '@frontage/model/paths';
import { defineCall } from '../call/define-call.ts';
import { auth } from '../firebase.ts';
import { endOfSessions, setAccountDisabled } from './account.ts';
import { changeUser } from './change-user.ts';

export const setUserActive = defineCall('setUserActive', async (call) => {
  const { input, firestore, now } = call;
  const { userId, isActive } = input;
  const refusal = await changeUser(call, {
    userId,
    fields: { is_active: isActive, ...(isActive ? {} : endOfSessions(now)) },
    action: isActive ? 'activated' : 'deactivated',
  });
  if (refusal) return refusal;
  // Read again, so that after two opposite concurrent calls the account agrees with the document.
  const user = await firestore.collection(collections.userRoles).doc(userId).get();
  await setAccountDisabled(auth(), userId, user.get('is_active') !== true);
  return {};
});
