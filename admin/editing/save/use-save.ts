import { invalid, texts, type Notice } from '@frontage/model/messages';
import type { Savable } from '@frontage/model/kinds';
import type { ReadDraft } from '@frontage/model/writes/plan-draft';
import type { Base, SaveIntent } from '@frontage/model/writes/plan-save';
import { useCallback, useRef, useState } from 'react';
import { DocumentError } from '../../lib/documents/document-store.ts';
import { saveDocument, type Attempt, type SaveFailure, type SaveOutcome } from '../../lib/documents/save-document.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { failureReasons } from '../../lib/failure-reasons.ts';
import { plainFailure } from '../../lib/failures.ts';
import { useStaff } from '../../lib/session.tsx';
import { useSignInAgain } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { useNoteSave } from '../live/live.queries.ts';
import { formerOf, type Saved } from './former.ts';
import type { Prepared } from './prepared.ts';
import type { SaveStatus } from './save-status.ts';
import { undoAction } from './undo-action.ts';
import { usePutAway } from './use-put-away.ts';
import { useUndo } from './use-undo.ts';

interface SaveOrder {
  id: string;
  /** Null while nothing has ever been saved. */
  base: Base | null;
  /** The draft that it publishes and ends; null where there is none. */
  draft: ReadDraft | null;
  /** What is written. Rejects with words for staff when it cannot be made. */
  prepared: Prepared | Promise<Prepared>;
  /** The same of what stands there, so that the save can be taken back; null where that is not known, and of what is new. */
  before: Promise<Prepared | null>;
  /** Whether visitors see it before and after. */
  visibility: { wasPublic: boolean; isPublic: boolean };
  notices: { saved: Notice; failed(words: string): Notice };
  /** Called once the save was taken back by the notice that tells of it. */
  onUndone: () => void;
}

export interface SaveEngine {
  status: SaveStatus;
  /**
   * Saves, tells staff what became of it, and follows what was saved to the site. A conflict is only reported: whoever
   * asked shows it.
   */
  save(order: SaveOrder): Promise<SaveOutcome>;
  /** Says that the form was not valid: nothing was tried. */
  markInvalid(count: number): void;
  /** What was wrong is being corrected. */
  forgetInvalid(): void;
  /** Forgets earlier tries: what is edited builds on something else from now on. */
  startOver(): void;
}

/** The one way to Firestore for what staff edit: documents of every kind, and settings. */
export function useSave(kind: Savable): SaveEngine {
  const { user } = useStaff();
  const signInAgain = useSignInAgain();
  const store = useDocumentStore();
  const noteSave = useNoteSave();
  const notify = useNotify();
  const [status, setStatus] = useState<SaveStatus>({ type: 'idle' });
  const forgetInvalid = useCallback(() => {
    setStatus((before) => (before.type === 'invalid' ? { type: 'idle' } : before));
  }, []);
  const undo = useUndo(kind);
  const putAway = usePutAway();
  const unresolved = useRef<readonly Attempt[]>([]);

  /** How a save is taken back; null where it cannot be. */
  const wayBack = (intent: SaveIntent, before: Prepared | null, saved: Saved): (() => Promise<boolean>) | null => {
    if (intent.base === null && kind !== 'setting') {
      const { base, name, visibility } = saved;
      return putAway({ kind, id: intent.id, rev: base.rev, name, isPublished: visibility.isPublic });
    }
    const former = formerOf(before, intent, saved);
    return former && (() => undo([[former]]));
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
        const [written, former] = await Promise.all([prepared, before]);
        const intent = { kind, id, base, draft, uid: user.uid, ...written };
        let outcome = await saveDocument(store, intent, unresolved.current);
        // These two may only mean that the sign-in has ended.
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
          const undo = wayBack(intent, former, saved);
          const takeBack = undo && (() => undo().then((isUndone) => isUndone && onUndone()));
          notify.success(notices.saved, takeBack ? undoAction(kind, [id], takeBack) : undefined);
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

/** Null for what is asked, or met without a question: no notice's matter. */
function wordsFor({ reason }: SaveFailure): string | null {
  if (reason === 'conflict' || reason === 'draft-moved') return null;
  if (reason === 'slug-taken') return invalid.slugTaken;
  return reason === 'unauthenticated' ? texts.notAuthenticated : failureReasons[reason].words;
}
