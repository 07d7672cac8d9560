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
  const { isOn, isPending, clash, keeper } = draft;
  const store = useDocumentStore();
  const every = lookEvery(others);
  useQuery({
    queryKey: ['draft', kind, id],
    queryFn: async () => {
      const stored = valueOf(await store.read(draftPath(kind, id), ['rev']));
      const newest = Number(stored?.['rev'] ?? 0);
      if (newest !== (keeper.state().kept?.draft.rev ?? 0)) await keeper.look();
      return newest;
    },
    enabled: isOn && isEditing && !isPending && clash === null,
    refetchInterval: every,
    refetchOnWindowFocus: true,
    // Who types looks no more often: every write of theirs would be followed by a look.
    staleTime: every,
    retry: false,
    gcTime: 0,
  });
}
