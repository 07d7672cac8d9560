import type { Role } from '@frontage/model/user';

/** What the setup screen does for somebody, decided from their roles and whether an administrator was ever made. */
export type SetupOutcome = 'already-admin' | 'staff' | 'may-claim' | 'leave';

export function setupOutcome(roles: readonly Role[], adminExists: boolean): SetupOutcome {
  if (roles.includes('admin')) return 'already-admin';
  if (roles.length > 0) return 'staff';
  return adminExists ? 'leave' : 'may-claim';
}
