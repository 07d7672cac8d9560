import { serverLimits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { changedKeys } from './patched-map.ts';
import type { Composition } from './compose.ts';
import type { ContentState } from './content-state.ts';
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
  const holders = (collection: string, then: Slugs, now: Slugs): string[] =>
    changedKeys(then, now).flatMap((slug) =>
      [then.get(slug), now.get(slug)].flatMap((holder) => (holder ? [`${collection}/${holder.id}`] : [])),
    );
  return new Set([
    ...changedKeys(before.sections, after.sections).map((id) => `${collections.sections}/${id}`),
    ...holders(collections.pages, before.pages.published, after.pages.published),
    ...holders(collections.demos, before.demos.published, after.demos.published),
    ...changedKeys(before.values.site_settings, after.values.site_settings).map(
      (key) => `${collections.settings}/${key}`,
    ),
  ]);
}

type Slugs = ReadonlyMap<string, { id: string }>;

/** Whether visitors see a document of these collections: sections, pages, demos and settings. */
export function isPublic(document: string, { sections, pages, demos, values }: Composition): boolean {
  const [collection, id = ''] = document.split('/', 2);
  switch (collection) {
    case collections.sections: {
      const section = sections.get(id);
      return section !== undefined && section.is_published && section.is_visible;
    }
    case collections.pages:
      return holdsSlug(id, values.pages, pages.published);
    case collections.demos:
      return holdsSlug(id, values.demo_pages, demos.published);
    default:
      return collection === collections.settings;
  }
}

/** Whether a document is published and holds its slug. */
const holdsSlug = (
  id: string,
  items: ReadonlyMap<string, { slug: string }>,
  published: ReadonlyMap<string, { id: string }>,
): boolean => published.get(items.get(id)?.slug ?? '')?.id === id;
