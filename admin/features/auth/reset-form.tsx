import { Button, Flex, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { resetForm } from '@frontage/model/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { confirmPasswordReset } from 'firebase/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFirebase } from '../../lib/firebase.tsx';
import { NewPasswordField } from '../../ui/field.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { useNotify } from '../../ui/toaster.tsx';

/** Sets a new password through an email link. */
export function ResetForm({ code, email }: { code: string; email: string }) {
  const { auth } = useFirebase();
  const notify = useNotify();
  const [isDone, setDone] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetForm),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    try {
      await confirmPasswordReset(auth, code, password);
      setDone(true);
    } catch (error) {
      notify.failure({ title: 'The password was not changed' }, error);
    }
  });

  if (isDone) {
    return (
      <FrontLayout title="Password changed">
        <Text role="status" mb="5">
          Sign in as {email} with your new password. Sessions on other devices end.
        </Text>
        <ButtonLink to={adminPaths.login} width="full">
          Sign in
        </ButtonLink>
      </FrontLayout>
    );
  }
  return (
    <FrontLayout title="Choose a new password" description={`For ${email}`}>
      <Flex as="form" direction="column" gap="4" onSubmit={(event) => void submit(event)} {...{ noValidate: true }}>
        {/* Associates the password with the account in a password manager. */}
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <NewPasswordField
          label="New password"
          error={errors.password?.message}
          registration={register('password')}
          autoFocus
        />
        <Button type="submit" loading={isSubmitting} loadingText="Saving...">
          Change password
        </Button>
      </Flex>
    </FrontLayout>
  );
}
