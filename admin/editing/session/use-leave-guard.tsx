import { Button } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { useBlocker, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { Modal, sameScreen } from '../../ui/modal.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { useRunningUploads } from '../media/running-uploads.tsx';

interface LeaveGuard {
  /** Whether there are unsaved changes. Called when leaving, so that it is current right after a save. */
  mustAsk: () => boolean;
  /** Stores the changes on the server; true if that worked and no question is needed. */
  onSettle: () => Promise<boolean>;
  /** Saves; true when that worked. */
  onSave: () => Promise<boolean>;
  /** Discards the edit; returns the names under which this browser keeps it for "Undo". */
  onDiscard: () => readonly string[];
  /** The address of the edited document, which a new document gets as soon as the server has its draft. */
  own?: { path: string; isValid: boolean };
}

const discardedEdits = z.object({ discarded: z.array(z.string()) });

/** The names of the discarded edits to restore after "Undo". */
export function useDiscarded(): readonly string[] {
  const state: unknown = useLocation().state;
  return useMemo(() => discardedEdits.safeParse(state).data?.discarded ?? [], [state]);
}

/**
 * Asks for confirmation before the user leaves a screen with unsaved changes or running uploads: by a link, the back
 * button or by closing the tab.
 */
export function useLeaveGuard({ mustAsk, onSettle, onSave, onDiscard, own }: LeaveGuard): ReactNode {
  const uploads = useRunningUploads();
  const notify = useNotify();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== own?.path &&
      (mustAsk() || uploads.isAny()),
  );

  // Not while another navigation waits for the draft.
  const path = own?.isValid && blocker.state === 'unblocked' && own.path !== pathname ? own.path : null;
  useEffect(() => {
    if (path !== null) void navigate(path, { replace: true, state: sameScreen });
  }, [navigate, path]);

  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (mustAsk() || uploads.isAny()) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  if (blocker.state !== 'blocked') return null;
  const stay = () => blocker.reset();
  const leave = () => {
    const hadChanges = mustAsk();
    const discarded = onDiscard();
    blocker.proceed();
    if (!hadChanges) return;
    const undo = () => void navigate(pathname + search, { state: { discarded } });
    notify.info(keptNotice, { label: 'Undo', run: undo });
  };
  const save = () => {
    void onSave().then((isSaved) => (isSaved ? blocker.proceed() : stay()));
  };
  const isUploading = uploads.isAny();
  return (
    <ConfirmUnlessSaved settle={isUploading ? null : onSettle} onSettled={() => blocker.proceed()}>
      <LeaveDialog isUploading={isUploading} isDirty={mustAsk()} onStay={stay} onLeave={leave} onSave={save} />
    </ConfirmUnlessSaved>
  );
}

interface ConfirmUnlessSavedProps {
  /** Called once; null if the changes cannot be settled. */
  settle: (() => Promise<boolean>) | null;
  onSettled: () => void;
  children: ReactNode;
}

/** Renders its children only if `settle` did not succeed. */
function ConfirmUnlessSaved({ settle, onSettled, children }: ConfirmUnlessSavedProps) {
  const [ask] = useState(() => settle);
  const [isNeeded, setNeeded] = useState(ask === null);
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    if (ask) void ask().then((isSettled) => (isSettled ? latest.current() : setNeeded(true)));
  }, [ask]);
  return isNeeded ? children : null;
}

const keptNotice = { title: 'Changes discarded', description: 'They are kept in this browser for 30 days.' };

interface LeaveDialogProps {
  isUploading: boolean;
  isDirty: boolean;
  onStay: () => void;
  onLeave: () => void;
  onSave: () => void;
}

/** Keeps the initial text while it is open, even if an upload finishes. */
function LeaveDialog({ onStay, onLeave, onSave, ...now }: LeaveDialogProps) {
  const [{ isUploading, isDirty }] = useState(now);
  if (isUploading) {
    return (
      <Modal
        isOpen
        onClose={onStay}
        title="An image is still uploading"
        description={`Leaving now cancels it${isDirty ? ' and discards your changes' : ''}.`}
        safe={{ label: 'Stay', onPress: onStay }}
        footer={
          <Button variant="ghost" colorPalette="brick" onClick={onLeave}>
            Leave anyway
          </Button>
        }
      />
    );
  }
  return (
    <Modal
      isOpen
      onClose={onStay}
      title="Leave without saving?"
      description="You have changes that are not saved yet."
      safe={{ label: 'Keep editing', onPress: onStay }}
      footer={
        <>
          <Button variant="ghost" colorPalette="brick" onClick={onLeave}>
            Discard changes
          </Button>
          <Button onClick={onSave}>Save and leave</Button>
        </>
      }
    />
  );
}
