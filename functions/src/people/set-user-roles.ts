import { roleNames } from '@frontage/model/user';
import { defineCall } from '../call/define-call.ts';
import { changeUser } from './change-user.ts';

export const setUserRoles = defineCall('setUserRoles', async (call) => {
  const { userId, roles } = call.input;
  const wish = { roles: roleNames.filter((role) => roles.includes(role)) };
  return (await changeUser(call, { userId, wish, action: 'roles set' })) ?? {};
});
