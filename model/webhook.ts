import { z } from 'zod';
import { isDocumentId } from './paths.ts';

/**
 * What the publish webhook carries: a hint naming changed documents, never their content. The pipeline reads the
 * documents itself, so a stale or repeated hint does no harm.
 */
export const publishHint = z.object({
  type: z.literal('content.written'),
  timestamp: z.iso.datetime(),
  data: z.object({
    documents: z.array(z.string().refine(isDocumentPath)).min(1).max(500),
  }),
});

export type PublishHint = z.output<typeof publishHint>;

/** `{collection}/{id}`, the id one that Firestore takes. */
function isDocumentPath(path: string): boolean {
  const [collection = '', id, ...rest] = path.split('/');
  return /^[a-z_]{1,100}$/.test(collection) && id !== undefined && rest.length === 0 && isDocumentId(id);
}
