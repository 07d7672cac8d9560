import { collectionOf, currentFields, type Savable } from '@frontage/model/kinds/kinds';
import { revisionLine, type RevisionLine } from '@frontage/model/revision';
import { collections, revisionId } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { type Data, documentPath, embedIn } from '@frontage/model/changes/write';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import { queryForEditing } from '../../lib/documents/documents.queries.ts';
import { toPlain } from '@frontage/model/stored-values';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useViewer } from '../../lib/session.tsx';
import { useReadAuthor } from '../presence.ts';
import type { FieldWords, Values } from './compare-fields.ts';

/** The edited document with the functions that the history needs. */
export interface Versioned {
  kind: Savable;
  id: string;
  /** The base revision of the form. */
  rev: number;
  words: FieldWords;
  /** The values of the form. */
  current(): Values;
  /** A stored version as form values. */
  valuesOf(data: Data, embed: string | null): Values;
  /** Puts these values into the form, unsaved. */
  replaceValues(values: Values): void;
}

const stateFields = ['is_published', 'password'];

/** The values of a form after restoring an earlier version: publication state and password stay the same. */
export function restoredValues<Input extends Values>(current: Input, version: Input, hidden: readonly string[]): Input {
  const kept = [...stateFields, ...hidden].filter((field) => field in current);
  return { ...current, ...version, ...Object.fromEntries(kept.map((field) => [field, current[field]])) };
}

/** A version in the timeline. */
export interface VersionLine extends RevisionLine {
  /** The authors and the publisher, for display. */
  who: string;
}

/** The content of a document at a version. */
export interface Version {
  data: Data;
  /** A demo's embed code; null for other kinds and for users without access to it. */
  embed: string | null;
}

interface Edited {
  kind: Savable;
  id: string;
}

const perPage = 20;
// The server stores the revision shortly after the save.
const tries = 10;
const pause = 1_000;

/** The versions of a document, newest first, in pages. Polls until the version of the last save, `rev`, is stored. */
export function useVersionLines({ kind, id }: Edited, rev: number) {
  const store = useDocumentStore();
  const readAuthor = useReadAuthor({ own: 'you', unknown: 'a colleague' });
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
          fields: [...Object.keys(revisionLine.shape), 'data.is_published'],
        }),
      );
      const lines = found.flatMap(({ data }) => {
        const line = revisionLine.safeParse(toPlain(data)).data;
        const { is_published } = (data['data'] ?? {}) as Data;
        return line ? { ...line, isPublished: kind === 'setting' || is_published === true } : [];
      });
      const people = new Set(lines.flatMap(({ by, authors }) => [...(by === null ? [] : [by]), ...(authors ?? [])]));
      const names = new Map(
        await Promise.all(Array.from(people, async (uid) => [uid, await readAuthor({ kind, id, uid })] as const)),
      );
      return {
        lines: lines.map((line): VersionLine => ({ ...line, who: creditWords(line, names) })),
        next: found.length < perPage ? null : (lines.at(-1)?.rev ?? null),
      };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const newest = state.data?.pages[0]?.lines[0]?.rev ?? 0;
      return newest < rev && state.dataUpdateCount < tries ? pause : false;
    },
    ...queryForEditing,
  });
}

const unknown = 'an unknown user';
const namesInWords = new Intl.ListFormat('en');

/** 'Ada', or with other authors: 'Written by Cy and Bob, published by Ada'. */
export function creditWords(
  { by, authors, isPublished }: Pick<RevisionLine, 'by' | 'authors'> & { isPublished: boolean },
  names: ReadonlyMap<string, string>,
): string {
  const saver = (by !== null && names.get(by)) || unknown;
  if (!authors?.some((author) => author !== by)) return capital(saver);
  const writers = authors.map((author) => names.get(author) ?? unknown);
  return `Written by ${namesInWords.format(writers)}, ${isPublished ? 'published' : 'saved'} by ${saver}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The content of the document at revision `rev`; null if that is not stored. */
export function useVersion({ kind, id }: Edited, rev: number | null) {
  const store = useDocumentStore();
  const viewer = useViewer();
  return useQuery({
    queryKey: ['revision', kind, id, rev],
    queryFn: async (): Promise<Version | null> => {
      const path = `${collections.revisions}/${revisionId(collectionOf(kind), id, rev ?? 0)}`;
      const revision = valueOf(await store.read(path));
      if (!revision) return null;
      const data = currentFields(kind, revision['data'] as Data);
      if (kind !== 'demo') return { data, embed: null };
      const isOwn = revision['created_by'] === viewer.uid;
      if (!isOwn && !can(viewer, 'list', { what: collections.revisionEmbeds })) return { data, embed: null };
      return { data, embed: await readEmbed(store, { id, at: revision['at'], owner: isOwn ? viewer.uid : null }) };
    },
    enabled: rev !== null,
    ...queryForEditing,
  });
}

interface EmbedChoice {
  id: string;
  at: unknown;
  /** The uid of a user that may read only their own embed codes; null for other users. */
  owner: string | null;
}

/** The embed code of a demo at the time `at`: the newest one stored until then; null without one. */
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
