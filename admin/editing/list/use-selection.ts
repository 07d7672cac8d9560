import { useMemo, useState } from 'react';
import { abilities } from '@frontage/model/abilities';
import type { Kind } from '@frontage/model/kinds';
import { useViewer } from '../../lib/session.tsx';

export type BulkName = 'publish' | 'unpublish' | 'delete';

export interface Selection {
  /** The bulk actions this user may run on documents of the kind; without any, nothing can be selected. */
  actions: readonly BulkName[];
  has(id: string): boolean;
  select(ids: readonly string[], isSelected: boolean): void;
  clear(): void;
}

/** The selected documents of a list; the same object while they stay the same. */
export function useSelection(kind: Kind): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const { canPublish, canDelete } = abilities(kind, useViewer(), { created_by: null, is_published: true });
  return useMemo(
    () => ({
      actions: [
        ...(canPublish ? (['publish', 'unpublish'] as const) : []),
        ...(canDelete ? (['delete'] as const) : []),
      ],
      has: (id) => ids.has(id),
      select: (changed, isSelected) =>
        setIds(
          (before) => new Set(isSelected ? [...before, ...changed] : [...before].filter((id) => !changed.includes(id))),
        ),
      clear: () => setIds(new Set()),
    }),
    [canDelete, canPublish, ids],
  );
}
