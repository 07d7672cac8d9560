import { limits } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { changedKeys } from './patched-map.ts';
import type { Composition } from './compose.ts';
import type { ContentState } from './content-state.ts';

/** An image in one of our own buckets, as content names it. */
export interface ImageAddress {
  address: string;
  bucket: string;
  object: string;
}

// Firebase download addresses, on whatever host: hosted Storage and local ones share the path.
const downloadAddress = /https?:\/\/[^\s"'<>()/]+\/v0\/b\/([^\s"'<>()/]+)\/o\/([^\s"'<>()/?#]+)(?:\?[^\s"'<>()#]*)?/g;

/** Every address in a text that leads to one of `buckets`, each once. */
export function imageAddresses(text: string, buckets: ReadonlySet<string>): ImageAddress[] {
  const found = new Map<string, ImageAddress>();
  for (const [address, bucket = '', encoded = ''] of text.matchAll(downloadAddress)) {
    const object = decode(encoded);
    if (object !== null && buckets.has(bucket)) found.set(address, { address, bucket, object });
  }
  return [...found.values()];
}

/** The images that a document shows. */
export interface DocumentImages {
  images: readonly ImageAddress[];
  /** How many more it names than one document may have. */
  excess: number;
}

/** The images of public content by document, of all documents or of `only` these. */
export function publicImages(
  { composition }: ContentState,
  buckets: ReadonlySet<string>,
  only: Iterable<string> | null,
): Map<string, DocumentImages> {
  const images = new Map<string, DocumentImages>();
  if (buckets.size === 0) return images;
  for (const document of only ?? publicDocuments(composition)) {
    const named = textsOf(document, composition).flatMap((text) =>
      text?.includes('/v0/b/') ? imageAddresses(text, buckets) : [],
    );
    if (named.length === 0) continue;
    const found = [...new Map(named.map((image) => [image.address, image])).values()];
    const excess = Math.max(0, found.length - limits.documentImages);
    images.set(document, { images: found.slice(0, limits.documentImages), excess });
  }
  return images;
}

/** The documents whose public content differs, whatever made it differ. */
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

function* publicDocuments({ sections, pages, demos, values }: Composition): Iterable<string> {
  for (const id of sections.keys()) yield `${collections.sections}/${id}`;
  for (const { id } of pages.published.values()) yield `${collections.pages}/${id}`;
  for (const { id } of demos.published.values()) yield `${collections.demos}/${id}`;
  for (const key of values.site_settings.keys()) yield `${collections.settings}/${key}`;
}

/** The texts of a document that may name images; none where it is not public. */
function textsOf(document: string, { sections, pages, demos, values }: Composition): (string | null)[] {
  const [collection, id = ''] = document.split('/', 2);
  switch (collection) {
    case collections.sections: {
      const section = sections.get(id);
      return section?.is_published && section.is_visible ? [section.content, section.image_url] : [];
    }
    case collections.pages: {
      const page = held(id, values.pages, pages.published);
      return page ? [page.body, page.og_image_url] : [];
    }
    case collections.demos: {
      const demo = held(id, values.demo_pages, demos.published);
      return demo ? [demo.og_image_url] : [];
    }
    case collections.settings:
      return [JSON.stringify(values.site_settings.get(id) ?? null)];
    default:
      return [];
  }
}

/** A document that is published and has its slug to itself. */
function held<Item extends { id: string; slug: string }>(
  id: string,
  items: ReadonlyMap<string, Item>,
  published: ReadonlyMap<string, Item>,
): Item | undefined {
  const holder = published.get(items.get(id)?.slug ?? '');
  return holder?.id === id ? holder : undefined;
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
