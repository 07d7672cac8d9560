import { Button } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { lazy, Suspense, useEffect } from 'react';
import { useSessionActions, useStaff } from '../lib/session.tsx';
import { Modal } from '../ui/modal.tsx';
import { useNotify } from '../ui/toaster.tsx';

const loadForm = async () => ({ default: (await import('../ui/sign-in-form.tsx')).SignInForm });
const SignInForm = lazy(loadForm);

// Preloaded after the screen, because the network may be unavailable when the session expires.
const loadAfter = 2_000;

/** Asks the same user to sign in again when a session expires under an open screen. */
export function SessionDialog() {
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
      description="Your sign-in has ended. Nothing on this screen is lost."
      footer={
        <Button variant="plain" size="sm" width="full" colorPalette="gray" onClick={abandon}>
          Leave this screen
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
          onFailure={(error) => notify.failure(notices.signInFailed, error)}
        />
      </Suspense>
    </Modal>
  );
}
