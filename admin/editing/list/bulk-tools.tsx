import { chakra, Flex } from '@chakra-ui/react';
import { Suspense, useDeferredValue, useState } from 'react';
import type { Kind } from '@frontage/model/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { AboutBulk } from './use-bulk.tsx';
import type { Selection } from './use-selection.ts';

interface BulkToolsProps<K extends Kind> {
  kind: K;
  /** Everything that can be selected, on every page of the list. */
  documents: readonly ListedDocuments[K][];
  /** The part of it on the screen. */
  shown: readonly ListedDocuments[K][];
  selection: Selection;
  /** Asked before something is done to what is ticked. */
  about?: AboutBulk;
}

const BulkActions = lazyPart(() => import('./bulk-actions.tsx'));

/** Ticks all that is shown; once something is ticked, offers what can be done with it. */
export function BulkTools<K extends Kind>({ kind, documents, shown, selection, about }: BulkToolsProps<K>) {
  const selected = documents.filter(({ id }) => selection.has(id));
  // From then on, whatever is left of the list: an action that empties it must still tell what became of it.
  const [isNeeded, setNeeded] = useState(false);
  if (selected.length > 0 && !isNeeded) setNeeded(true);
  // Drawn when it is loaded, with no fallback before: see `useOpened`.
  const isDrawn = useDeferredValue(isNeeded);
  if (selection.actions.length === 0) return null;
  return (
    <>
      {documents.length > 0 && (
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
            {shown.length < documents.length ? 'Select all on this page' : 'Select all'}
          </chakra.label>
        </Flex>
      )}
      <Suspense>
        {isDrawn && <BulkActions kind={kind} selected={selected} selection={selection} about={about} />}
      </Suspense>
    </>
  );
}
