import { effectiveRoles } from '@frontage/model/permissions';
import { roleNames, type Role, type UserRoles } from '@frontage/model/user';
import type { Claims } from './claims.ts';
import { refuse, type Refusal } from './refusal.ts';

/** What the store knows of a caller. */
export interface Standing {
  /** Null for somebody who never held a role. */
  user: UserRoles | null;
  /** The setting that administrators must use a second factor. */
  secondFactorRequired: boolean;
}

/** Whether a role in `held` is `needed` or a more powerful one. */
export function covers(held: readonly Role[], needed: Role): boolean {
  return roleNames.slice(0, roleNames.indexOf(needed) + 1).some((role) => held.includes(role));
}

/** Whether the sign-in behind the claims may still be used: the account is active and it has not been ended since. */
export function sessionHolds(claims: Claims, user: UserRoles | null): boolean {
  if (user === null) return true;
  const { is_active, valid_after = -Infinity, ended_sign_ins = [] } = user;
  return is_active && claims.signedInAt > valid_after && !ended_sign_ins.includes(claims.signedInAt);
}

/** The same decision as the rules' `isAdmin`, `isEditor` and so on: null when the caller may, else why not. */
export function refusalFor(claims: Claims, standing: Standing, needed: Role): Refusal | null {
  const { user, secondFactorRequired: required } = standing;
  if (!user || !sessionHolds(claims, user)) return refuse('notAllowed');
  const used = claims.usedSecondFactor;
  if (covers(effectiveRoles(user, { required, used }), needed)) return null;
  return covers(effectiveRoles(user, { required, used: true }), needed) ? refuse('secondFactor') : refuse('notAllowed');
}
