import type { Kind } from '@frontage/model/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { BulkBar } from './bulk-bar.tsx';
import { BulkResults } from './bulk-results.tsx';
import { keepRowFocus } from '../../ui/row-focus.ts';
import { bulkWords, useBulk, type AboutBulk } from './use-bulk.tsx';
import type { Selection } from './use-selection.ts';

interface BulkActionsProps<K extends Kind> {
  kind: K;
  selected: readonly ListedDocuments[K][];
  selection: Selection;
  about: AboutBulk | undefined;
}

/** The actions on the selected documents, and the results. `bulk-tools.tsx` loads this module. */
export default function BulkActions<K extends Kind>({ kind, selected, selection, about }: BulkActionsProps<K>) {
  const bulk = useBulk(kind, selection, about);

  const clear = () => {
    const restoreFocus = keepRowFocus(...selected.map(({ id }) => id));
    selection.clear();
    restoreFocus();
  };

  return (
    <>
      <BulkBar
        count={selected.length}
        noun={kind}
        actions={selection.actions}
        progress={bulk.progress}
        onAction={(name) => void bulk.ask(name, selected)}
        onClear={clear}
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
