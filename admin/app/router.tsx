import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router';
import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { notices } from '@frontage/model/messages';
import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { Splash } from '../ui/splash.tsx';
import { useSession, useSessionActions, useStaff } from '../lib/session.tsx';
import { useNotify } from '../ui/toaster.tsx';
import { plainFailure } from '../lib/errors.ts';

const Forbidden = lazy(() => import('../ui/no-access.tsx'));

/** Renders the route for signed-in users; redirects others to the sign-in, which returns them here. */
function RequireSignIn() {
  const session = useSession();
  const location = useLocation();
  if (session.state === 'loading') return <Splash />;
  if (session.state === 'signed-out') {
    return <Navigate to={adminPaths.login} replace state={{ from: location.pathname + location.search }} />;
  }
  return <Outlet />;
}

/** Renders the route for users with the role; others see the reason and are redirected to the public site. */
function RequireRole({ role }: { role: Role }) {
  const { roles } = useStaff();
  if (roles.includes(role)) return <Outlet />;
  return (
    <Suspense>
      <Forbidden />
    </Suspense>
  );
}

/** The lists and editors of kinds with features that no other kind has. */
const ownScreens = {
  [adminPaths.homepage]: {
    list: () => import('../features/homepage/sections-list.screen.tsx'),
    editor: () => import('../features/homepage/section-editor.screen.tsx'),
  },
  [adminPaths.pages]: {
    list: () => import('../features/pages/pages-list.screen.tsx'),
    editor: () => import('../features/pages/page-editor.screen.tsx'),
  },
  [adminPaths.demos]: {
    list: () => import('../features/demos/demos-list.screen.tsx'),
    editor: () => import('../features/demos/demo-editor.screen.tsx'),
  },
};

const screensRoute = 'screens';

const fixedPaths = Object.values(adminPaths).filter(
  (path) => typeof path === 'string' && path !== adminPaths.dashboard,
);

const isIn = (area: string, path: string): boolean => path === area || path.startsWith(`${area}/`);

/** The routes of the admin. Each screen is a separate chunk, loaded when it is first opened. */
export function createRouter() {
  const routes: RouteObject[] = [
    {
      ErrorBoundary: ScreenFailure,
      HydrateFallback: Splash,
      children: [
        { path: '/', element: <Navigate to={adminPaths.dashboard} replace /> },
        { path: adminPaths.login, lazy: () => import('../features/auth/sign-in.screen.tsx') },
        { path: adminPaths.signUp, lazy: () => import('../features/auth/sign-up.screen.tsx') },
        { path: adminPaths.signOut, Component: SignOut },
        { path: adminPaths.forgotPassword, lazy: () => import('../features/auth/forgot-password.screen.tsx') },
        { path: adminPaths.emailAction, lazy: () => import('../features/auth/email-action.screen.tsx') },
        { path: adminPaths.localMail, lazy: () => import('../features/auth/local-mail.screen.tsx') },
        {
          Component: RequireSignIn,
          children: [
            { path: adminPaths.setup, lazy: () => import('../features/setup/setup.screen.tsx') },
            {
              lazy: () => import('./staff-area.tsx'),
              children: [
                {
                  id: screensRoute,
                  ErrorBoundary: ScreenFailure,
                  children: [
                    { path: adminPaths.dashboard, lazy: () => import('../features/dashboard/dashboard.screen.tsx') },
                    ...Object.entries(ownScreens).flatMap(([path, { list, editor }]) => [
                      { path, lazy: list },
                      { path: `${path}/:id`, lazy: editor },
                    ]),
                    { path: adminPaths.media, lazy: () => import('../features/media/media.screen.tsx') },
                    { path: adminPaths.schedule, lazy: () => import('../features/schedule/schedule.screen.tsx') },
                    { path: adminPaths.launches, lazy: () => import('../features/launches/launches.screen.tsx') },
                    {
                      path: `${adminPaths.launches}/:id`,
                      lazy: () => import('../features/launches/launch.screen.tsx'),
                    },
                    { path: adminPaths.health, lazy: () => import('../features/health/health.screen.tsx') },
                    { path: adminPaths.trash, lazy: () => import('../features/trash/trash.screen.tsx') },
                    { path: adminPaths.account, lazy: () => import('../features/account/account.screen.tsx') },
                    {
                      element: <RequireRole role="admin" />,
                      children: [
                        { path: adminPaths.users, lazy: () => import('../features/users/users.screen.tsx') },
                        { path: adminPaths.audit, lazy: () => import('../features/audit/audit.screen.tsx') },
                        { path: adminPaths.settings, lazy: () => import('../features/settings/settings.screen.tsx') },
                        {
                          path: adminPaths.redirects,
                          lazy: () => import('../features/redirects/redirects.screen.tsx'),
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
        { path: '*', lazy: () => import('../features/not-found/not-found.screen.tsx') },
      ],
    },
  ];
  let isPatched = false;
  return createBrowserRouter(routes, {
    // Called for paths without a fixed route. The sign-in does not load the table of kinds.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (isPatched || !path.startsWith(`${adminPaths.dashboard}/`) || fixedPaths.some((fixed) => isIn(fixed, path)))
        return;
      const { kindRoutes } = await import('./kind-routes.tsx');
      isPatched = true;
      patch(screensRoute, kindRoutes(Object.keys(ownScreens)));
    },
  });
}

/**
 * Ends the session and navigates to the sign-in; a failed call still clears local state. Signing out is a navigation,
 * so that a screen with unsaved changes can block it.
 */
function SignOut() {
  const { signOut } = useSessionActions();
  const notify = useNotify();
  const navigate = useNavigate();
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    signOut()
      .then(
        () => notify.success(notices.signedOut),
        (error: unknown) => notify.failure(notices.signOutFailed, error),
      )
      .finally(() => void navigate(adminPaths.login, { replace: true }));
  }, [navigate, notify, signOut]);

  return <Splash />;
}

/**
 * Replaces a screen that failed to load or render, with a reload button. Reloads automatically when a lost network is
 * back. The error is logged to the console.
 */
function ScreenFailure() {
  const error = useRouteError();
  const isStale = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);

  useEffect(() => reportError(error), [error]);
  // Only a page reload fetches a failed chunk again.
  useEffect(() => {
    if (!isStale) return;
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isStale]);

  return (
    <Flex as="main" direction="column" align="center" textAlign="center" gap="3" py="20" px="4" role="alert">
      <Heading as="h1" size="xl">
        This screen could not be shown
      </Heading>
      <Text color="fg.muted" maxW="26rem">
        {isStale ? 'The admin was updated or the connection was lost. Reload to continue.' : plainFailure(error)}
      </Text>
      <Button onClick={() => location.reload()}>Reload</Button>
    </Flex>
  );
}
