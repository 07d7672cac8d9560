import { Button, chakra, Flex } from '@chakra-ui/react';
import { Suspense, useDeferredValue, useState } from 'react';
import { counted } from '@frontage/model/dates';
import type { Kind } from '@frontage/model/kinds/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { lazyDialog } from '../../ui/lazy.tsx';
import type { AboutBulk, MoreActions } from './bulk-actions.tsx';
import type { Selection } from './list-view.tsx';

interface BulkToolsProps<K extends Kind> {
  kind: K;
  /** The selectable documents, on all pages of the list. */
  documents: readonly ListedDocuments[K][];
  /** The selectable documents on the current page. */
  shown: readonly ListedDocuments[K][];
  /** Whether all documents are loaded: until then, each is selected alone, and actions wait. */
  isWhole: boolean;
  selection: Selection;
  /** A further text for the confirmation of a bulk action. */
  about?: AboutBulk;
  /** Further buttons for the selection, disabled while an action runs. */
  more?: MoreActions | undefined;
}

const BulkActions = lazyDialog(() => import('./bulk-actions.tsx'));

/** Selects all documents on the page; with a selection, shows the bulk actions. */
export function BulkTools<K extends Kind>(props: BulkToolsProps<K>) {
  const { kind, documents, shown, isWhole, selection, about, more } = props;
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
        <Flex mb="3" px="3" gap="3" align="center" minH="6" wrap="wrap">
          <chakra.label display="flex" gap="3" alignItems="center" textStyle="sm" cursor="pointer">
            <chakra.input
              type="checkbox"
              boxSize="1.125rem"
              accentColor="ink.solid"
              disabled={!isWhole}
              checked={isWhole && shown.length > 0 && shown.every(({ id }) => selection.has(id))}
              onChange={(event) =>
                selection.select(
                  shown.map(({ id }) => id),
                  event.target.checked,
                )
              }
            />
            {shown.length < documents.length ? 'Select all on this page' : 'Select all'}
          </chakra.label>
          {isWhole && shown.length < documents.length && shown.every(({ id }) => selection.has(id)) && (
            <Button
              size="xs"
              variant="ghost"
              disabled={selected.length === documents.length}
              onClick={() =>
                selection.select(
                  documents.map(({ id }) => id),
                  true,
                )
              }
            >
              {selected.length === documents.length
                ? `All ${counted(documents.length, 'match', 'matches')} selected`
                : `Select all ${counted(documents.length, 'match', 'matches')}`}
            </Button>
          )}
        </Flex>
      )}
      <Suspense>
        {isDrawn && <BulkActions kind={kind} selected={selected} selection={selection} about={about} more={more} />}
      </Suspense>
    </>
  );
}
