import { Button, Flex, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { forgotForm } from '@frontage/model/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { sendPasswordResetEmail } from 'firebase/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { failureCode } from '../../lib/errors.ts';
import { TextField } from '../../ui/field.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { LocalMailLink, TextLink } from '../../ui/links.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotify } from '../../ui/toaster.tsx';

/** The email typed at the sign-in, to avoid typing it twice. */
function typedEmail(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : null;
  return typeof email === 'string' ? email : '';
}

/** Sends a link to reset the password. Does not reveal whether an address has an account. */
export function Component() {
  const firebase = useFirebase();
  const notify = useNotify();
  const { state } = useLocation() as { state: unknown };
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgotForm),
    defaultValues: { email: typedEmail(state) },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    try {
      const { isTaken } = await call(firebase, 'requestPasswordLink', { email });
      if (!isTaken) await sendPasswordResetEmail(firebase.auth, email);
    } catch (error) {
      if (failureCode(error) !== 'auth/user-not-found') return notify.failure(notSent, error);
    }
    setSentTo(email);
  });

  return (
    <FrontLayout title="Forgot your password?" description="We email you a link to choose a new one.">
      {sentTo === undefined ? (
        <Flex as="form" direction="column" gap="4" onSubmit={(event) => void submit(event)} {...{ noValidate: true }}>
          <TextField
            label="Email"
            required
            error={errors.email?.message}
            registration={register('email')}
            input={{ type: 'email', autoComplete: 'username', autoFocus: true }}
          />
          <Button type="submit" loading={isSubmitting} loadingText="Sending...">
            Send link
          </Button>
        </Flex>
      ) : (
        <Flex direction="column" gap="4" role="status">
          <Note kind="info">
            If there is an account for <strong>{sentTo}</strong>, a link is on its way. It expires in an hour. No email?
            Check your spam folder.
          </Note>
          <LocalMailLink />
          <Button variant="outline" onClick={() => setSentTo(undefined)}>
            Send it again
          </Button>
        </Flex>
      )}
      <Text mt="6" textStyle="sm" color="fg.muted">
        <TextLink to={adminPaths.login}>Back to sign in</TextLink>
      </Text>
    </FrontLayout>
  );
}

const notSent = { title: "Couldn't send the email" };
