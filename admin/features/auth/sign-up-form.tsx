import { Button, Flex, SimpleGrid } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { signUpForm } from '@frontage/model/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useFirebase } from '../../lib/firebase.tsx';
import { useSessionActions } from '../../lib/session.tsx';
import { NewPasswordField, TextField } from '../../ui/field.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { createAccount } from './create-account.ts';
import type { Invite } from './use-invite.ts';

/** Creates an account; a valid invite locks the email and grants its role. */
export function SignUpForm({ invite, onStart }: { invite: Invite; onStart: () => void }) {
  const firebase = useFirebase();
  const { refreshRoles } = useSessionActions();
  const notify = useNotify();
  const navigate = useNavigate();
  const isInvited = invite.state === 'valid';
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(signUpForm),
    defaultValues: { first_name: '', last_name: '', email: isInvited ? invite.email : '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (account) => {
    onStart();
    try {
      await createAccount(firebase, account, isInvited ? invite.token : null);
    } catch (error) {
      notify.failure(notices.signUpFailed, error);
      return;
    }
    await refreshRoles();
    await navigate(isInvited ? adminPaths.dashboard : adminPaths.setup, { replace: true });
  });

  return (
    <Flex as="form" direction="column" gap="4" onSubmit={(event) => void submit(event)} {...{ noValidate: true }}>
      <SimpleGrid columns={2} gap="3">
        <TextField
          label="First name"
          error={errors.first_name?.message}
          registration={register('first_name')}
          input={{ autoComplete: 'given-name' }}
        />
        <TextField
          label="Last name"
          error={errors.last_name?.message}
          registration={register('last_name')}
          input={{ autoComplete: 'family-name' }}
        />
      </SimpleGrid>
      <TextField
        label="Email"
        required
        readOnly={isInvited}
        help={isInvited ? 'Your invite is for this address.' : undefined}
        error={errors.email?.message}
        registration={register('email')}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      <NewPasswordField label="Password" error={errors.password?.message} registration={register('password')} />
      <Button type="submit" loading={isSubmitting} loadingText="Creating account..." mt="1">
        Create account
      </Button>
    </Flex>
  );
}
