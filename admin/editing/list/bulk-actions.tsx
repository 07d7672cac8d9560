import { type Kind, kinds } from '@frontage/model/kinds/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { type ReactNode, Suspense, useState } from 'react';
import { canRestore } from '@frontage/model/permissions';
import { notices } from '@frontage/model/messages';
import { Button } from '@chakra-ui/react';
import { EyeOff, type Icon, Layers, Send, Trash2 } from '#icons';
import { keepRowFocus, runEach } from '../../ui/list-rows.ts';
import { documentName } from '../../lib/documents/document.ts';
import { useWholeList } from '../../lib/documents/documents.queries.ts';
import { useViewer } from '../../lib/session.tsx';
import { NameList, useConfirm } from '../../ui/confirm.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { shortList, undoAction, type UndoSnapshot, useUndo } from '../versions/use-undo.ts';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { BulkBar, type BulkResult, BulkResults, type Progress } from './bulk-bar.tsx';
import type { BulkName, Selection } from './list-view.tsx';
import { type ListChanges, useListChanges } from './use-document-actions.tsx';

const BulkLaunchDialog = lazyDialog(() => import('../publish/bulk-launch-dialog.tsx'));

interface BulkActionsProps<K extends Kind> {
  kind: K;
  selected: readonly ListedDocuments[K][];
  selection: Selection;
  about: AboutBulk | undefined;
  more: MoreActions | undefined;
}

/** The actions on the selected documents, and the results. `bulk-tools.tsx` loads this module. */
export default function BulkActions<K extends Kind>({ kind, selected, selection, about, more }: BulkActionsProps<K>) {
  const bulk = useBulk(kind, selection, about);
  const [isAdding, setAdding] = useOpenState(false);

  const clear = () => {
    const restoreFocus = keepRowFocus(...selected.map(({ id }) => id));
    selection.clear();
    restoreFocus();
  };

  return (
    <>
      <BulkBar
        count={selected.length}
        nouns={kinds[kind].nouns}
        actions={selection.actions.map((name) => ({
          ...bulkWords[name],
          run: () => void bulk.ask(name, selected),
        }))}
        progress={bulk.progress}
        more={
          <>
            {more?.(
              selected.map(({ id }) => id),
              bulk.progress !== null,
            )}
            <Button
              size="sm"
              variant="outline"
              colorPalette="gray"
              disabled={bulk.progress !== null}
              onClick={() => setAdding(true)}
            >
              <Layers /> Add to launch
            </Button>
          </>
        }
        onClear={clear}
      />
      <Suspense>
        {isAdding && (
          <BulkLaunchDialog
            {...{ kind, selected }}
            onClose={() => setAdding(false)}
            onAdded={() => {
              setAdding(false);
              clear();
            }}
          />
        )}
      </Suspense>
      {bulk.finished && (
        <BulkResults
          done={bulkWords[bulk.finished.name].done}
          results={bulk.finished.results}
          onClose={bulk.dismiss}
          onRetry={() => void (bulk.finished && bulk.run(bulk.finished.name, bulk.finished.failed))}
        />
      )}
    </>
  );
}

/** Draws further buttons for these documents. */
export type MoreActions = (ids: readonly string[], isDisabled: boolean) => ReactNode;

/** A further effect of an action on these documents, as a sentence; empty for none. */
export type AboutBulk = (name: BulkName, ids: readonly string[]) => string;

interface FinishedBulk<K extends Kind> {
  name: BulkName;
  results: readonly BulkResult[];
  failed: readonly ListedDocuments[K][];
  restoreFocus: () => void;
}

/** Publishes, unpublishes or deletes many documents one by one and reports the result of each. */
function useBulk<K extends Kind>(kind: K, selection: Selection, about: AboutBulk = () => '') {
  const changes = useListChanges(kind);
  const whole = useWholeList(kind);
  const undo = useUndo(kind);
  const viewer = useViewer();
  const confirm = useConfirm();
  const notify = useNotify();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [finished, setFinished] = useState<FinishedBulk<K> | null>(null);

  const { nouns } = kinds[kind];
  const count = (documents: readonly unknown[]) =>
    `${documents.length} ${documents.length === 1 ? nouns.one : nouns.many}`;

  /** Returns the undo of a deletion; a further call restores the documents that are still in the trash. */
  const undoDelete = (deleted: readonly ListedDocuments[K][]) => {
    let left = deleted;
    return async (): Promise<boolean> => {
      const results = await runEach(
        left,
        ({ id }) => changes.restore(id),
        () => {},
      );
      const failed = results.filter(({ error }) => error !== null);
      if (failed.length === 0) notify.success({ ...notices.undone, about: count(left) });
      else {
        const about = shortList(failed.map(({ item }) => documentName(item)));
        notify.failure({ ...notices.notUndone, about }, failed[0]?.error);
      }
      left = failed.map(({ item }) => item);
      return failed.length === 0;
    };
  };

  const run = async (name: BulkName, documents: readonly ListedDocuments[K][]): Promise<void> => {
    const restoreFocus = keepRowFocus(...documents.map(({ id }) => id));
    setFinished(null);
    const report = (done: number) => setProgress({ done, count: documents.length });
    report(0);
    const steps: UndoSnapshot[][] = [];
    const results = await runEach(
      documents,
      async (document) => {
        const snapshot = await applyAction(name, changes, document);
        if (snapshot) steps.push([snapshot]);
      },
      report,
    );
    setProgress(null);
    const failed = results.filter(({ error }) => error !== null).map(({ item }) => item);
    const done = documents.filter((document) => !failed.includes(document));
    selection.select(
      done.map(({ id }) => id),
      false,
    );
    if (done.length > 0) {
      const undoAll = name === 'delete' ? undoDelete(done) : () => undo(steps);
      const canUndo = name === 'delete' ? canRestore(viewer) : steps.length > 0;
      const ids = done.map(({ id }) => id);
      const action = canUndo ? undoAction(kind, ids, undoAll) : undefined;
      notify.success({ title: `${bulkWords[name].done}: ${count(done)}` }, action);
    }
    if (failed.length === 0) return restoreFocus();
    const named = results.map(({ item, error }) => ({ id: item.id, name: documentName(item), error }));
    setFinished({ name, results: named, failed, restoreFocus });
  };

  const ask = async (name: BulkName, documents: readonly ListedDocuments[K][]): Promise<void> => {
    const { label, done, warning, isDanger = false } = bulkWords[name];
    const { affected, already } = splitAffected(name, documents);
    const skipped = already.length === 0 ? '' : `Already ${done.toLowerCase()}: ${count(already)}.`;
    if (affected.length === 0) return notify.info({ title: 'Nothing to change', description: skipped });
    if (!(await whole())) return;
    const more = about(
      name,
      affected.map(({ id }) => id),
    );
    const isYes = await confirm({
      title: `${label} ${count(affected)}?`,
      description: [warning, skipped, more].filter((words) => words !== '').join(' '),
      more: <NameList names={affected.map(documentName)} />,
      action: label,
      ...(isDanger ? { tone: 'danger' as const } : {}),
    });
    if (!isYes) return;
    selection.select(
      already.map(({ id }) => id),
      false,
    );
    await run(name, affected);
  };

  const dismiss = () => {
    finished?.restoreFocus();
    setFinished(null);
  };

  return { progress, finished, ask, run, dismiss };
}

interface BulkWords {
  /** Label of the button. */
  label: string;
  icon: Icon;
  /** The result, shown for each document. */
  done: string;
  warning: string;
  isDanger?: boolean;
}

const bulkWords: Record<BulkName, BulkWords> = {
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
    warning:
      'They are removed from the site and stay in the trash for 30 days. Editors and administrators can restore them.',
    isDanger: true,
  },
};

/** Separates the documents that an action changes from those that already have its result. */
export function splitAffected<Document extends { is_published: boolean }>(
  name: BulkName,
  documents: readonly Document[],
): { affected: Document[]; already: Document[] } {
  const isAlready = ({ is_published }: Document) => name !== 'delete' && is_published === (name === 'publish');
  return {
    affected: documents.filter((document) => !isAlready(document)),
    already: documents.filter(isAlready),
  };
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
