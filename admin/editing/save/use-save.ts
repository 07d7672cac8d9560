import { invalid, texts, type Notice } from '@frontage/model/messages';
import type { Savable } from '@frontage/model/kinds';
import type { ReadDraft } from '@frontage/model/writes/plan-draft';
import type { Base, SaveIntent } from '@frontage/model/writes/plan-save';
import { useCallback, useRef, useState } from 'react';
import { DocumentError } from '../../lib/documents/document-store.ts';
import {
  saveDocument,
  type SaveAttempt,
  type SaveFailure,
  type SaveOutcome,
} from '../../lib/documents/save-document.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { failureReasons, plainFailure } from '../../lib/errors.ts';
import { useStaff } from '../../lib/session.tsx';
import { useSignInAgain } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { useRecordSave } from '../live/live.queries.ts';
import { type Prepared, type Saved, undoAction, undoSnapshot, useUndo, useUndoCreate } from './use-undo.ts';
import type { SaveStatus } from './save-status.ts';

interface SaveRequest {
  id: string;
  /** Null before the first save. */
  base: Base | null;
  /** The draft that it publishes and deletes; null without one. */
  draft: ReadDraft | null;
  /** The content to write. Rejects with a message for staff if it cannot be prepared. */
  prepared: Prepared | Promise<Prepared>;
  /** The previous content, for Undo; null if it is not known or the document is new. */
  before: Promise<Prepared | null>;
  /** Whether visitors see the document before and after. */
  visibility: { wasPublic: boolean; isPublic: boolean };
  notices: { saved: Notice; failed(words: string): Notice };
  /** Called after the save was undone from its notice. */
  onUndone: () => void;
}

export interface SaveEngine {
  status: SaveStatus;
  /**
   * Saves, notifies the user, and tracks the change until it is live. A conflict is only returned: the caller shows it.
   */
  save(request: SaveRequest): Promise<SaveOutcome>;
  /** Shows that the form is invalid and was not saved. */
  markInvalid(count: number): void;
  /** Clears that state while the fields are being corrected. */
  forgetInvalid(): void;
  /** Discards unresolved attempts, after the base of the edit has changed. */
  startOver(): void;
}

/** The only path to Firestore for documents and settings. */
export function useSave(kind: Savable): SaveEngine {
  const { user } = useStaff();
  const signInAgain = useSignInAgain();
  const store = useDocumentStore();
  const noteSave = useRecordSave();
  const notify = useNotify();
  const [status, setStatus] = useState<SaveStatus>({ type: 'idle' });
  const forgetInvalid = useCallback(() => {
    setStatus((before) => (before.type === 'invalid' ? { type: 'idle' } : before));
  }, []);
  const undo = useUndo(kind);
  const undoCreate = useUndoCreate();
  const unresolved = useRef<readonly SaveAttempt[]>([]);

  /** The function that undoes a save; null if it cannot be undone. */
  const undoFor = (intent: SaveIntent, before: Prepared | null, saved: Saved): (() => Promise<boolean>) | null => {
    if (intent.base === null && kind !== 'setting') {
      const { base, name, visibility } = saved;
      return undoCreate({ kind, id: intent.id, rev: base.rev, name, isPublished: visibility.isPublic });
    }
    const snapshot = undoSnapshot(before, intent, saved);
    return snapshot && (() => undo([[snapshot]]));
  };

  const fail = (failure: SaveFailure, words: Notice | null): void => {
    setStatus({ type: 'failed', failure });
    if (words) notify.failure(words);
  };

  return {
    status,
    save: async ({ id, base, draft, prepared, before, visibility, notices, onUndone }) => {
      setStatus({ type: 'saving' });
      try {
        const [written, snapshot] = await Promise.all([prepared, before]);
        const intent = { kind, id, base, draft, uid: user.uid, ...written };
        let outcome = await saveDocument(store, intent, unresolved.current);
        // Both may mean that the session has ended.
        const reason = outcome.ok ? null : outcome.failure.reason;
        const mayBeOver = reason === 'unauthenticated' || reason === 'denied';
        if (!outcome.ok && mayBeOver && (await signInAgain(new DocumentError(reason)))) {
          outcome = await saveDocument(store, intent, outcome.unresolved);
        }
        unresolved.current = outcome.ok ? [] : outcome.unresolved;
        if (outcome.ok) {
          noteSave(kind, id, { rev: outcome.rev, ...visibility });
          setStatus({ type: 'saved', at: new Date() });
          const saved = { base: outcome.base, name: notices.saved.about ?? '', visibility };
          const undo = undoFor(intent, snapshot, saved);
          const undoSave = undo && (() => undo().then((isUndone) => isUndone && onUndone()));
          notify.success(notices.saved, undoSave ? undoAction(kind, [id], undoSave) : undefined);
        } else {
          const words = wordsFor(outcome.failure);
          fail(outcome.failure, words === null ? null : notices.failed(words));
        }
        return outcome;
      } catch (error) {
        const failure = { ok: false, reason: 'unexpected', message: String(error) } as const;
        fail(failure, notices.failed(plainFailure(error)));
        return { ok: false, failure, unresolved: unresolved.current };
      }
    },
    forgetInvalid,
    markInvalid: (count) => setStatus({ type: 'invalid', count }),
    startOver: () => {
      unresolved.current = [];
      setStatus({ type: 'idle' });
    },
  };
}

/** Null for conflicts, which are merged or shown in a dialog and need no notice. */
function wordsFor({ reason }: SaveFailure): string | null {
  if (reason === 'conflict' || reason === 'draft-moved') return null;
  if (reason === 'slug-taken') return invalid.slugTaken;
  return reason === 'unauthenticated' ? texts.notAuthenticated : failureReasons[reason].words;
}
