import { z } from 'zod';

/**
 * A stored `preview_links` document; times in milliseconds since 1970. Its id is the SHA-256 (hex) of the link's token.
 */
export const previewLinkDocument = z.object({
  /** Stored name of the document's collection, for example `demo_pages`. */
  collection: z.string(),
  id: z.string().min(1),
  created_by: z.string(),
  created_at: z.number(),
  expires_at: z.number(),
  /** Number of times the link was opened. */
  opened: z.int(),
});
