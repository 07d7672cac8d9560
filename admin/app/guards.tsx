import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession, useStaff } from '../lib/session.tsx';
import { Splash } from '../ui/splash.tsx';

const Forbidden = lazy(() => import('./forbidden.tsx'));

/** Renders the route for signed-in users; redirects others to the sign-in, which returns them here. */
export function RequireSignIn() {
  const session = useSession();
  const location = useLocation();
  if (session.state === 'loading') return <Splash />;
  if (session.state === 'signed-out') {
    return <Navigate to={adminPaths.login} replace state={{ from: location.pathname + location.search }} />;
  }
  return <Outlet />;
}

/** Renders the route for users with the role; others see the reason and are redirected to the public site. */
export function RequireRole({ role }: { role: Role }) {
  const { roles } = useStaff();
  if (roles.includes(role)) return <Outlet />;
  return (
    <Suspense>
      <Forbidden />
    </Suspense>
  );
}
