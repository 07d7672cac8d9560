import { effectiveRoles } from '@frontage/model/permissions';
import { roleNames, type Role, type UserRoles } from '@frontage/model/user';
import type { Claims } from './claims.ts';
import { refuse, type Refusal } from './refusal.ts';

/** The stored state of a caller. */
export interface CallerState {
  /** Null for a user without any role so far. */
  user: UserRoles | null;
  /** The setting that administrators must use a second factor. */
  secondFactorRequired: boolean;
}

/** Whether a role in `held` is `needed` or a more powerful one. */
export function includesRole(held: readonly Role[], needed: Role): boolean {
  return roleNames.slice(0, roleNames.indexOf(needed) + 1).some((role) => held.includes(role));
}

/** Whether the session of the claims is valid: the account is active, and the session was not ended. */
export function sessionHolds(claims: Claims, user: UserRoles | null): boolean {
  if (user === null) return true;
  const { is_active, valid_after = -Infinity, factor_enrolled_at = -Infinity, ended_sign_ins = [] } = user;
  const { signedInAt, usedSecondFactor } = claims;
  return (
    is_active &&
    signedInAt > valid_after &&
    (usedSecondFactor || signedInAt > factor_enrolled_at) &&
    !ended_sign_ins.includes(signedInAt)
  );
}

/**
 * The same decision as the rules' `isAdmin`, `isEditor` and so on: null if the caller is permitted, else the refusal.
 */
export function refusalFor(claims: Claims, state: CallerState, needed: Role): Refusal | null {
  const { user, secondFactorRequired: required } = state;
  if (!user || !sessionHolds(claims, user)) return refuse('notAllowed');
  const used = claims.usedSecondFactor;
  if (includesRole(effectiveRoles(user, { required, used }), needed)) return null;
  return includesRole(effectiveRoles(user, { required, used: true }), needed)
    ? refuse('secondFactor')
    : refuse('notAllowed');
}
