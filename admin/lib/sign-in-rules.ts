import { signInForm } from '@frontage/model/user';

export type Credentials = Record<'email' | 'password', string>;

export type CheckedCredentials = { credentials: Credentials } | { errors: Partial<Credentials> };

/** Checks what was typed by the model's own schema: either clean credentials or a message a field. */
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
