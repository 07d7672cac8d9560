import type { Kind, Savable } from '@frontage/model/kinds/kinds';
import { notices } from '@frontage/model/messages';
import type { Base, SaveIntent } from '@frontage/model/changes/document-writes';
import { abilities } from '@frontage/model/permissions';
import { useRef } from 'react';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useAction, type Write } from '../../ui/action.ts';
import { type ToastAction, useNotify } from '../../ui/toaster.tsx';
import { runEach } from '../../ui/list-rows.ts';
import { useRecordSave } from '../editor/live.queries.ts';
import { useUndoneRevisions } from './undone-revisions.ts';

/**
 * The Undo button of a notice about a change of the documents `ids`. A notice about their next change replaces it. `run`
 * resolves to true if everything was undone.
 */
export const undoAction = (kind: Savable, ids: readonly string[], run: () => Promise<boolean>): ToastAction => ({
  label: 'Undo',
  run,
  documents: ids.map((id) => `${kind}/${id}`),
});

/** A document as it was before a save, to be written over the revision of that save. */
export interface UndoSnapshot extends Omit<SaveIntent, 'uid' | 'kind'> {
  /** The display name for notices. */
  name: string;
  /** Whether visitors see the document before and after the undo. */
  visibility: { wasPublic: boolean; isPublic: boolean };
}

class UndoConflictError extends Error {}

/**
 * Undoes saves, step by step: the documents of a step are written together or not at all. Notifies the user; true if
 * every step was undone. A further call with the same steps undoes those that failed.
 */
export function useUndo(kind: Savable): (steps: readonly (readonly UndoSnapshot[])[]) => Promise<boolean> {
  const store = useDocumentStore();
  const write = useWrite();
  const refresh = useRefresh();
  const noteSave = useRecordSave();
  const notify = useNotify();
  const { user } = useStaff();
  const { note, latest } = useUndoneRevisions();
  const undone = useRef(new WeakSet<readonly UndoSnapshot[]>());

  const undoStep = async (step: readonly UndoSnapshot[]): Promise<void> => {
    const { saveTogether, undoFailures } = await import('../../lib/documents/change-document.ts');
    const intents = step.map((snapshot) => {
      const { id, base } = snapshot;
      return { ...snapshot, kind, uid: user.uid, base: base && { ...base, rev: latest(kind, id, base.rev) } };
    });
    const outcome = await write(() => saveTogether(store, intents));
    if (outcome !== 'done') throw new UndoConflictError(undoFailures[outcome]);
    undone.current.add(step);
    for (const [index, { id, base, visibility }] of intents.entries()) {
      const rev = (base?.rev ?? 0) + 1;
      noteSave(kind, id, { rev, ...visibility });
      const saved = step[index]?.base;
      if (saved) note(kind, id, { same: saved.rev - 1, rev });
    }
  };

  return async (all) => {
    const steps = all.filter((step) => !undone.current.has(step));
    const results = await runEach(steps, undoStep, () => {});
    await refresh(kind);
    const failed = results.filter(({ error }) => error !== null);
    const [first] = failed;
    const about = namesOf(failed.length > 0 ? failed.map(({ item }) => item) : steps);
    if (!first) notify.success({ ...notices.undone, about });
    else if (first.error instanceof UndoConflictError)
      notify.failure({ ...notices.notUndone, about, description: first.error.message });
    else notify.failure({ ...notices.notUndone, about }, first.error);
    return failed.length === 0;
  };
}

const maxNames = 3;

const namesOf = (steps: readonly (readonly UndoSnapshot[])[]): string =>
  shortList(steps.flat().map(({ name }) => name));

/** The first names of a list, and the number of the others. */
export function shortList(names: readonly string[]): string {
  const more = names.length - maxNames;
  return [...names.slice(0, maxNames), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** The result of a save. */
export type Saved = Pick<UndoSnapshot, 'name' | 'visibility'> & { base: Base };

/**
 * The previous values of the fields that a save wrote. Null if they are not known, or if the save removed a password,
 * which is stored nowhere else.
 */
export function undoSnapshot(
  before: Prepared | null,
  { id, base, companions }: Pick<SaveIntent, 'id' | 'base' | 'companions'>,
  saved: Saved,
): UndoSnapshot | null {
  if (before === null) return null;
  const losesPassword = base?.isProtected && (companions.passwordHash !== undefined || !saved.base.isProtected);
  if (losesPassword) return null;
  const { embed } = before.companions;
  const { wasPublic: isPublic, isPublic: wasPublic } = saved.visibility;
  return {
    ...saved,
    id,
    fields: before.fields,
    companions: companions.embed !== undefined && embed !== undefined ? { embed } : {},
    visibility: { wasPublic, isPublic },
  };
}

/** A document that was just created. */
interface Created {
  kind: Kind;
  id: string;
  rev: number;
  /** The display name for notices. */
  name: string;
  isPublished: boolean;
}

/**
 * Returns the function that undoes the creation of a document by moving it to the trash; it notifies the user and
 * returns true if that worked. Null for users that may not delete the document.
 */
export function useUndoCreate(): (created: Created) => (() => Promise<boolean>) | null {
  const store = useDocumentStore();
  const { perform } = useAction();
  const refresh = useRefresh();
  const notify = useNotify();
  const viewer = useViewer();
  const { user } = useStaff();
  const { latest } = useUndoneRevisions();

  const undo = async ({ kind, id, rev: created, name: about }: Created): Promise<boolean> => {
    const rev = latest(kind, id, created);
    const remove = async (write: Write) => {
      const { undoCreate, undoFailures } = await import('../../lib/documents/change-document.ts');
      const outcome = await write(() => undoCreate(store, { kind, id, rev, uid: user.uid }));
      if (outcome !== 'done') throw new Error(undoFailures[outcome]);
      notify.success({ ...notices.undone, about });
    };
    return perform({ ...notices.notUndone, about }, remove, { settle: () => refresh(kind) });
  };

  return (created) => {
    const document = { created_by: viewer.uid, is_published: created.isPublished };
    return abilities(created.kind, viewer, document).canDelete ? () => undo(created) : null;
  };
}

/** The content that a save writes. */
export type Prepared = Pick<SaveIntent, 'fields' | 'companions'>;
