import { Button, Flex } from '@chakra-ui/react';
import { pagesBelow } from '@frontage/model/navigation';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { useState } from 'react';
import { documentName, isPublic } from '../../lib/documents/document.ts';
import { SelectField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { parentOptions, withDescendants } from './page-tree.ts';
import { usePageMoves } from './use-page-moves.tsx';

export interface MoveDialogProps {
  /** The pages to move; pages below them move along. */
  moved: readonly ListedPage[];
  onClose: () => void;
  onMoved?: () => void;
}

/** Asks for the parent and the position of pages, then moves them. */
export default function MoveDialog({ moved, onClose, onMoved }: MoveDialogProps) {
  const { pages, move } = usePageMoves();
  const ids = moved.map(({ id }) => id);
  const [only] = moved.length === 1 ? moved : [];
  const [parent, setParent] = useState(only?.parent_id ?? '');
  const [position, setPosition] = useState('last');
  const [isRunning, setRunning] = useState(false);
  const unable = new Set(ids.flatMap((id) => [...withDescendants(pages, id)]));
  const parents = parentOptions(pages, '', null).filter(({ value }) => !unable.has(value));
  const parentId = parents.some(({ value }) => value === parent && value !== '') ? parent : null;
  const siblings = (pagesBelow(pages).get(parentId) ?? []).filter(({ id }) => !ids.includes(id));

  const run = async () => {
    setRunning(true);
    const after = position === 'first' ? null : position === 'last' ? 'last' : position.slice('after '.length);
    const isMoved = await move({ ids, parentId, after });
    setRunning(false);
    if (!isMoved) return;
    onMoved?.();
    onClose();
  };

  return (
    <Modal
      isOpen
      onClose={onClose}
      title={only ? `Move “${documentName(only)}”` : `Move ${moved.length} pages`}
      description="Their subpages move with them."
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isRunning} loadingText="Move" onClick={() => void run()}>
            Move
          </Button>
        </>
      }
    >
      <Flex direction="column" gap="3">
        <SelectField
          label="Parent page"
          options={parents}
          select={{
            value: parentId ?? '',
            onChange: ({ target }) => {
              setParent(target.value);
              setPosition('last');
            },
          }}
        />
        <SelectField
          label="Position"
          options={[
            { value: 'first', label: 'First' },
            ...siblings.map((page) => ({ value: `after ${page.id}`, label: `After “${documentName(page)}”` })),
            { value: 'last', label: 'Last' },
          ]}
          select={{ value: position, onChange: ({ target }) => setPosition(target.value) }}
        />
        {moved.some(isPublic) && (
          <Note kind="info">Visitors see published pages at their new position at once. You can undo this.</Note>
        )}
      </Flex>
    </Modal>
  );
}
