import { roleNames } from '@frontage/model/user';
import { defineCall } from '../call/define-call.ts';
import { changeUser } from './change-user.ts';

export const setUserRoles = defineCall('setUserRoles', async (call) => {
  const { userId, roles } = call.input;
  const fields = { roles: roleNames.filter((role) => roles.includes(role)) };
  return (await changeUser(call, { userId, fields, action: 'roles set' })) ?? {};
});
