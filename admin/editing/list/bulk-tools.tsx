import { chakra, Flex } from '@chakra-ui/react';
import { Suspense, useDeferredValue, useState } from 'react';
import type { Kind } from '@frontage/model/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { lazyDialog } from '../../ui/lazy.tsx';
import type { AboutBulk } from './bulk-actions.tsx';
import type { Selection } from './list-view.tsx';

interface BulkToolsProps<K extends Kind> {
  kind: K;
  /** The selectable documents, on all pages of the list. */
  documents: readonly ListedDocuments[K][];
  /** The selectable documents on the current page. */
  shown: readonly ListedDocuments[K][];
  selection: Selection;
  /** A further text for the confirmation of a bulk action. */
  about?: AboutBulk;
}

const BulkActions = lazyDialog(() => import('./bulk-actions.tsx'));

/** Selects all documents on the page; with a selection, shows the bulk actions. */
export function BulkTools<K extends Kind>({ kind, documents, shown, selection, about }: BulkToolsProps<K>) {
  const selected = documents.filter(({ id }) => selection.has(id));
  // Stays true, because an action that empties the selection must still show its results.
  const [isNeeded, setNeeded] = useState(false);
  if (selected.length > 0 && !isNeeded) setNeeded(true);
  // Rendered after loading, without a fallback: see `useOpenState`.
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
