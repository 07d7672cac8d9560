import { kindOf, kinds } from '@frontage/model/kinds/kinds';
import { collections, draftId, trashId } from '@frontage/model/paths';
import { settingKeys, settingTabs } from '@frontage/model/kinds/settings';
import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { toPlain } from '@frontage/model/stored-values';
import { documentName } from '../../lib/documents/document.ts';
import { type Condition, type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import { ServerMoment, useDocumentStore } from '../../lib/firestore/client.ts';
import { auditEntry, documentOf, publicationFilters, targetOf, type AuditEntry } from './audit-entries.ts';

/** The filter of the screen; an empty value does not filter. Days are local: `2026-11-25`. */
export interface AuditFilter {
  person: string;
  document: string;
  action: string;
  from: string;
  to: string;
}

const pageSize = 30;

/** A loaded entry with the names it shows. */
export interface NamedEntry extends AuditEntry {
  /** Null if the document and its trash entry are gone. */
  documentName: string | null;
}

interface Page {
  entries: NamedEntry[];
  /** The position after the last entry; null at the end. */
  next: { at: string; id: string } | null;
}

const startOfDay = (day: string): Date => new Date(`${day}T00:00:00`);

const isDay = (day: string): boolean => !Number.isNaN(startOfDay(day).getTime());

function conditionsOf({ person, document, action }: AuditFilter): Condition[] {
  const isPublished = publicationFilters[action];
  return [
    ...(person === '' ? [] : [{ field: 'actor', equals: person }]),
    ...(document === '' ? [] : [{ field: 'document', equals: document }]),
    ...(isPublished === undefined ? [] : [{ field: 'details.is_published', equals: isPublished }]),
    ...(action === '' || isPublished !== undefined ? [] : [{ field: 'action', equals: action }]),
  ];
}

/** The first moment after the filter's last day; null without one. */
function endOf({ to }: AuditFilter): string | null {
  if (!isDay(to)) return null;
  const end = startOfDay(to);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

/** The entries after a position, newest first. */
async function readEntries(
  store: DocumentStore,
  filter: AuditFilter,
  { after, limit }: { after: Page['next']; limit: number },
): Promise<AuditEntry[]> {
  const end = endOf(filter);
  const start = after ?? (end === null ? null : { at: end });
  const found = valueOf(
    await store.list(collections.audit, {
      where: conditionsOf(filter),
      newestBy: 'at',
      limit,
      ...(isDay(filter.from) && { until: new ServerMoment(startOfDay(filter.from).toISOString()) }),
      ...(start && {
        from: { value: new ServerMoment(start.at), isIncluded: false, ...('id' in start && { id: start.id }) },
      }),
    }),
  );
  return found.map(({ id, data }) => ({ id, ...auditEntry.parse(toPlain(data)) }));
}

const positionAfter = (entries: readonly AuditEntry[], limit: number): Page['next'] => {
  const last = entries.at(-1);
  return last === undefined || entries.length < limit ? null : { at: last.at, id: last.id };
};

/** The audit trail, newest first, one page after another. */
export function useAudit(filter: AuditFilter) {
  const store = useDocumentStore();
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam }): Promise<Page> => {
      const entries = await readEntries(store, filter, { after: pageParam, limit: pageSize });
      const named = entries.map(async (entry) => ({
        ...entry,
        documentName: await nameOf({ store, client }, entry),
      }));
      return { entries: await Promise.all(named), next: positionAfter(entries, pageSize) };
    },
    initialPageParam: null as Page['next'],
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

interface Reader {
  store: DocumentStore;
  client: QueryClient;
}

/** The fields that name documents without an editor: launches, and images by their file. */
const otherNames: Readonly<Record<string, string>> = { [collections.launches]: 'name', [collections.media]: 'name' };

const nameIn = ({ name, ...fields }: Readonly<Record<string, unknown>>): string =>
  typeof name === 'string' ? name : documentName(fields);

/** The name of an entry's document, read once: from the document, else from the trash. */
function nameOf({ store, client }: Reader, { document, details }: AuditEntry): Promise<string | null> | string | null {
  const { collection, id } = documentOf(document);
  const kind = kindOf(collection);
  const nameField = kind === null ? otherNames[collection] : kinds[kind].nameField;
  if (nameField !== undefined && id !== '') {
    return client.fetchQuery({
      queryKey: ['audit-name', document],
      queryFn: async () => {
        const stored = valueOf(await store.read(`${collection}/${id}`, [nameField]));
        if (stored !== null) return nameIn(stored);
        const path = `${collections.trash}/${trashId(collection, id)}`;
        // A document that was never created has only a draft.
        for (const holder of [path, `${collections.drafts}/${draftId(collection, id)}`]) {
          const found = valueOf(await store.read(holder, [`data.${nameField}`]));
          if (found !== null) return nameIn((found['data'] ?? {}) as Record<string, unknown>);
        }
        return null;
      },
      staleTime: 60_000,
    });
  }
  if (collection === collections.settings) {
    const key = settingKeys.find((each) => each === id);
    return key === undefined ? id : settingTabs[key].title;
  }
  if (collection === collections.invites && typeof details['email'] === 'string') return details['email'];
  return targetOf(document).noun;
}

// Larger teams see the ids of the users beyond this number.
const mostPeople = 300;

/** The names of users by uid, newest users first. */
export function usePeopleNames(): ReadonlyMap<string, string> {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['audit-people'],
    queryFn: async () => {
      const fields = ['first_name', 'last_name', 'email'];
      const profiles = valueOf(
        await store.list(collections.profiles, { newestBy: 'created_at', limit: mostPeople, fields }),
      );
      return new Map(
        profiles.map(({ id, data: { first_name, last_name, email } }) => {
          const name = [first_name, last_name].filter(Boolean).join(' ') || email;
          return [id, typeof name === 'string' && name !== '' ? name : 'Erased user'] as const;
        }),
      );
    },
    staleTime: 60_000,
  });
  return data ?? nobody;
}

const nobody: ReadonlyMap<string, string> = new Map();

/** The maximum number of entries in a file. */
export const mostExported = 10_000;
const perRequest = 500;

/** Returns a function that reads all entries of a filter, at most `mostExported`. */
export function useExport(): (filter: AuditFilter) => Promise<AuditEntry[]> {
  const store = useDocumentStore();
  return async (filter) => {
    const all: AuditEntry[] = [];
    let after: Page['next'] = null;
    do {
      const entries: AuditEntry[] = await readEntries(store, filter, { after, limit: perRequest });
      all.push(...entries);
      after = positionAfter(entries, perRequest);
    } while (after !== null && all.length < mostExported);
    return all;
  };
}
