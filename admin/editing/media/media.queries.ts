import type { CallInput, CallName } from '@frontage/model/calls';
import { editorPath, type Kind, kindNames } from '@frontage/model/kinds/kinds';
import { collectionOf, kindOf } from '@frontage/model/kinds/kinds';
import { type Media, mediaDocument, type MediaFields, mediaInText } from '@frontage/model/media';
import { adminPaths, type Bucket, collections, trashId } from '@frontage/model/paths';
import { mediaUsesAnswer, previewPaths } from '@frontage/model/preview';
import type { Listed } from '@frontage/model/summaries/listed';
import { documentPath } from '@frontage/model/changes/write';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import { toPlain } from '@frontage/model/stored-values';
import { documentName } from '../../lib/documents/document.ts';
import { documentKeys, useAllDocuments, useNoteWritten, useRefresh } from '../../lib/documents/documents.queries.ts';
import { keptForm } from '../../lib/documents/list-forms.ts';
import { useListOptions } from '../../lib/documents/lists.queries.tsx';
import { useDeferredResult } from '../../lib/deferred-result.ts';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { answerOf, usePipeline } from '../../lib/pipeline.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { imageVersionKey, versionedAddress } from './image-address.ts';
import { useRunningUploads } from './running-uploads.tsx';

const mediaKey = ['media'];
const usesKey = ['media-uses'];

/** An image of the library from its stored fields, plain JSON; null for an unreadable one. */
function toMedia(id: string, fields: unknown): Media | null {
  const parsed = mediaDocument.safeParse(fields).data;
  return parsed ? { ...parsed, id } : null;
}

const mediaForm = keptForm(collections.media, toMedia);

/** Every image in the library. `awaited` are uploads whose documents are not in the list yet. */
export function useMediaLibrary(awaited: readonly string[] = []) {
  const isAwaiting = (all: readonly Media[]) => awaited.some((id) => !all.some((media) => media.id === id));
  return useDeferredResult(useQuery(useListOptions(mediaForm, mediaKey, isAwaiting)));
}

/** A document or draft that shows an image. */
export interface MediaUse {
  title: string;
  /** Path in the admin. */
  to: string;
  isDraft: boolean;
}

/** The uses of all images by id: those that the pipeline has recorded, and those in drafts. */
export function useMediaUses() {
  const store = useDocumentStore();
  const pipeline = usePipeline();
  const { names, areLoaded, loadMissing } = useNames();
  const query = useQuery({
    queryKey: usesKey,
    queryFn: async () => {
      const [recorded, drafts] = await Promise.all([
        pipeline.post({ path: previewPaths.media, body: {}, answer: mediaUsesAnswer }).then(answerOf),
        readDraftUses(store),
      ]);
      await loadMissing(Object.values(recorded.uses).flat());
      return { recorded: recorded.uses, drafts };
    },
    staleTime: 0,
    retry: false,
  });
  const { data } = query;
  const uses = useMemo(() => {
    if (!data || !areLoaded) return null;
    const found = new Map<string, MediaUse[]>();
    const add = (id: string, document: string, draft: string | null) => {
      const isDraft = draft !== null;
      const use = describeUse(document, draft || names.get(document));
      if (use) found.set(id, [...(found.get(id) ?? []), { ...use, isDraft }]);
    };
    for (const [id, documents] of Object.entries(data.recorded))
      for (const document of documents) add(id, document, null);
    for (const { document, title, ids } of data.drafts) for (const id of ids) add(id, document, title);
    return found;
  }, [data, names, areLoaded]);
  return { uses, isFailed: query.isError, refetch: query.refetch };
}

/** The images in each draft, with the path and the drafted title of its document. */
async function readDraftUses(
  store: DocumentStore,
): Promise<{ document: string; title: string; ids: ReadonlySet<string> }[]> {
  const fields = ['collection', 'id', 'data'];
  const drafts = valueOf(await store.list(collections.drafts, { fields }));
  return drafts.map(({ data }) => {
    const drafted = (toPlain(data['data']) ?? {}) as Record<string, unknown>;
    return {
      document: `${String(data['collection'])}/${String(data['id'])}`,
      title: String(drafted['title'] ?? drafted['heading'] ?? ''),
      ids: mediaInText(JSON.stringify(drafted)),
    };
  });
}

/** The names of documents by path, from their lists. */
function useNames() {
  const client = useQueryClient();
  const refresh = useRefresh();
  const { byKind, isPending } = useAllDocuments();
  const names = useMemo(() => {
    const namesIn = (kind: Kind) =>
      (byKind[kind] ?? []).map(({ document }) => [documentPath(kind, document.id), documentName(document)] as const);
    return new Map(kindNames.flatMap(namesIn));
  }, [byKind]);
  return {
    names,
    /** Whether no list is on its way. */
    areLoaded: !isPending,
    /** Reads the loaded lists again that lack a document, such as one made a moment ago. */
    async loadMissing(paths: readonly string[]): Promise<void> {
      const isMissing = (kind: Kind) => {
        const listed = client.getQueryData<Listed<Kind>[]>(documentKeys.list(kind));
        const known = listed && new Set(listed.map(({ document }) => documentPath(kind, document.id)));
        return known && paths.some((path) => path.startsWith(`${collectionOf(kind)}/`) && !known.has(path));
      };
      await Promise.all(kindNames.filter(isMissing).map(refresh));
    },
  };
}

function describeUse(document: string, title: string | undefined): Omit<MediaUse, 'isDraft'> | null {
  const [collection = '', id = ''] = document.split('/', 2);
  if (collection === collections.settings) return { title: `Settings: ${id}`, to: adminPaths.settings };
  const kind = kindOf(collection);
  return kind && { title: title || 'Untitled', to: editorPath(kind, id) };
}

/** Changes of images in the library. Each rejects with the reason of a failure. */
export function useMediaChanges() {
  const store = useDocumentStore();
  const firebase = useFirebase();
  const client = useQueryClient();
  const write = useWrite();
  const noteWritten = useNoteWritten();
  const { uid } = useStaff().user;
  const running = useRunningUploads();
  const show = (change: (all: Media[]) => Media[]) =>
    client.setQueryData<Media[]>(mediaKey, (all) => all && change(all));
  const path = (id: string) => `${collections.media}/${id}`;
  /** Calls a function that changes these images. A failure may mean that the list is outdated: a release has shown the image meanwhile. */
  const change = async <Name extends CallName>(ids: readonly string[], name: Name, input: CallInput<Name>) => {
    try {
      await call(firebase, name, input);
      await Promise.all(ids.map((id) => noteWritten(path(id))));
    } catch (error) {
      void client.invalidateQueries({ queryKey: mediaKey });
      throw error;
    }
  };
  return {
    /** Stores title, alt text, decorative and focal point of this version. */
    async describe(media: Media, fields: MediaFields): Promise<Media> {
      const { id, rev } = media;
      await write(() => change([id], 'describeMedia', { id, rev, fields }));
      const next = { ...media, ...fields, rev: media.rev + 1, updated_by: uid, updated_at: new Date().toISOString() };
      show((all) => all.map((other) => (other.id === media.id ? next : other)));
      return next;
    },
    /** Moves an image to the trash. */
    async remove({ id, url }: Pick<Media, 'id' | 'url'>): Promise<void> {
      await write(() => change([id], 'deleteMedia', { id }));
      running.forget(url);
      show((all) => all.filter((media) => media.id !== id));
    },
    /** Replaces the file of `media` by the upload `by`; called again with exchanged files, undoes it. */
    async replace({ id, md5, url }: Pick<Media, 'id' | 'md5' | 'url'>, by: string): Promise<Media | null> {
      await write(() => change([id, by], 'replaceMedia', { id, by, md5 }));
      running.forget(url);
      const data = valueOf(await store.read(path(id)));
      const next = data && toMedia(id, toPlain(data));
      show((all) => all.flatMap((other) => (other.id === id ? (next ?? []) : other.id === by ? [] : other)));
      // Editors show the new file at once.
      if (next) client.setQueryData(imageVersionKey(id), next.md5);
      return next;
    },
    /** Undoes a deletion. */
    async restore(media: Media): Promise<void> {
      await write(() => change([media.id], 'restoreFromTrash', { trashId: trashId(collections.media, media.id) }));
      show((all) => [...all, { ...media, rev: media.rev + 1 }]);
    },
    refresh: () => client.invalidateQueries({ queryKey: mediaKey }),
  };
}

/** The filters of the library, as in the address of the screen. */
export interface MediaFilter {
  search: string;
  /** A bucket, or `all`. */
  bucket: string;
  /** `all`, `unused`, `no-alt` or `mine`. */
  state: string;
}

/** The names of buckets for editors. */
export const bucketNames: Record<Bucket, string> = {
  'homepage-images': 'Pages and sections',
  'demo-images': 'Demos and sharing',
  'branding-assets': 'Branding',
};

/** The name of an image for editors: its title, else its file name. */
export const mediaName = ({ title, name }: Pick<Media, 'title' | 'name'>): string => title ?? name;

/** Whether an image was neither described nor declared decorative. */
export const lacksAlt = ({ alt, is_decorative }: Pick<Media, 'alt' | 'is_decorative'>): boolean =>
  alt === null && !is_decorative;

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

interface Known {
  /** The ids of images that something shows; null while they are unknown. */
  used: Pick<ReadonlySet<string>, 'has'> | null;
  uid: string;
}

/** The images that match, newest upload first: every word of the search occurs in title, name or alt text. */
export function filterMedia(all: readonly Media[], { search, bucket, state }: MediaFilter, known: Known): Media[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const isFound = ({ title, name, alt }: Media): boolean => {
    const text = fold([title, name, alt].join(' '));
    return words.every((word) => text.includes(word));
  };
  const isInState = (media: Media): boolean => {
    if (state === 'unused') return known.used !== null && !known.used.has(media.id);
    if (state === 'no-alt') return lacksAlt(media);
    return state !== 'mine' || media.created_by === known.uid;
  };
  return all
    .filter((media) => (bucket === 'all' || media.bucket === bucket) && isInState(media) && isFound(media))
    .sort((a, b) => (a.created_at > b.created_at ? -1 : a.created_at < b.created_at ? 1 : a.id < b.id ? -1 : 1));
}

/** The address of an image in the admin. */
export const previewAddress = ({ url, md5 }: Pick<Media, 'url' | 'md5'>): string => versionedAddress(url, md5);
