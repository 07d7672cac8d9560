import { Button, Flex, Text } from '@chakra-ui/react';
import { Suspense, useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useFirebase } from '../lib/firebase.tsx';
import { isWrongCredentials, plainFailure } from '../lib/errors.ts';
import { signIn, signInWithRecoveryCode, type SignInStep } from '../lib/sign-in.ts';
import type { Credentials } from '../lib/sign-in-rules.ts';
import { texts } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { CodeForm } from './code-form.tsx';
import { TextField } from './field.tsx';
import { lazyInline, useOpenState } from './lazy.tsx';
import { TextLink } from './links.tsx';

const RecoveryForm = lazyInline('The recovery code form', async () => ({
  default: (await import('./recovery-form.tsx')).RecoveryForm,
}));

// The rules load with the first key press, which keeps the schema library out of the initial sign-in bundle.
const loadRules = () => import('../lib/sign-in-rules.ts');

interface SignInFormProps {
  /** A fixed email: only this user may sign in. */
  lockedEmail?: string;
  /** `by` is the second step used after the password. */
  onSignedIn: (by?: 'recovery code') => void;
  /** `reason` is a text for the user. */
  onFailure: (error: unknown, reason: string) => void;
}

/** A form for email and password, then for the authenticator code if one is enrolled. */
export function SignInForm({ lockedEmail, onSignedIn, onFailure }: SignInFormProps) {
  const firebase = useFirebase();
  const { auth } = firebase;
  const [typed, setTyped] = useState<Credentials>({ email: lockedEmail ?? '', password: '' });
  const [errors, setErrors] = useState<Partial<Credentials>>({});
  const [isPending, setPending] = useState(false);
  const [step, setStep] = useState<SignInStep | null>(null);
  const [isRecovering, setRecovering] = useOpenState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => (lockedEmail === undefined ? email : password).current?.focus(), [lockedEmail]);

  const submit = async () => {
    setPending(true);
    try {
      const { checkCredentials } = await loadRules();
      const checked = checkCredentials(typed);
      setErrors('errors' in checked ? checked.errors : {});
      if ('errors' in checked) {
        setPending(false);
        (checked.errors.email === undefined ? password : email).current?.focus();
        return;
      }
      const next = await signIn(auth, checked.credentials);
      setStep(next);
      // A complete sign-in stays pending: the screen changes as soon as the roles are known.
      if (next.state === 'done') onSignedIn();
      else setPending(false);
    } catch (error) {
      setPending(false);
      setTyped({ ...typed, password: '' });
      // The email is not in question if it is fixed.
      const isWrong = isWrongCredentials(error);
      const reason = isWrong && lockedEmail !== undefined ? texts.wrongPassword : plainFailure(error);
      if (isWrong) setErrors({ password: reason });
      password.current?.focus();
      onFailure(error, reason);
    }
  };

  if (step?.state === 'second-factor') {
    return (
      <Suspense>
        {isRecovering ? (
          <RecoveryForm
            verify={(code) => signInWithRecoveryCode(firebase, typed, code)}
            onVerified={() => onSignedIn('recovery code')}
            onCancel={() => setRecovering(false)}
          />
        ) : (
          <Flex direction="column" gap="4">
            <Text color="fg.muted">Enter the 6-digit code from your authenticator app.</Text>
            <CodeForm
              action="Verify"
              verify={step.verify}
              onVerified={onSignedIn}
              onFailure={(error) => onFailure(error, plainFailure(error))}
              onCancel={() => setStep(null)}
            />
            <Button variant="plain" size="sm" alignSelf="flex-start" px="0" onClick={() => setRecovering(true)}>
              Lost your phone? Use a recovery code
            </Button>
          </Flex>
        )}
      </Suspense>
    );
  }

  const control = (name: keyof Credentials) => ({
    name,
    type: name,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => {
      void loadRules();
      setTyped({ ...typed, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  return (
    <form
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Flex direction="column" gap="4">
        <TextField
          label="Email"
          required
          readOnly={lockedEmail !== undefined}
          error={errors.email}
          input={{ ...control('email'), ref: email, autoComplete: 'username' }}
        />
        <TextField
          label="Password"
          required
          error={errors.password}
          input={{ ...control('password'), ref: password, autoComplete: 'current-password' }}
        />
        <Button type="submit" loading={isPending} loadingText="Signing in..." mt="1">
          Sign in
        </Button>
        {lockedEmail === undefined && (
          <TextLink to={adminPaths.forgotPassword} state={{ email: typed.email }} textStyle="sm" alignSelf="flex-start">
            Forgot your password?
          </TextLink>
        )}
      </Flex>
    </form>
  );
}
