import { limits } from '@frontage/model/limits';
import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

type NewPasswordFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'error' | 'registration'> & {
  autoFocus?: boolean;
};

/** A field for a new password with its requirements. */
export function NewPasswordField({ autoFocus = false, ...field }: NewPasswordFieldProps) {
  return (
    <TextField
      {...field}
      required
      help={`At least ${limits.accountPassword} characters`}
      input={{ type: 'password', autoComplete: 'new-password', autoFocus }}
    />
  );
}
