import { useMemo, useState } from 'react';
import { abilities } from '@frontage/model/abilities';
import type { Kind } from '@frontage/model/kinds';
import { useViewer } from '../../lib/viewer.ts';

export type BulkName = 'publish' | 'unpublish' | 'delete';

export interface Selection {
  /** What this person may do with many documents of the kind at once; where it is nothing, none can be selected. */
  actions: readonly BulkName[];
  has(id: string): boolean;
  select(ids: readonly string[], isSelected: boolean): void;
  clear(): void;
}

/** The documents that are ticked in a list; the same object while these are the same. */
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
