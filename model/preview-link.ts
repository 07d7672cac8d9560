import { z } from 'zod';
import { isDraftable, collections } from './paths.ts';
import { collectionOf } from './kinds.ts';
import { documentId } from './fields.ts';
import { previewed, type PreviewCollection } from './preview.ts';

/** The content of a preview link: the draft of a document, or a launch. */
export type LinkCollection = PreviewCollection | typeof collections.launches;

const linkCollections: LinkCollection[] = [...(Object.keys(previewed) as PreviewCollection[]), collections.launches];

/** The stored name of the collection that a link shows, for example `demo_pages`. */
export const linkedCollection = (collection: LinkCollection): string =>
  collection === collections.launches ? collection : collectionOf(previewed[collection]);

/** The document of preview links, in requests. */
export const linkTarget = z
  .object({ collection: z.enum(linkCollections), id: documentId })
  .refine(({ collection, id }) => collection === collections.launches || isDraftable(linkedCollection(collection), id));

/** The validity of a preview link, in days. */
export const linkDays = [1, 7, 30] as const;

export const defaultLinkDays = 7;

/**
 * A stored `preview_links` document; times in milliseconds since 1970. Its id is the SHA-256 (hex) of the link's token.
 */
export const previewLinkDocument = z.object({
  /** Stored name of the document's collection, for example `demo_pages`; `launches` for a launch. */
  collection: z.string(),
  id: z.string().min(1),
  created_by: z.string(),
  created_at: z.number(),
  expires_at: z.number(),
  /** Number of times the link was opened. */
  opened: z.int(),
});
