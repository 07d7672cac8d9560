import { z } from 'zod';
import { moment, optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';

/** Roles from most to least powerful, each with its description. */
export const roles = {
  admin: 'Full system access and user management',
  editor: 'Create, edit, and publish all content',
  author: 'Create and edit own drafts',
  viewer: 'Read-only access',
} as const;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as [Role, ...Role[]];

export const defaultInviteRole: Role = 'author';

export const role = z.enum(roleNames);

/** The setting that every sign-in reads, apart from the schemas of the settings form. */
export const securitySetting = z.object({ require_second_factor: z.boolean() });

const email = z
  .string()
  .trim()
  .min(1, { error: invalid.emailRequired, abort: true })
  .max(limits.email, { error: invalid.email, abort: true })
  .regex(z.regexes.email, invalid.email);

/** A stored `user_roles` document. */
export const userRolesDocument = z.object({
  user_id: z.string().min(1),
  roles: z.array(role),
  is_active: z.boolean(),
  /** Seconds since 1970. Tokens of sign-ins before or at this time are invalid. Absent if sessions were never ended. */
  valid_after: z.int().optional(),
  /**
   * Seconds since 1970 at which the second factor was set up. Tokens of sign-ins before or at this time are invalid,
   * unless the sign-in used that factor.
   */
  factor_enrolled_at: z.int().optional(),
  /** `auth_time` of sign-ins that were signed out. Their tokens are invalid too. */
  ended_sign_ins: z.array(z.int()).optional(),
});

/** A stored `profiles` document. */
export const profileDocument = z.object({
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  created_at: moment,
  is_active: z.boolean(),
  /** Time of the user's deletion. Only the name is kept, so that content remains attributed. */
  deleted_at: moment.optional(),
  /** Time at which the name was erased too. */
  erased_at: moment.optional(),
});

/** The name stored with a user's writes. firestore.rules accepts only this name (`nameIn`). */
export const personName = ({ first_name, last_name, email }: z.output<typeof profileDocument>): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email;

export type UserRoles = z.output<typeof userRolesDocument>;
export type Profile = z.output<typeof profileDocument> & { id: string };

export const signInForm = z.object({ email, password: z.string().min(1, invalid.passwordRequired) });

/** Schema of a new account password. */
const newPassword = z
  .string()
  .min(limits.accountPassword, invalid.passwordTooShort)
  .max(limits.passwordMaximum, invalid.passwordTooLong);

export const signUpForm = z.object({
  first_name: optionalText(limits.name, invalid.nameTooLong),
  last_name: optionalText(limits.name, invalid.nameTooLong),
  email,
  password: newPassword,
});

/** Form that requests an email with a password reset link. */
export const forgotForm = z.object({ email });

/** Form behind that link, which sets a new password. */
export const resetForm = z.object({ password: newPassword });

export const passwordForm = z.object({ present: z.string().min(1, invalid.passwordRequired), password: newPassword });

export const emailForm = z.object({ email });

export const inviteForm = z.object({
  email: z
    .string()
    .trim()
    .min(1, { error: invalid.inviteEmailRequired, abort: true })
    .max(limits.email, { error: invalid.email, abort: true })
    .regex(z.regexes.email, invalid.email),
  role,
});

/** A sign-in, as tokens state it. */
export interface SignInSession {
  /** Seconds since 1970: when the holder signed in. */
  signedInAt: number;
  usedSecondFactor: boolean;
}

/** Whether a session is valid: the account is active, and the session was not ended. */
export function sessionHolds({ signedInAt, usedSecondFactor }: SignInSession, user: UserRoles | null): boolean {
  if (user === null) return true;
  const { is_active, valid_after = -Infinity, factor_enrolled_at = -Infinity, ended_sign_ins = [] } = user;
  return (
    is_active &&
    signedInAt > valid_after &&
    (usedSecondFactor || signedInAt > factor_enrolled_at) &&
    !ended_sign_ins.includes(signedInAt)
  );
}
