import { Button } from '@chakra-ui/react';
import { useEffect, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { Modal } from '../../ui/modal.tsx';
import { useRunningUploads } from '../image/running-uploads.tsx';

interface LeaveGuard {
  /** Asked at the moment of leaving, so that a save can be followed by a change of screen at once. */
  mustAsk: () => boolean;
  /** Whether there is something to lose, for closing the tab. */
  isDirty: boolean;
  /** Saves; true when that worked. */
  onSave: () => Promise<boolean>;
  onDiscard: () => void;
}

/**
 * Asks before a screen with unsaved changes or with an image on its way is left, by a link, the browser's back button or
 * by closing the tab.
 */
export function useLeaveGuard({ mustAsk, isDirty, onSave, onDiscard }: LeaveGuard): ReactNode {
  const uploads = useRunningUploads();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && (mustAsk() || uploads.isAny()),
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty || uploads.isAny()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, uploads]);

  const isBlocked = blocker.state === 'blocked';
  const stay = () => blocker.reset?.();
  const leave = () => {
    onDiscard();
    blocker.proceed?.();
  };

  if (isBlocked && uploads.isAny()) {
    return (
      <Modal
        isOpen
        onClose={stay}
        size="md"
        title="An image is still uploading"
        description={`Leaving now stops it${isDirty ? ' and discards your changes' : ''}.`}
        footer={
          <>
            <Button variant="ghost" colorPalette="brick" onClick={leave}>
              Leave anyway
            </Button>
            <Button onClick={stay}>Stay</Button>
          </>
        }
      />
    );
  }
  return (
    <Modal
      isOpen={isBlocked}
      onClose={stay}
      size="md"
      title="Leave without saving?"
      description="You have changes that are not saved yet."
      footer={
        <>
          <Button variant="ghost" colorPalette="brick" onClick={leave}>
            Discard changes
          </Button>
          <Button variant="outline" colorPalette="gray" onClick={stay}>
            Keep editing
          </Button>
          <Button
            onClick={() => {
              void onSave().then((isSaved) => (isSaved ? blocker.proceed?.() : stay()));
            }}
          >
            Save and leave
          </Button>
        </>
      }
    />
  );
}
