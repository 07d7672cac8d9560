import type { Savable } from '@frontage/model/kinds';
import { presenceInterval, type Present } from './presence.ts';
import { documentPath } from '@frontage/model/writes/document-paths';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { versionOf } from '../../lib/documents/document.ts';
import type { Editor } from '../editor.ts';
import { useReadAuthor } from './author.ts';
import { usePresence } from './use-presence.ts';

/** A newer version of the open document by another user, or its deletion. */
export type NewerVersion = { type: 'saved'; who: string; at: string } | { type: 'deleted' };

interface Watch {
  others: readonly Present[];
  /** Null while the stored version is the base of the edit. */
  newer: NewerVersion | null;
}

/** Polls in a visible tab for newer versions of the open document and for other users that have it open. */
export function useWatch<Input extends FieldValues, Fields>(
  { origin, status, conflict }: Editor<Input, Fields>,
  { kind, isEditing }: { kind: Savable; isEditing: boolean },
): Watch {
  const store = useDocumentStore();
  const readAuthor = useReadAuthor();
  const { id, base } = origin;
  const isWatched = base !== null;
  const others = usePresence({ kind, id, isHere: isWatched && isEditing });
  const isSaving = status.type === 'saving';
  const rev = base?.rev ?? 0;
  const { data: newer } = useQuery({
    queryKey: ['newer', kind, id, rev],
    queryFn: async (): Promise<NewerVersion | null> => {
      const stored = valueOf(await store.read(documentPath(kind, id), ['rev', 'updated_by', 'updated_at']));
      if (stored === null) return { type: 'deleted' };
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
