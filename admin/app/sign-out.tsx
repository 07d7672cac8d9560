import { notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSessionActions } from '../lib/session.tsx';
import { Splash } from '../ui/splash.tsx';
import { useNotify } from '../ui/toaster.tsx';

/**
 * Ends the session and navigates to the sign-in; a failed call still clears local state. Signing out is a navigation,
 * so that a screen with unsaved changes can block it.
 */
export function SignOut() {
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
