import { Button, Flex, Text } from '@chakra-ui/react';
import { signInForm } from '@frontage/model/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFirebase } from '../lib/firebase.tsx';
import { signIn, type SignInStep } from '../lib/sign-in.ts';
import { CodeForm } from './code-form.tsx';
import { TextField } from './field.tsx';

interface SignInFormProps {
  /** Fixes the e-mail: only this person may sign in here. */
  lockedEmail?: string;
  onSignedIn: () => void;
  onFailure: (error: unknown) => void;
}

/** E-mail and password, then the authenticator's code where one is enrolled. */
export function SignInForm({ lockedEmail, onSignedIn, onFailure }: SignInFormProps) {
  const { auth } = useFirebase();
  const [step, setStep] = useState<SignInStep | null>(null);
  const { register, handleSubmit, formState, setFocus, resetField } = useForm({
    resolver: zodResolver(signInForm),
    defaultValues: { email: lockedEmail ?? '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isDone = step?.state === 'done';
  const first = lockedEmail === undefined ? 'email' : 'password';
  const hasFocused = useRef(false);

  useEffect(() => {
    if (hasFocused.current) return;
    hasFocused.current = true;
    setFocus(first);
  }, [first, setFocus]);

  const submit = handleSubmit(async (credentials) => {
    try {
      const next = await signIn(auth, credentials);
      setStep(next);
      if (next.state === 'done') onSignedIn();
    } catch (error) {
      onFailure(error);
      resetField('password');
      setFocus('password');
    }
  });

  if (step?.state === 'second-factor') {
    return (
      <Flex direction="column" gap="4">
        <Text color="fg.muted">Enter the 6-digit code from your authenticator app.</Text>
        <CodeForm
          action="Verify"
          verify={step.verify}
          onVerified={() => {
            setStep({ state: 'done' });
            onSignedIn();
          }}
          onFailure={onFailure}
          onCancel={() => setStep(null)}
        />
      </Flex>
    );
  }

  return (
    <Flex as="form" direction="column" gap="4" onSubmit={(event) => void submit(event)} {...{ noValidate: true }}>
      <TextField
        label="Email"
        required
        readOnly={lockedEmail !== undefined}
        error={errors.email?.message}
        registration={register('email')}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      <TextField
        label="Password"
        required
        error={errors.password?.message}
        registration={register('password')}
        input={{ type: 'password', autoComplete: 'current-password' }}
      />
      <Button type="submit" loading={isSubmitting || isDone} loadingText="Signing in..." mt="1">
        Sign in
      </Button>
    </Flex>
  );
}
