import { documentPath } from '@frontage/model/changes/write';
import { collections } from '@frontage/model/paths';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { foldText } from '@frontage/model/fold';
import { durations } from '@frontage/model/limits';
import { type Kind, kindNames, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { useDeferredResult } from '../../lib/deferred-result.ts';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useNoteWritten, useRefresh } from '../../lib/documents/documents.queries.ts';
import { type Entry, valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useWrite } from '../../lib/write.ts';
import { toPlain } from '@frontage/model/stored-values';
import { documentName } from '../../lib/documents/document.ts';

/** A deleted document in the trash. */
export interface TrashEntry {
  /** Id of the trash document. */
  trashId: string;
  kind: Kind | 'media';
  id: string;
  name: string;
  /** Null for kinds without a slug. */
  slug: string | null;
  /** ISO time; empty if unknown. */
  deletedAt: string;
  deletedBy: string;
  /** Whole days until the permanent deletion, never below 0. */
  daysLeft: number;
}

const day = 24 * 60 * 60_000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function toTrashEntry({ id: trashId, data }: Entry, now: number): TrashEntry | null {
  const plain = toPlain(data) as Record<string, unknown>;
  const collection = text(plain['collection']);
  const kind = collection === collections.media ? 'media' : kindOf(collection);
  const document = plain['data'];
  if (!kind || typeof document !== 'object' || document === null) return null;
  const fields = document as Record<string, unknown>;
  const deletedAt = text(plain['deleted_at']);
  const left = Date.parse(deletedAt) + durations.trashKept - now;
  return {
    trashId,
    kind,
    id: text(plain['id']),
    name: kind === 'media' ? text(fields['title']) || text(fields['name']) : documentName(fields),
    slug: typeof fields['slug'] === 'string' ? fields['slug'] : null,
    deletedAt,
    deletedBy: text(plain['deleted_by']),
    daysLeft: Number.isNaN(left) ? 0 : Math.max(0, Math.ceil(left / day)),
  };
}

/** The readable trash entries, newest first. */
export function trashEntries(entries: readonly Entry[], now: number): TrashEntry[] {
  return entries
    .flatMap((entry) => toTrashEntry(entry, now) ?? [])
    .sort((a, b) => (a.deletedAt === b.deletedAt ? 0 : a.deletedAt > b.deletedAt ? -1 : 1));
}

const key = ['trash'];

interface Shown {
  entries: TrashEntry[];
  isAll: boolean;
}

/** The entries whose name or slug contains every word of the search, ignoring case and accents. */
export function findTrashed(entries: readonly TrashEntry[], search: string): TrashEntry[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return entries.filter(({ name, slug }) => {
    const text = foldText(`${name} ${slug ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** The latest deletions, at most `count`, and whether there are more. Null reads all of them. */
export function useTrash(isAllowed: boolean, count: number | null) {
  const store = useDocumentStore();
  const query = useQuery({
    queryKey: [...key, count],
    queryFn: async () => {
      const choice = count === null ? { fields } : { newestBy: 'deleted_at', limit: count, fields };
      const found = valueOf(await store.list(collections.trash, choice));
      return { entries: trashEntries(found, Date.now()), isAll: count === null || found.length < count };
    },
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { ...useDeferredResult(query), isPlaceholderData: query.isPlaceholderData };
}

// Of the documents, only the display names.
const names = new Set([...kindNames.map((kind) => kinds[kind].nameField), 'slug', 'name']);
const fields = ['collection', 'id', 'deleted_by', 'deleted_at', ...[...names].map((name) => `data.${name}`)];

interface Restore {
  /** Restores one deleted document with its companions. Rejects with the server's message. */
  restore(entry: TrashEntry): Promise<void>;
  /** Reads the lists that show restored documents again. */
  refresh(entries: readonly Pick<TrashEntry, 'kind'>[]): Promise<void>;
}

/** Restores deleted documents. */
export function useRestore(): Restore {
  const firebase = useFirebase();
  const write = useWrite();
  const client = useQueryClient();
  const refresh = useRefresh();
  const noteWritten = useNoteWritten();
  return {
    restore: async ({ trashId, kind, id }) => {
      await write(() => call(firebase, 'restoreFromTrash', { trashId }));
      await noteWritten(kind === 'media' ? `${collections.media}/${id}` : documentPath(kind, id));
      client.setQueriesData<Shown>({ queryKey: key }, (shown) => {
        return shown && { ...shown, entries: shown.entries.filter((entry) => entry.trashId !== trashId) };
      });
    },
    refresh: async (entries) => {
      const changed = new Set(entries.map(({ kind }) => kind));
      await Promise.all(
        [...changed].map((kind) =>
          kind === 'media' ? client.invalidateQueries({ queryKey: ['media'] }) : refresh(kind),
        ),
      );
    },
  };
}
