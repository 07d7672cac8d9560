import { Button, Flex, Text } from '@chakra-ui/react';
import { passwordForm } from '@frontage/model/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { EmailAuthProvider, reauthenticateWithCredential, updatePassword } from 'firebase/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { isWrongCredentials } from '../../lib/errors.ts';
import { stepOf, type SignInStep } from '../../lib/sign-in.ts';
import { CodeForm } from '../../ui/code-form.tsx';
import { NewPasswordField, TextField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toaster.tsx';

type Waiting = Extract<SignInStep, { state: 'second-factor' }>;

const failed = { title: "Couldn't change the password" };

/** Changes the password; requires the current one and, if set up, the second factor. */
export default function PasswordPanel() {
  const firebase = useFirebase();
  const notify = useNotify();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const { register, handleSubmit, formState, setError, reset, getValues } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { present: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const change = async () => {
    const user = firebase.auth.currentUser;
    if (!user) return;
    try {
      await updatePassword(user, getValues('password'));
      await user.getIdToken(true);
      await call(firebase, 'endSessions', { exceptThis: true });
    } catch (error) {
      notify.failure(failed, error);
      return;
    }
    reset();
    notify.success({ title: 'Password changed', description: 'Your other devices have to sign in again.' });
  };

  const submit = handleSubmit(async ({ present }) => {
    const user = firebase.auth.currentUser;
    if (!user) return;
    try {
      const credential = EmailAuthProvider.credential(user.email ?? '', present);
      const step = await stepOf(firebase.auth, reauthenticateWithCredential(user, credential));
      if (step.state === 'second-factor') setWaiting(step);
      else await change();
    } catch (error) {
      if (isWrongCredentials(error)) {
        setError('present', { message: 'Wrong current password' }, { shouldFocus: true });
      } else notify.failure(failed, error);
    }
  });

  return (
    <Panel title="Password" description="Changing it signs out your other devices.">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Flex direction="column" gap="3" maxW="26rem" align="flex-start">
          <TextField
            label="Current password"
            required
            error={errors.present?.message}
            registration={register('present')}
            input={{ type: 'password', autoComplete: 'current-password' }}
          />
          <NewPasswordField label="New password" error={errors.password?.message} registration={register('password')} />
          <Button type="submit" variant="outline" loading={isSubmitting} loadingText="Saving...">
            Change password
          </Button>
        </Flex>
      </form>
      {waiting && (
        <Modal isOpen size="sm" title="Your second factor" onClose={() => setWaiting(null)}>
          <Text color="fg.muted" mb="4">
            Enter the 6-digit code from your authenticator app.
          </Text>
          <CodeForm
            action="Change password"
            verify={waiting.verify}
            onVerified={() => {
              setWaiting(null);
              void change();
            }}
            onFailure={(error) => notify.failure(failed, error)}
            onCancel={() => setWaiting(null)}
          />
        </Modal>
      )}
    </Panel>
  );
}
