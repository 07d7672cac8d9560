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
  /** How many others have it open. */
  others: number;
}

/**
 * Milliseconds between two reads of a draft. Changes are stored half a second after typing, so that other
 * editors with the same document open see them within 2 seconds, and a single reader within 10.
 */
const lookEvery = (others: number): number => (others > 0 ? 1_200 : 9_000);

/** Merges changes of the draft by other people into the form, while the tab is visible. */
export function useDraftWatch(draft: EditedDraft, { kind, id, isEditing, others }: WatchSetup): void {
  const { isOn, isPending, clash, sync } = draft;
  const store = useDocumentStore();
  const every = lookEvery(others);
  useQuery({
    queryKey: ['draft', kind, id],
    queryFn: async () => {
      // Not by its revision: a draft that was deleted and created again may have the same one.
      const stored = valueOf(await store.readVersion(draftPath(kind, id), ['rev']));
      const newest = stored?.version ?? '';
      const { kept, clash: met } = sync.state();
      if (newest !== ((met?.theirs ?? kept)?.version ?? '')) await sync.refresh();
      return newest;
    },
    // The versions of an open choice stay the same.
    enabled: isOn && isEditing && !isPending && clash?.isShown !== true,
    refetchInterval: every,
    refetchOnWindowFocus: true,
    // Without it, every write during typing would be followed by a read.
    staleTime: every,
    retry: false,
    gcTime: 0,
  });
}
