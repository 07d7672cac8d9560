import { limits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { changedKeys } from './patched-map.ts';
import type { Composition } from './compose.ts';
import type { ContentState } from './content-state.ts';
import type { ImageAddress } from './upload-addresses.ts';

/** The images that a document shows. */
export interface DocumentImages {
  images: readonly ImageAddress[];
  /** How many more it names than one document may have. */
  excess: number;
}

/** The images of public content by document, of all documents or of `only` these. */
export function publicImages(
  { composition, uploads }: ContentState,
  buckets: ReadonlySet<string>,
  only: Iterable<string> | null,
): Map<string, DocumentImages> {
  const images = new Map<string, DocumentImages>();
  for (const document of only ?? uploads.keys()) {
    const found = (uploads.get(document) ?? []).filter(({ bucket }) => buckets.has(bucket));
    if (found.length === 0 || !isPublic(document, composition)) continue;
    const excess = Math.max(0, found.length - limits.documentImages);
    images.set(document, { images: found.slice(0, limits.documentImages), excess });
  }
  return images;
}

/** The documents whose public content differs for any reason. */
export function changedDocuments(before: Composition, after: Composition): Set<string> {
  const holders = (collection: string, then: Slugs, now: Slugs): string[] =>
    changedKeys(then, now).flatMap((slug) =>
      [then.get(slug), now.get(slug)].flatMap((held) => (held ? [`${collection}/${held.id}`] : [])),
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

/** Whether visitors see a document. */
function isPublic(document: string, { sections, pages, demos, values }: Composition): boolean {
  const [collection, id = ''] = document.split('/', 2);
  switch (collection) {
    case collections.sections: {
      const section = sections.get(id);
      return section !== undefined && section.is_published && section.is_visible;
    }
    case collections.pages:
      return isHeld(id, values.pages, pages.published);
    case collections.demos:
      return isHeld(id, values.demo_pages, demos.published);
    default:
      return collection === collections.settings;
  }
}

/** Whether a document is published and has its slug to itself. */
const isHeld = (
  id: string,
  items: ReadonlyMap<string, { slug: string }>,
  published: ReadonlyMap<string, { id: string }>,
): boolean => published.get(items.get(id)?.slug ?? '')?.id === id;
