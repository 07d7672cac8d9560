import { chakra, Flex } from '@chakra-ui/react';
import type { Kind, KindDocuments } from '../../../lib/documents/kinds.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkResults } from './bulk-results.tsx';
import { useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface BulkToolsProps<K extends Kind> {
  kind: K;
  /** Everything that can be selected, on every page of the list. */
  documents: readonly KindDocuments[K][];
  /** The part of it on the screen. */
  shown: readonly KindDocuments[K][];
  selection: Selection;
}

/** Ticks all that is shown, offers what can be done with what is ticked, and tells what became of each. */
export function BulkTools<K extends Kind>({ kind, documents, shown, selection }: BulkToolsProps<K>) {
  const bulk = useBulk(kind);
  if (selection.actions.length === 0) return null;
  const selected = documents.filter(({ id }) => selection.has(id));
  const isPartOfMore = shown.length < documents.length;

  const start = async (name: string) => {
    if (await bulk.ask(name, selected)) selection.clear();
  };

  return (
    <>
      <Flex mb="3" px={{ base: '4', md: '5' }}>
        <chakra.label display="flex" gap="3" alignItems="center" textStyle="sm" cursor="pointer">
          <chakra.input
            type="checkbox"
            boxSize="1.125rem"
            accentColor="ink.solid"
            checked={shown.length > 0 && shown.every(({ id }) => selection.has(id))}
            onChange={(event) =>
              selection.select(
                shown.map(({ id }) => id),
                event.target.checked,
              )
            }
          />
          {isPartOfMore ? 'Select all on this page' : 'Select all'}
        </chakra.label>
      </Flex>
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
          done={bulk.finished.done}
          results={bulk.finished.results}
          onClose={bulk.dismiss}
          onRetry={() => void (bulk.finished && bulk.run(bulk.finished.name, bulk.finished.failed))}
        />
      )}
    </>
  );
}
