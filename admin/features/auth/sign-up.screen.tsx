import { Skeleton, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useSession } from '../../lib/session.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { TextLink } from '../../ui/links.tsx';
import { FailureState } from '../../ui/states.tsx';
import { Splash } from '../../ui/splash.tsx';
import { AcceptInvite } from './accept-invite.tsx';
import { InviteNotice } from './invite-notice.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useInvite } from './use-invite.ts';

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
