import { serverLimits } from '@frontage/model/limits';
import { documentPath } from '@frontage/model/changes/write';
import { hasSlugs, type Kind, kindNames, kindOf, kinds, type SlugKind } from '@frontage/model/kinds/kinds';
import { collections } from '@frontage/model/paths';
import { changedKeys } from './patched-map.ts';
import { type Composition, shownDocument } from './compose.ts';
import { type ContentState, isPublicValue } from './content-state.ts';
import type { ImageAddress } from './content-addresses.ts';

/** The images that a document shows. */
export interface DocumentImages {
  images: readonly ImageAddress[];
  /** The number of named images beyond the limit of one document. */
  excess: number;
}

/** The images of public content by document path. `only` limits the result to some documents; null includes all. */
export function publicImages(
  { composition, uploads }: ContentState,
  buckets: ReadonlySet<string>,
  only: Iterable<string> | null,
): Map<string, DocumentImages> {
  const images = new Map<string, DocumentImages>();
  for (const document of only ?? uploads.keys()) {
    const found = (uploads.get(document) ?? []).filter(({ bucket }) => buckets.has(bucket));
    if (found.length === 0 || !isPublic(document, composition)) continue;
    const excess = Math.max(0, found.length - serverLimits.documentImages);
    images.set(document, { images: found.slice(0, serverLimits.documentImages), excess });
  }
  return images;
}

/** Paths of the documents whose public content differs between two compositions. */
export function changedDocuments(before: Composition, after: Composition): Set<string> {
  const holders = (kind: SlugKind): string[] => {
    const [then, now]: Slugs[] = [before.published[kind], after.published[kind]];
    return changedKeys(then ?? noSlugs, now ?? noSlugs).flatMap((slug) =>
      [then?.get(slug), now?.get(slug)].flatMap((holder) => (holder ? [documentPath(kind, holder.id)] : [])),
    );
  };
  const changed = (kind: Kind): string[] => {
    const { collection } = kinds[kind];
    return changedKeys<unknown>(before.values[collection], after.values[collection]).map((id) =>
      documentPath(kind, id),
    );
  };
  return new Set([
    ...kindNames.flatMap((kind) => (hasSlugs(kind) ? holders(kind) : changed(kind))),
    ...changedKeys(before.values.site_settings, after.values.site_settings).map(
      (key) => `${collections.settings}/${key}`,
    ),
  ]);
}

type Slugs = ReadonlyMap<string, { id: string }>;
const noSlugs: Slugs = new Map();

/** Whether visitors see a document of a kind, or a setting. A document with a slug is published and holds it. */
export function isPublic(document: string, composition: Composition): boolean {
  const [collection = '', id = ''] = document.split('/', 2);
  const kind = kindOf(collection);
  if (kind === null) return collection === collections.settings;
  if (hasSlugs(kind)) return shownDocument(document, composition) !== undefined;
  return isPublicValue(composition.values[kinds[kind].collection].get(id));
}
