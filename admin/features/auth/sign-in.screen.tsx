import { Text } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../lib/session.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { TextLink } from '../../ui/links.tsx';
import { SignInForm } from '../../ui/sign-in-form.tsx';
import { Splash } from '../../ui/splash.tsx';
import { useNotify } from '../../ui/toaster.tsx';

/** Where the person wanted to go before the sign-in stood in between. */
function wantedPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' ? from : adminPaths.dashboard;
}

export function Component() {
  const session = useSession();
  const location = useLocation();
  const notify = useNotify();
  if (session.state === 'loading') return <Splash />;
  if (session.state === 'signed-in') return <Navigate to={wantedPath(location.state)} replace />;
  return (
    <FrontLayout title="Sign in" description="Welcome to the back office.">
      <SignInForm
        onSignedIn={() => notify.success(notices.signedIn)}
        onFailure={(error) => notify.failure(notices.signInFailed, error)}
      />
      <Text mt="6" textStyle="sm" color="fg.muted">
        No account yet? <TextLink to={adminPaths.signUp}>Create one</TextLink>
      </Text>
    </FrontLayout>
  );
}
