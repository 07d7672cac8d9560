import { Button } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { useSessionActions, useStaff } from '../lib/session.tsx';
import { Modal } from '../ui/modal.tsx';
import { SignInForm } from '../ui/sign-in-form.tsx';
import { useNotify } from '../ui/toaster.tsx';

/** When a sign-in ends under an open screen: the same person signs in again and goes on where they were. */
export function SessionDialog() {
  const { user, isExpired } = useStaff();
  const { abandon, refreshRoles } = useSessionActions();
  const notify = useNotify();
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
      <SignInForm
        lockedEmail={user.email}
        onSignedIn={() => {
          notify.success(notices.signedIn);
          // Firebase reports a change of person; the same one, signed in anew over a sign-in it still held, is none.
          void refreshRoles();
        }}
        onFailure={(error) => notify.failure(notices.signInFailed, error)}
      />
    </Modal>
  );
}
