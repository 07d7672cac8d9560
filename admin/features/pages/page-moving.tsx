import { abilities } from '@frontage/model/permissions';
import { documentName } from '../../lib/documents/document.ts';
import { useViewer } from '../../lib/session.tsx';
import type { GridRow, PageRow } from './page-tree.ts';
import { TreeMoving } from './tree-moving.tsx';
import { usePageMoves } from './use-page-moves.tsx';

export interface PageMovingProps {
  rows: readonly GridRow<PageRow>[];
}

/** Moves pages of the list by dragging, with the pointer or the keyboard. Loads after the list is shown. */
export default function PageMoving({ rows }: PageMovingProps) {
  const viewer = useViewer();
  const { move } = usePageMoves();
  return (
    <TreeMoving
      rows={rows.map(({ entry: { document }, depth, isClosed }) => ({
        id: document.id,
        name: documentName(document),
        depth,
        isClosed: isClosed ?? false,
        isMovable: abilities('page', viewer, document).canEdit,
      }))}
      onMove={(id, place) => void move({ ids: [id], ...place })}
    />
  );
}
