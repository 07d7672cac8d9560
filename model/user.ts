import { z } from 'zod';
import { moment, optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';

/** Roles from most to least powerful: key and what it means. */
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
  /** Seconds since 1970: tokens of sign-ins up to then open nothing. Absent while no session was ever ended. */
  valid_after: z.int().optional(),
  /** `auth_time` of sign-ins that were signed out: their tokens open nothing either. */
  ended_sign_ins: z.array(z.int()).optional(),
});

/** A stored `profiles` document. */
export const profileDocument = z.object({
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  created_at: moment,
  is_active: z.boolean(),
  /** Of somebody who was deleted, whose name alone is kept: what they wrote stays theirs. */
  deleted_at: moment.optional(),
  /** Since when not even the name is. */
  erased_at: moment.optional(),
});

export type UserRoles = z.output<typeof userRolesDocument>;
export type Profile = z.output<typeof profileDocument> & { id: string };

export const signInForm = z.object({ email, password: z.string().min(1, invalid.passwordRequired) });

/** A password as somebody chooses it. */
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

/** Asks for an e-mail that leads to a new password. */
export const forgotForm = z.object({ email });

/** Chooses a new password by the link of such an e-mail. */
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
