import { EyeOff, Send, Trash2, type Icon } from '#icons';
import { useState } from 'react';
import { documentName } from '../../lib/documents/document.ts';
import { canRestore } from '@frontage/model/abilities';
import { notices } from '@frontage/model/messages';
import type { Kind } from '@frontage/model/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { useViewer } from '../../lib/session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { NameList } from '../../ui/name-list.tsx';
import { keepRowFocus } from '../../ui/row-focus.ts';
import { useNotify } from '../../ui/toaster.tsx';
import type { BulkResult } from './bulk-results.tsx';
import { undoAction } from '../save/undo-action.ts';
import { useUndo, type UndoSnapshot } from '../save/use-undo.ts';
import { runEach } from './run-each.ts';
import type { BulkName, Selection } from './use-selection.ts';
import { useListChanges, type ListChanges } from './use-list-changes.ts';

interface BulkWords {
  /** Label of the button. */
  label: string;
  icon: Icon;
  /** The result, shown for each document. */
  done: string;
  warning: string;
  isDanger?: boolean;
}

export const bulkWords: Record<BulkName, BulkWords> = {
  publish: { label: 'Publish', icon: Send, done: 'Published', warning: 'Visitors will be able to see them.' },
  unpublish: {
    label: 'Unpublish',
    icon: EyeOff,
    done: 'Unpublished',
    warning: 'Visitors will no longer be able to see them.',
  },
  delete: {
    label: 'Delete',
    icon: Trash2,
    done: 'Deleted',
    warning: 'They leave the site and stay in the trash for 30 days. Editors and administrators can restore them.',
    isDanger: true,
  },
};

function isAlready<K extends Kind>(name: BulkName, { is_published }: ListedDocuments[K]): boolean {
  return name === 'publish' ? is_published : name === 'unpublish' && !is_published;
}

/** Applies the action. Returns the data for undo; null for a deletion, which is undone from the trash. */
async function applyAction<K extends Kind>(
  name: BulkName,
  changes: ListChanges<K>,
  document: ListedDocuments[K],
): Promise<UndoSnapshot | null> {
  if (name !== 'delete')
    return changes.patch(document, { is_published: name === 'publish' } as Partial<ListedDocuments[K]>);
  await changes.remove(document);
  return null;
}

interface FinishedBulk<K extends Kind> {
  name: BulkName;
  results: readonly BulkResult[];
  failed: readonly ListedDocuments[K][];
  restoreFocus: () => void;
}

/** A further effect of an action on these documents, as a sentence; empty for none. */
export type AboutBulk = (name: BulkName, ids: readonly string[]) => string;

/** Publishes, unpublishes or deletes many documents one by one and reports the result of each. */
export function useBulk<K extends Kind>(kind: K, selection: Selection, about: AboutBulk = () => '') {
  const changes = useListChanges(kind);
  const undo = useUndo(kind);
  const viewer = useViewer();
  const confirm = useConfirm();
  const notify = useNotify();
  const [progress, setProgress] = useState<number | null>(null);
  const [finished, setFinished] = useState<FinishedBulk<K> | null>(null);

  const count = (documents: readonly unknown[]) =>
    documents.length === 1 ? `1 ${kind}` : `${documents.length} ${kind}s`;

  const restoreAll = async (documents: readonly ListedDocuments[K][]): Promise<void> => {
    const results = await runEach(
      documents,
      ({ id }) => changes.restore(id),
      () => {},
    );
    const failed = results.filter(({ error }) => error !== null);
    if (failed.length === 0) notify.success({ ...notices.undone, about: count(documents) });
    else notify.failure({ ...notices.notUndone, about: count(failed) }, failed[0]?.error);
  };

  const run = async (name: BulkName, documents: readonly ListedDocuments[K][]): Promise<void> => {
    const restoreFocus = keepRowFocus(...documents.map(({ id }) => id));
    setFinished(null);
    setProgress(0);
    const steps: UndoSnapshot[][] = [];
    const results = await runEach(
      documents.filter((document) => !isAlready(name, document)),
      async (document) => {
        const snapshot = await applyAction(name, changes, document);
        if (snapshot) steps.push([snapshot]);
      },
      setProgress,
    );
    setProgress(null);
    const failed = results.filter(({ error }) => error !== null).map(({ item }) => item);
    const done = documents.filter((document) => !failed.includes(document));
    selection.select(
      done.map(({ id }) => id),
      false,
    );
    if (failed.length === 0) {
      const undoAll = () => (name === 'delete' ? restoreAll(done) : undo(steps));
      const canUndo = name === 'delete' ? canRestore(viewer) : steps.length > 0;
      const ids = results.map(({ item }) => item.id);
      const action = canUndo ? undoAction(kind, ids, undoAll) : undefined;
      notify.success({ title: `${bulkWords[name].done}: ${count(documents)}` }, action);
      restoreFocus();
      return;
    }
    const named = results.map(({ item, error }) => ({ id: item.id, name: documentName(item), error }));
    setFinished({ name, results: named, failed, restoreFocus });
  };

  const ask = async (name: BulkName, documents: readonly ListedDocuments[K][]): Promise<void> => {
    const { label, warning, isDanger = false } = bulkWords[name];
    const more = about(
      name,
      documents.map(({ id }) => id),
    );
    const isYes = await confirm({
      title: `${label} ${count(documents)}?`,
      description: `${warning} ${more}`.trim(),
      more: <NameList names={documents.map(documentName)} />,
      action: label,
      ...(isDanger ? { tone: 'danger' as const } : {}),
    });
    if (isYes) await run(name, documents);
  };

  const dismiss = () => {
    finished?.restoreFocus();
    setFinished(null);
  };

  return { progress, finished, ask, run, dismiss };
}
