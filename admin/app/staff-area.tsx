import { adminPaths } from '@frontage/model/paths';
import { type DefaultOptions, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Button } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { type UndoneRevisions, UndoneRevisionsContext } from '../editing/versions/undone-revisions.ts';
import { RunningUploadsProvider } from '../editing/media/running-uploads.tsx';
import { DocumentListsProvider } from '../lib/documents/lists.queries.tsx';
import { useSessionActions, useStaff } from '../lib/session.tsx';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { Splash } from '../ui/splash.tsx';
import { isDenied, isUnauthenticated, isUnreachable } from '../lib/errors.ts';
import { Modal } from '../ui/modal.tsx';
import { RecentActionsProvider } from '../ui/recent-actions.tsx';
import { ScreenCommandsProvider } from '../ui/screen-commands.tsx';
import { useNotify } from '../ui/toaster.tsx';
import { CommandProvider } from './commands/command-provider.tsx';
import { StaffLayout } from './layout/staff-layout.tsx';

const NoAccess = lazy(async () => ({ default: (await import('../ui/no-access.tsx')).NoAccess }));

/**
 * Everything behind the sign-in. Users without a role see the reason and are redirected to the site. An administrator
 * without the required second factor and without another role reaches only the screen that sets it up.
 */
export function Component() {
  const { user, roles, needsSecondFactor } = useStaff();
  const { pathname } = useLocation();
  if (roles.length === 0 && !needsSecondFactor) {
    return (
      <Suspense fallback={<Splash />}>
        <NoAccess />
      </Suspense>
    );
  }
  if (roles.length === 0 && pathname !== adminPaths.account) return <Navigate to={adminPaths.account} replace />;
  return <StaffArea key={user.uid} />;
}

/** Caches reads for half a minute, retries when the server is unreachable, and reads again on reconnecting. */
const defaultOptions: DefaultOptions = {
  queries: {
    staleTime: 30_000,
    retry: (attempt, error) => isUnreachable(error) && attempt < 2,
    networkMode: 'always',
    // Network mode `always` disables this unless it is set.
    refetchOnReconnect: true,
  },
  // An offline save must fail at once instead of waiting silently.
  mutations: { networkMode: 'always', retry: false },
};

/** Memoized, because the address changes with each key of a search. */
const StaffArea = memo(function StaffArea() {
  const { checkSignIn, reauthenticate } = useSessionActions();
  // One cache per user, so that no user sees data read by another.
  const [queryClient] = useState(() => {
    const client = new QueryClient({
      queryCache: new QueryCache({
        onError: (error) => {
          if (isUnauthenticated(error)) {
            void reauthenticate().then((signedIn) => {
              if (signedIn) void client.invalidateQueries();
            });
          }
          // The sign-in may have been revoked elsewhere.
          else if (isDenied(error)) void checkSignIn();
        },
      }),
      defaultOptions,
    });
    return client;
  });
  const [undoneRevisions] = useState<UndoneRevisions>(() => new Map());
  // Ends the timers of the cache, and removes the content of this session from memory.
  useEffect(() => () => queryClient.clear(), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <DocumentListsProvider>
        <ConfirmProvider>
          <RunningUploadsProvider>
            <RecentActionsProvider>
              <UndoneRevisionsContext value={undoneRevisions}>
                <ScreenCommandsProvider>
                  <CommandProvider>
                    <StaffLayout />
                    <SessionDialog />
                  </CommandProvider>
                </ScreenCommandsProvider>
              </UndoneRevisionsContext>
            </RecentActionsProvider>
          </RunningUploadsProvider>
        </ConfirmProvider>
      </DocumentListsProvider>
    </QueryClientProvider>
  );
});

const loadForm = async () => ({ default: (await import('../ui/sign-in-form.tsx')).SignInForm });
const SignInForm = lazy(loadForm);

// Preloaded after the screen, because the network may be unavailable when the session expires.
const loadAfter = 2_000;

/** Asks the same user to sign in again when a session expires under an open screen. */
function SessionDialog() {
  const { user, isExpired } = useStaff();
  const { abandon, refreshRoles } = useSessionActions();
  const notify = useNotify();
  useEffect(() => {
    const timer = setTimeout(() => void loadForm().catch(() => undefined), loadAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Modal
      isOpen={isExpired}
      role="alertdialog"
      size="sm"
      title="Sign in again"
      description="Your session has expired. Your changes on this screen are kept."
      footer={
        <Button variant="plain" size="sm" width="full" colorPalette="gray" onClick={abandon}>
          Sign out instead
        </Button>
      }
    >
      <Suspense>
        <SignInForm
          lockedEmail={user.email}
          onSignedIn={() => {
            notify.success(notices.signedIn);
            // Firebase reports changes of the user only, not the same user signing in again.
            void refreshRoles();
          }}
          onFailure={(_, description) => notify.failure({ ...notices.signInFailed, description })}
        />
      </Suspense>
    </Modal>
  );
}
