import { z } from 'zod';

/**
 * What the publish webhook carries: a hint naming changed documents, never their content. The pipeline reads the
 * documents itself, so a stale or repeated hint does no harm.
 */
export const publishHint = z.object({
  type: z.literal('content.written'),
  timestamp: z.iso.datetime(),
  data: z.object({
    documents: z
      .array(z.string().regex(/^[a-z_]+\/[^/]+$/))
      .min(1)
      .max(500),
  }),
});

export type PublishHint = z.output<typeof publishHint>;
