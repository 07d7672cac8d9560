import { Text } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../lib/session.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { TextLink } from '../../ui/links.tsx';
import { SignInForm } from '../../ui/sign-in-form.tsx';
import { Splash } from '../../ui/splash.tsx';
import { useNotify } from '../../ui/toaster.tsx';

// Loaded separately, because it reads from Firestore, which the sign-in does not.
const NoAccess = lazy(async () => ({ default: (await import('../../ui/no-access.tsx')).NoAccess }));

/** The path that was requested before the redirect to the sign-in. */
function wantedPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' ? from : adminPaths.dashboard;
}

// An invite, and the screen that creates the first administrator, are for users without a role.
const isInvite = (state: unknown): boolean => /^\/(auth\/signup|admin\/setup)/.test(wantedPath(state));

const signedInByRecovery = {
  title: notices.signedIn.title,
  description: 'The recovery code was used and your second factor is off. Set it up again here.',
};

export function Component() {
  const session = useSession();
  const location = useLocation();
  const notify = useNotify();
  const [isRecovered, setRecovered] = useState(false);
  if (session.state === 'loading') return <Splash />;
  if (session.state === 'signed-in') {
    if (session.roles.length === 0 && !session.needsSecondFactor && !isInvite(location.state)) {
      return (
        <Suspense fallback={<Splash />}>
          <NoAccess />
        </Suspense>
      );
    }
    return <Navigate to={isRecovered ? adminPaths.account : wantedPath(location.state)} replace />;
  }
  return (
    <FrontLayout title="Sign in" description="Welcome to the admin.">
      <SignInForm
        onSignedIn={(by) => {
          setRecovered(by === 'recovery code');
          notify.success(by === 'recovery code' ? signedInByRecovery : notices.signedIn);
        }}
        onFailure={(error) => notify.failure(notices.signInFailed, error)}
      />
      <Text mt="6" textStyle="sm" color="fg.muted">
        No account yet? <TextLink to={adminPaths.signUp}>Create one</TextLink>
      </Text>
    </FrontLayout>
  );
}
