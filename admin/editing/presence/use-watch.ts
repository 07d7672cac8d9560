import type { Kind } from '@frontage/model/kinds';
import { lookEvery, type Present } from '@frontage/model/presence';
import { documentPath } from '@frontage/model/writes/document-paths';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { valueOf } from '../../lib/documents/document-store.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import type { Editor } from '../editor.ts';
import { usePresence } from './use-presence.ts';

/** What somebody else made of the document that is open. */
export type Newer = { type: 'saved'; by: string; at: string } | { type: 'deleted' };

interface Watch {
  others: readonly Present[];
  names: ReadonlyMap<string, string>;
  /** Null while what is stored is what the edit builds on. */
  newer: Newer | null;
}

/** Watches, in a tab that is seen, whether somebody else saves the document that is open, and who has it open too. */
export function useWatch<Input extends FieldValues, Fields>(
  { origin, status, conflict }: Editor<Input, Fields>,
  { kind, isEditing }: { kind: Kind; isEditing: boolean },
): Watch {
  const store = useDocumentStore();
  const { id, base } = origin;
  const isWatched = base !== null;
  const { others, names } = usePresence({ kind, id, isHere: isWatched && isEditing });
  const { data } = useQuery({
    queryKey: ['version', kind, id],
    queryFn: async () => {
      const stored = valueOf(await store.read(documentPath(kind, id), ['rev', 'updated_by', 'updated_at']));
      return { version: toPlain(stored) as { rev?: unknown; updated_by?: unknown; updated_at?: unknown } | null };
    },
    enabled: isWatched && isEditing && status.type !== 'saving' && conflict === null,
    refetchInterval: lookEvery(others.length),
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
    gcTime: 0,
  });
  const newer = data && base && status.type !== 'saving' ? newerThan(base.rev, data.version) : null;
  return { others, names, newer };
}

function newerThan(
  rev: number,
  version: { rev?: unknown; updated_by?: unknown; updated_at?: unknown } | null,
): Newer | null {
  if (version === null) return { type: 'deleted' };
  if (typeof version.rev !== 'number' || version.rev <= rev) return null;
  return { type: 'saved', by: String(version.updated_by), at: String(version.updated_at) };
}
