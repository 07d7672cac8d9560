import { adminPaths, sitePaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useFirebase } from '../lib/firebase.tsx';
import { useSession, useStaff } from '../lib/session.tsx';
import { Splash } from '../ui/splash.tsx';

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

/** Lets people with the role through; others leave for the public site's home. */
export function RequireRole({ role }: { role: Role }) {
  const { roles } = useStaff();
  return roles.includes(role) ? <Outlet /> : <LeaveToSite />;
}

export function LeaveToSite() {
  const { config } = useFirebase();
  useEffect(() => location.replace(config.siteOrigin + sitePaths.home), [config.siteOrigin]);
  return <Splash />;
}
