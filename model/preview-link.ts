import { z } from 'zod';

/** A stored `preview_links` document, moments in milliseconds since 1970. Its id is the SHA-256 of the link's token, hex. */
export const previewLinkDocument = z.object({
  /** The stored name, for example `demo_pages`. */
  collection: z.string(),
  id: z.string().min(1),
  created_by: z.string(),
  created_at: z.number(),
  expires_at: z.number(),
  /** Number of times it was opened. */
  opened: z.int(),
});
