import { z } from 'zod';
import type { RevisionEvent } from './describe-revision.ts';

const events = ['created', 'updated', 'published', 'unpublished', 'restored'] as const satisfies RevisionEvent[];

/** What a list shows of a `revisions` document, moments as ISO strings: all but what the document held. */
export const revisionLine = z.object({
  rev: z.int().min(1),
  /** Uid; null where the document did not tell. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
  event: z.enum(events),
  summary: z.string(),
});

export type RevisionLine = z.output<typeof revisionLine>;
