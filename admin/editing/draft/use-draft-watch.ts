import type { Savable } from '@frontage/model/kinds';
import { draftPath } from '@frontage/model/writes/document-paths';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import type { EditedDraft } from './use-draft.ts';

interface WatchSetup {
  kind: Savable;
  id: string;
  isEditing: boolean;
  /** The number of other users with the document open. */
  others: number;
}

/**
 * Milliseconds between two reads of a draft. Changes are stored half a second after typing, so that other
 * editors with the same document open see them within 2 seconds, and a single reader within 10.
 */
const readInterval = (others: number): number => (others > 0 ? 1_200 : 9_000);

/** Merges changes of the draft by other users into the form, while the tab is visible. */
export function useDraftWatch(draft: EditedDraft, { kind, id, isEditing, others }: WatchSetup): void {
  const { isOn, isPending, clash, sync } = draft;
  const store = useDocumentStore();
  const every = readInterval(others);
  useQuery({
    queryKey: ['draft', kind, id],
    queryFn: async () => {
      // Compares versions, not revisions: a draft that was deleted and created again may have the same revision.
      const stored = valueOf(await store.readVersion(draftPath(kind, id), ['rev']));
      const newest = stored?.version ?? '';
      const { kept, clash: open } = sync.state();
      if (newest !== ((open?.theirs ?? kept)?.version ?? '')) await sync.refresh();
      return newest;
    },
    // While the conflict dialog is open, its versions must not change.
    enabled: isOn && isEditing && !isPending && clash?.isShown !== true,
    refetchInterval: every,
    refetchOnWindowFocus: true,
    // Without a stale time, every write during typing would be followed by a read.
    staleTime: every,
    retry: false,
    gcTime: 0,
  });
}
