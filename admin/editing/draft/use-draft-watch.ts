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
 * Milliseconds between two looks at a draft: what somebody else keeps of it half a second after they type is seen within
 * 2 seconds by those who have it open together, and within 10 by somebody alone with it.
 */
const lookEvery = (others: number): number => (others > 0 ? 1_200 : 9_000);

/** Takes into the form what somebody else makes of the draft, in a tab that is seen. */
export function useDraftWatch(draft: EditedDraft, { kind, id, isEditing, others }: WatchSetup): void {
  const { isOn, isPending, clash, kept, keeper } = draft;
  const store = useDocumentStore();
  const rev = kept?.draft.rev ?? 0;
  useQuery({
    queryKey: ['draft', kind, id, rev],
    queryFn: async () => {
      const stored = valueOf(await store.read(draftPath(kind, id), ['rev']));
      const newest = Number(stored?.['rev'] ?? 0);
      if (newest !== rev) await keeper.look();
      return newest;
    },
    enabled: isOn && isEditing && !isPending && clash === null,
    refetchInterval: lookEvery(others),
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
    gcTime: 0,
  });
}
