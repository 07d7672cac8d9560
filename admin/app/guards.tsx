import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession, useStaff } from '../lib/session.tsx';
import { Splash } from '../ui/splash.tsx';

const NotForThem = lazy(() => import('./not-for-them.tsx'));

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
  if (roles.includes(role)) return <Outlet />;
  return (
    <Suspense>
      <NotForThem />
    </Suspense>
  );
}
