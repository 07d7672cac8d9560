import { collectionOf, type Savable } from '@frontage/model/kinds';
import { revisionLine, type RevisionLine } from '@frontage/model/history/revision';
import { collections, revisionId } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { documentPath, embedIn } from '@frontage/model/writes/document-paths';
import type { Data } from '@frontage/model/writes/write';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { valueOf, type DocumentStore } from '../../lib/documents/document-store.ts';
import { readToEdit } from '../../lib/documents/documents.queries.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useReadAuthor } from '../presence/author.ts';

/** A version in the timeline. */
export interface VersionLine extends RevisionLine {
  /** What its author is called. */
  who: string;
}

/** What a document was at a version. */
export interface Version {
  data: Data;
  /** A demo's embed code; null for everything else, and where this person may not see it. */
  embed: string | null;
}

interface Edited {
  kind: Savable;
  id: string;
}

const perPage = 20;
// The server keeps a version a moment after the save.
const tries = 10;
const pause = 1_000;

/** The versions of a document, newest first, a page at a time; read again while that of its last save, `rev`, is not there. */
export function useVersionLines({ kind, id }: Edited, rev: number) {
  const store = useDocumentStore();
  const readAuthor = useReadAuthor('You');
  return useInfiniteQuery({
    queryKey: ['revisions', kind, id],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam }) => {
      const found = valueOf(
        await store.list(collections.revisions, {
          where: { field: 'document', equals: documentPath(kind, id) },
          newestBy: 'rev',
          ...(pageParam !== null && { from: { value: pageParam, isIncluded: false } }),
          limit: perPage,
          fields: Object.keys(revisionLine.shape),
        }),
      );
      const lines = found.flatMap(({ data }) => revisionLine.safeParse(toPlain(data)).data ?? []);
      const authors = [...new Set(lines.map(({ by }) => by))];
      const names = new Map(
        await Promise.all(
          authors.map(
            async (uid) => [uid, uid === null ? 'Nobody known' : await readAuthor({ kind, id, uid })] as const,
          ),
        ),
      );
      return {
        lines: lines.map((line): VersionLine => ({ ...line, who: names.get(line.by) ?? '' })),
        next: found.length < perPage ? null : (lines.at(-1)?.rev ?? null),
      };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const newest = state.data?.pages[0]?.lines[0]?.rev ?? 0;
      return newest < rev && state.dataUpdateCount < tries ? pause : false;
    },
    ...readToEdit,
  });
}

/** What the document was at revision `rev`; null where that is not kept. */
export function useVersion({ kind, id }: Edited, rev: number | null) {
  const store = useDocumentStore();
  const viewer = useViewer();
  return useQuery({
    queryKey: ['revision', kind, id, rev],
    queryFn: async (): Promise<Version | null> => {
      const path = `${collections.revisions}/${revisionId(collectionOf(kind), id, rev ?? 0)}`;
      const revision = valueOf(await store.read(path));
      if (!revision) return null;
      const data = revision['data'] as Data;
      if (kind !== 'demo') return { data, embed: null };
      const isOwn = revision['created_by'] === viewer.uid;
      if (!isOwn && !can(viewer, 'list', { what: collections.revisionEmbeds })) return { data, embed: null };
      return { data, embed: await readEmbed(store, { id, at: revision['at'], owner: isOwn ? viewer.uid : null }) };
    },
    enabled: rev !== null,
    ...readToEdit,
  });
}

interface EmbedChoice {
  id: string;
  at: unknown;
  /** Named by who may see no others. */
  owner: string | null;
}

/** The embed code that a demo had at a moment: the newest not later. */
async function readEmbed(store: DocumentStore, { id, at, owner }: EmbedChoice): Promise<string | null> {
  const [newest] = valueOf(
    await store.list(collections.revisionEmbeds, {
      where: [
        { field: 'document', equals: documentPath('demo', id) },
        ...(owner === null ? [] : [{ field: 'created_by', equals: owner }]),
      ],
      newestBy: 'at',
      from: { value: at, isIncluded: true },
      limit: 1,
    }),
  );
  return embedIn(newest?.data ?? null);
}
