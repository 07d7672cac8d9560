import type { Savable } from '@frontage/model/kinds';
import { documentPath, draftPath } from '@frontage/model/writes/write';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { versionOf } from '../../lib/documents/document.ts';
import type { EditedDraft, Editor } from '../editor.ts';
import { presenceInterval, type Present, usePresence, useReadAuthor } from '../presence.ts';

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

/** A newer version of the open document by another user, or its deletion. */
export type NewerVersion = { type: 'saved'; who: string; at: string } | { type: 'deleted' };

interface Watch {
  others: readonly Present[];
  /** Null while the stored version is the base of the edit. */
  newer: NewerVersion | null;
}

/** Polls in a visible tab for newer versions of the open document and for other users that have it open. */
export function useWatch<Input extends FieldValues, Fields>(
  { origin, status, conflict, draft }: Editor<Input, Fields>,
  { kind, isEditing }: { kind: Savable; isEditing: boolean },
): Watch {
  const store = useDocumentStore();
  const readAuthor = useReadAuthor();
  const { id, base } = origin;
  const isWatched = base !== null || draft.kept !== null;
  const others = usePresence({ kind, id, isHere: isWatched && isEditing });
  const isSaving = status.type === 'saving';
  const rev = base?.rev ?? 0;
  const { data: newer } = useQuery({
    queryKey: ['newer', kind, id, rev],
    queryFn: async (): Promise<NewerVersion | null> => {
      const stored = valueOf(await store.read(documentPath(kind, id), ['rev', 'updated_by', 'updated_at']));
      if (stored === null) return rev === 0 ? null : { type: 'deleted' };
      const version = versionOf(stored);
      if (version.rev <= rev) return null;
      const who = await readAuthor({ kind, id, uid: version.updated_by });
      return { type: 'saved', who, at: version.updated_at };
    },
    enabled: isWatched && isEditing && !isSaving && conflict === null,
    refetchInterval: presenceInterval(others.length),
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
    gcTime: 0,
  });
  return { others, newer: isSaving ? null : (newer ?? null) };
}
