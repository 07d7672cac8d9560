import { createBrowserRouter, Navigate } from 'react-router';
import { adminPaths } from '@frontage/model/paths';
import { Splash } from '../ui/splash.tsx';
import { RequireRole, RequireSignIn } from './guards.tsx';
import { SignOut } from './sign-out.tsx';
import { ScreenFailure } from './screen-failure.tsx';

/** The routes of the admin. Each screen is a separate chunk, loaded when it is first opened. */
export function createRouter() {
  return createBrowserRouter([
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
                  ErrorBoundary: ScreenFailure,
                  children: [
                    { path: adminPaths.dashboard, lazy: () => import('../features/dashboard/dashboard.screen.tsx') },
                    { path: adminPaths.homepage, lazy: () => import('../features/homepage/sections-list.screen.tsx') },
                    {
                      path: adminPaths.section(':id'),
                      lazy: () => import('../features/homepage/section-editor.screen.tsx'),
                    },
                    { path: adminPaths.pages, lazy: () => import('../features/pages/pages-list.screen.tsx') },
                    { path: adminPaths.page(':id'), lazy: () => import('../features/pages/page-editor.screen.tsx') },
                    { path: adminPaths.demos, lazy: () => import('../features/demos/demos-list.screen.tsx') },
                    { path: adminPaths.demo(':id'), lazy: () => import('../features/demos/demo-editor.screen.tsx') },
                    { path: adminPaths.schedule, lazy: () => import('../features/schedule/schedule.screen.tsx') },
                    { path: adminPaths.trash, lazy: () => import('../features/trash/trash.screen.tsx') },
                    { path: adminPaths.account, lazy: () => import('../features/account/account.screen.tsx') },
                    {
                      element: <RequireRole role="admin" />,
                      children: [
                        { path: adminPaths.users, lazy: () => import('../features/users/users.screen.tsx') },
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
  ]);
}
