import { draftNotices, invalid, type Notice } from '@frontage/model/messages';
import type { Savable } from '@frontage/model/kinds';
import { useState } from 'react';
import { DocumentError } from '../../lib/documents/document-store.ts';
import { documentName, isPublic } from '../../lib/documents/document.ts';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { publishDraft, type PublishOutcome } from '../../lib/documents/save-document.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { plainFailure } from '../../lib/errors.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { baseAfter } from '@frontage/model/writes/plan-save';
import { type Saved, undoAction, undoSnapshot, type UndoSnapshot, useUndo } from '../save/use-undo.ts';
import { useRecordSave } from '../live/live.queries.ts';
import type { DraftSync } from '../editor.ts';
import { useRefreshDrafts } from './listed-drafts.queries.ts';

type Published = PublishOutcome & { ok: true };

interface ReviewSetup {
  kind: Savable;
  id: string;
  /** The compared draft: only this version is published or returned. */
  shown: KeptDraft;
  sync: DraftSync;
  onClose: () => void;
  onDone: () => void;
}

/** Publishes or returns a submitted draft. */
export function useReview({ kind, id, shown, sync, onClose, onDone }: ReviewSetup) {
  const { user } = useStaff();
  const store = useDocumentStore();
  const refresh = useRefresh();
  const refreshDrafts = useRefreshDrafts();
  const noteSave = useRecordSave();
  const undo = useUndo(kind);
  const notify = useNotify();
  const write = useWrite();
  const [isBusy, setBusy] = useState(false);

  const reportMoved = (notice: Notice) => {
    // Names the document, so that the next notice, about merged changes, does not replace it.
    notify.failure({ ...notice, about: documentName(shown.draft.data) });
    onClose();
    refreshDrafts(kind);
    void sync.refresh();
  };
  const isAsShown = () => sync.state().kept?.version === shown.version;

  const publishShown = async (): Promise<PublishOutcome> => {
    const outcome = await publishDraft(store, { kind, id, version: shown.version, uid: user.uid });
    if (!outcome.ok && (outcome.reason === 'unauthenticated' || outcome.reason === 'denied')) {
      throw new DocumentError(outcome.reason);
    }
    return outcome;
  };

  const publish = async () => {
    setBusy(true);
    try {
      const outcome = await write(publishShown);
      if (outcome.ok) {
        const { rev, fields, before } = outcome;
        const isShown = (data: object | null) =>
          data !== null && isPublic({ is_published: kind === 'setting', ...data });
        const visibility = { wasPublic: isShown(before.data), isPublic: isShown(fields) };
        noteSave(kind, id, { rev, ...visibility });
        sync.ended();
        void refresh(kind);
        refreshDrafts(kind);
        const about = documentName(fields);
        const snapshot = snapshotOfPublished(id, outcome, { base: baseAfter(rev, fields), name: about, visibility });
        const undoPublish = snapshot && undoAction(kind, [id], () => undo([[snapshot]]));
        notify.success({ ...draftNotices.published, about }, undoPublish ?? undefined);
        onDone();
      } else if (outcome.reason === 'moved') reportMoved(draftNotices.moved);
      else notify.failure({ title: titleFor(outcome), description: wordsFor(outcome) });
    } catch (error) {
      notify.failure({ title: draftNotices.moved.title, description: plainFailure(error) });
    } finally {
      setBusy(false);
    }
  };

  const returnDraft = async (note: string) => {
    if (!isAsShown()) {
      reportMoved(draftNotices.notReturned);
      return;
    }
    setBusy(true);
    const isDone = await sync.applyReviewStep({ type: 'return', note });
    setBusy(false);
    refreshDrafts(kind);
    if (isDone) notify.success(draftNotices.returned);
    else notify.failure(draftNotices.notReturned);
    onClose();
  };

  return { isBusy, publish, returnDraft };
}

function snapshotOfPublished(id: string, { fields, before, embed }: Published, saved: Saved): UndoSnapshot | null {
  const { data } = before;
  if (data === null) return null;
  const snapshot = Object.fromEntries(Object.keys(fields).map((field) => [field, data[field] ?? null]));
  return undoSnapshot(
    { fields: snapshot, companions: before.embed === null ? {} : { embed: before.embed } },
    { id, base: baseAfter(Number(data['rev']), data), companions: embed === null ? {} : { embed } },
    saved,
  );
}

function titleFor({ reason }: PublishOutcome & { ok: false }): string {
  if (reason === 'slug-taken') return 'Choose another slug before you publish';
  return reason === 'invalid' ? 'Fix errors before publishing' : draftNotices.moved.title;
}

function wordsFor(outcome: PublishOutcome & { ok: false }): string {
  if (outcome.reason === 'slug-taken') return invalid.slugTaken;
  if (outcome.reason === 'invalid') return outcome.problems.map(({ message }) => message).join('. ');
  return plainFailure(new DocumentError(outcome.reason === 'moved' ? 'unexpected' : outcome.reason));
}
