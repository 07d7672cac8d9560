import { signInForm } from '@frontage/model/user';

export type Credentials = Record<'email' | 'password', string>;

export type CheckedCredentials = { credentials: Credentials } | { errors: Partial<Credentials> };

/** Validates the form with the model's schema: returns credentials or a message per field. */
export function checkCredentials(typed: Credentials): CheckedCredentials {
  const checked = signInForm.safeParse(typed);
  if (checked.success) return { credentials: checked.data };
  const errors: Partial<Credentials> = {};
  for (const { path, message } of checked.error.issues) {
    const field = path[0];
    if (field === 'email' || field === 'password') errors[field] ??= message;
  }
  return { errors };
}
