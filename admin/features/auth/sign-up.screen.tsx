import { Box, Button, Flex, SimpleGrid, Skeleton, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { notices, texts } from '@frontage/model/messages';
import { roles, signUpForm } from '@frontage/model/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useSession, useSessionActions, useStaff } from '../../lib/session.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { FailureState } from '../../ui/states.tsx';
import { Splash } from '../../ui/splash.tsx';
import { useFirebase } from '../../lib/firebase.tsx';
import { TextField, NewPasswordField } from '../../ui/field.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { Note } from '../../ui/note.tsx';
import { claimInvite, createAccount, type Invite, useInvite } from './sign-up.queries.ts';

export function Component() {
  const session = useSession();
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const invite = useInvite(params.get('invite'));
  // The user is signed in before the profile and role are written; the form stays until they are.
  const [isCreating, setCreating] = useState(false);

  if (session.state === 'loading') return <Splash />;
  if (session.state === 'signed-in' && !isCreating) {
    if (invite.state === 'none') return <Navigate to={adminPaths.dashboard} replace />;
    return <AcceptInvite invite={invite} />;
  }
  return (
    <FrontLayout title="Create account">
      <InviteNotice invite={invite} />
      {invite.state === 'checking' && <Skeleton height="20rem" />}
      {invite.state === 'failed' && <FailureState error={invite.error} onRetry={() => location.reload()} />}
      {(invite.state === 'none' || invite.state === 'valid') && (
        <SignUpForm invite={invite} onStart={() => setCreating(true)} />
      )}
      <Text mt="6" textStyle="sm" color="fg.muted">
        Already have an account?{' '}
        <TextLink to={adminPaths.login} state={{ from: pathname + search }}>
          Sign in
        </TextLink>
      </Text>
    </FrontLayout>
  );
}

/** Creates an account; a valid invite locks the email and grants its role. */
function SignUpForm({ invite, onStart }: { invite: Invite; onStart: () => void }) {
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

/** A user with an existing account accepts an invite. */
function AcceptInvite({ invite }: { invite: Invite }) {
  const firebase = useFirebase();
  const { user } = useStaff();
  const { refreshRoles, signOut } = useSessionActions();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { isRunning, perform } = useAction();

  const accept = (token: string) =>
    perform(notices.signUpFailed, async () => {
      if (!firebase.auth.currentUser) throw new Error(texts.notAuthenticated);
      await claimInvite(firebase, firebase.auth.currentUser, token);
      await refreshRoles();
      await navigate(adminPaths.dashboard, { replace: true });
    });

  const changeAccount = async () => {
    await signOut().catch(reportError);
    await navigate(adminPaths.login, { replace: true, state: { from: pathname + search } });
  };

  return (
    <FrontLayout title="Accept invite" description={`You are signed in as ${user.email}.`}>
      <InviteNotice invite={invite} />
      {invite.state === 'valid' && invite.email !== user.email && (
        <Text mb="4">This invite is for {invite.email}. Sign in with that address to use it.</Text>
      )}
      <Flex direction="column" gap="3">
        {invite.state === 'valid' && invite.email === user.email && (
          <Button loading={isRunning} onClick={() => void accept(invite.token)}>
            Accept invite
          </Button>
        )}
        {invite.state === 'valid' && invite.email !== user.email && (
          <Button onClick={() => void changeAccount()}>Use another account</Button>
        )}
        <ButtonLink to={adminPaths.dashboard} variant="outline" colorPalette="gray">
          Go to the admin
        </ButtonLink>
      </Flex>
    </FrontLayout>
  );
}

/** The role granted by the invite in the address, or why the invite is invalid. */
function InviteNotice({ invite }: { invite: Invite }) {
  if (invite.state !== 'valid' && invite.state !== 'refused') return null;
  return (
    <Box mb="5">
      {invite.state === 'valid' ? (
        <Note kind="info">
          You are invited as <strong>{invite.role}</strong>: {roles[invite.role].toLowerCase()}.
        </Note>
      ) : (
        <Note kind="warning">{invite.reason}. Ask an administrator for a new one.</Note>
      )}
    </Box>
  );
}
