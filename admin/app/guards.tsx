import { Text } from '@chakra-ui/react';
import { durations } from '@frontage/model/limits';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { ShieldX } from '#icons';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useFirebase } from '../lib/firebase.tsx';
import { useSession, useStaff } from '../lib/session.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Splash } from '../ui/splash.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Lets signed-in people through; others go to the sign-in, which brings them back. */
export function RequireSignIn() {
  const session = useSession();
  const location = useLocation();
  if (session.state === 'loading') return <Splash />;
  if (session.state === 'signed-out') {
    return <Navigate to={adminPaths.login} replace state={{ from: location.pathname + location.search }} />;
  }
  return <Outlet />;
}

/** Lets people with the role through; others read why not, and leave for the public site's home. */
export function RequireRole({ role }: { role: Role }) {
  const { roles } = useStaff();
  return roles.includes(role) ? <Outlet /> : <NotForThem />;
}

function NotForThem() {
  const { config } = useFirebase();
  useEffect(() => {
    const timer = setTimeout(() => location.replace(config.siteOrigin + sitePaths.home), durations.noAccessShown);
    return () => clearTimeout(timer);
  }, [config.siteOrigin]);
  return (
    <>
      <PageHeader title="Administrators only" />
      <EmptyState
        icon={ShieldX}
        title="Your roles do not open this"
        description={<Text role="status">Taking you to the site...</Text>}
        action={
          <ButtonLink to={adminPaths.dashboard} variant="outline">
            Stay in the back office
          </ButtonLink>
        }
      />
    </>
  );
}
