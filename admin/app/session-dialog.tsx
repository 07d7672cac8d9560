import { Button, Dialog, Portal } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { useSessionActions, useStaff } from '../lib/session.tsx';
import { SignInForm } from '../ui/sign-in-form.tsx';
import { useNotify } from '../ui/toaster.tsx';

/** When a sign-in ends under an open screen: the same person signs in again and goes on where they were. */
export function SessionDialog() {
  const { user, isExpired } = useStaff();
  const { abandon } = useSessionActions();
  const notify = useNotify();
  return (
    <Dialog.Root
      open={isExpired}
      role="alertdialog"
      placement="center"
      size="sm"
      closeOnEscape={false}
      closeOnInteractOutside={false}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop backdropFilter="blur(6px)" />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header flexDirection="column" gap="1" pb="2">
              <Dialog.Title>Sign in again</Dialog.Title>
              <Dialog.Description>Your sign-in has ended. Nothing on this screen is lost.</Dialog.Description>
            </Dialog.Header>
            <Dialog.Body>
              <SignInForm
                lockedEmail={user.email}
                onSignedIn={() => notify.success(notices.signedIn)}
                onFailure={(error) => notify.failure(notices.signInFailed, error)}
              />
              <Button variant="plain" size="sm" width="full" mt="3" colorPalette="gray" onClick={abandon}>
                Leave this screen
              </Button>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
