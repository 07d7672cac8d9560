import type { UserRoles } from '@frontage/model/user';
import { refuse, type Refusal } from '../call/refusal.ts';

interface Change {
  /** Uid of the caller. */
  caller: string;
  /** Uid of the changed user. */
  target: string;
  before: UserRoles | null;
  after: UserRoles;
  /** Uids of all active administrators before the change. */
  admins: readonly string[];
}

/**
 * Why a change of roles or activity is refused: it would lock out the caller or all administrators. Null if allowed.
 */
export function refusalOfChange({ caller, target, before, after, admins }: Change): Refusal | null {
  const isOwn = caller === target;
  if (isOwn && before?.roles.includes('admin') && !after.roles.includes('admin')) return refuse('ownAdminRole');
  if (isOwn && !after.is_active) return refuse('ownAccount');
  const others = admins.filter((admin) => admin !== target);
  const staysAdmin = after.is_active && after.roles.includes('admin');
  return others.length === 0 && !staysAdmin ? refuse('lastAdmin') : null;
}
