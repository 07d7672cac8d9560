import { z } from 'zod';
import { isDocumentId } from './paths.ts';

/** The author of documents that an import writes. */
export const importAuthor = 'import';

/**
 * The body of the publish webhook: a hint with the paths of changed documents, without their content. The pipeline
 * reads the documents from Firestore, so a stale or repeated hint is harmless.
 */
export const publishHint = z.object({
  type: z.literal('content.written'),
  timestamp: z.iso.datetime(),
  data: z.object({
    documents: z.array(z.string().refine(isDocumentPath)).min(1).max(500),
    /** Whether the documents were written by an import or another program. Edits are published before them. */
    bulk: z.boolean().optional(),
  }),
});

export type PublishHint = z.output<typeof publishHint>;

/** Whether a path is `{collection}/{id}` with an id that Firestore accepts. */
function isDocumentPath(path: string): boolean {
  const [collection = '', id, ...rest] = path.split('/');
  return /^[a-z_]{1,100}$/.test(collection) && id !== undefined && rest.length === 0 && isDocumentId(id);
}
