import type { Role } from '@frontage/model/user';

/** The state of the setup screen, decided from the user's roles and whether an administrator ever existed. */
export type SetupOutcome = 'already-admin' | 'staff' | 'may-claim' | 'no-access';

export function setupOutcome(roles: readonly Role[], adminExists: boolean): SetupOutcome {
  if (roles.includes('admin')) return 'already-admin';
  if (roles.length > 0) return 'staff';
  return adminExists ? 'no-access' : 'may-claim';
}
