import type { Kind, KindDocuments } from '@frontage/model/kinds';
import { BulkBar } from './bulk-bar.tsx';
import { BulkResults } from './bulk-results.tsx';
import { bulkWords, useBulk } from './use-bulk.tsx';
import type { BulkName, Selection } from './use-selection.ts';

interface BulkActionsProps<K extends Kind> {
  kind: K;
  selected: readonly KindDocuments[K][];
  selection: Selection;
  aboutDeletion: ((ids: readonly string[]) => string) | undefined;
}

/** What can be done with what is ticked, and what became of each. */
export default function BulkActions<K extends Kind>({ kind, selected, selection, aboutDeletion }: BulkActionsProps<K>) {
  const bulk = useBulk(kind, aboutDeletion);

  const start = async (name: BulkName) => {
    if (await bulk.ask(name, selected)) selection.clear();
  };

  return (
    <>
      <BulkBar
        count={selected.length}
        noun={kind}
        actions={selection.actions}
        progress={bulk.progress}
        onAction={(name) => void start(name)}
        onClear={selection.clear}
      />
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
