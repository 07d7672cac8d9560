import { setImmediate as nextTurn } from 'node:timers/promises';
import { mediaOfAddress, mediaPlace, uploadNamesIn } from '@frontage/model/media';
import { documentPath } from '@frontage/model/changes/write';
import { embedKind } from '@frontage/model/kinds/kinds';
import { buckets, collections } from '@frontage/model/paths';
import type { Json } from './source.ts';
import { type ContentState, type DocumentChange, hintedPaths } from './content-state.ts';
import { changedDocuments, isPublic } from './image-addresses.ts';

interface Shown {
  /** The content of the last release; null before the first. */
  before: ContentState | null;
  content: ContentState;
  changes: readonly DocumentChange[];
  /** Whether the upload was marked as shown although the library has no document of it. */
  isMarked: (name: string) => boolean;
}

// Milliseconds of work between pauses, because the first release reads all documents.
const sliceMs = 8;

/**
 * Names of uploads that the next release may be the first to show. A public document shows an upload that its text names
 * anywhere: as an image, in a text, in a setting, or in the code of a demo.
 */
export async function uploadsToMark({ before, content, changes, isMarked }: Shown): Promise<string[]> {
  const { media } = content.composition.values;
  const needsMark = (name: string): boolean => {
    const known = Object.values(buckets).flatMap((bucket) => media.get(`${bucket}_${name}`) ?? []);
    return known.length === 0 ? !isMarked(name) : known.some(({ is_unshown }) => is_unshown === true);
  };
  const names = new Set<string>();
  let since = performance.now();
  for (const path of candidates({ before, content, changes })) {
    if (performance.now() - since > sliceMs) {
      await nextTurn();
      since = performance.now();
    }
    const document = isShown(path, content) ? content.documents.get(path) : undefined;
    if (!document) continue;
    for (const name of uploadNamesIn(textsIn(document.used).join('\n'))) if (needsMark(name)) names.add(name);
  }
  for (const name of lateUploads(content, changes)) names.add(name);
  return [...names];
}

/** Paths of documents that may show other uploads than before. A demo shows its code. */
function candidates({ before, content, changes }: Omit<Shown, 'isMarked'>): Iterable<string> {
  if (before === null) return content.documents.keys();
  const changed = new Set(changes.map(({ path }) => path));
  for (const path of changedDocuments(before.composition, content.composition)) changed.add(path);
  for (const path of [...changed]) for (const companion of hintedPaths([path])) changed.add(companion);
  return changed;
}

function isShown(path: string, { composition }: ContentState): boolean {
  const [collection, id = ''] = path.split('/', 2);
  if (collection === collections.demoEmbeds)
    return embedKind !== null && isPublic(documentPath(embedKind, id), composition);
  return collection === collections.redirects || isPublic(path, composition);
}

const textsIn = (value: Json): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Unshown uploads whose documents of the library came after a document that shows them. */
function lateUploads(content: ContentState, changes: readonly DocumentChange[]): string[] {
  const { media } = content.composition.values;
  const ids = changes.flatMap(({ path }) => {
    const id = path.startsWith(`${collections.media}/`) ? path.slice(collections.media.length + 1) : '';
    return media.get(id)?.is_unshown === true ? [id] : [];
  });
  if (ids.length === 0) return [];
  const shown = new Set<string | null>();
  for (const [path, uploads] of content.uploads) {
    if (isShown(path, content)) for (const { address } of uploads) shown.add(mediaOfAddress(address));
  }
  return ids.flatMap((id) => (shown.has(id) ? (mediaPlace(id)?.path ?? []) : []));
}
