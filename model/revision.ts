import { z } from 'zod';

const events = ['created', 'updated', 'published', 'unpublished', 'restored'] as const;

/** The effect of a write on a document. */
export type RevisionEvent = (typeof events)[number];

/** The fields of a `revisions` document shown in lists, times as ISO strings: all except the document's data. */
export const revisionLine = z.object({
  rev: z.int().min(1),
  /** Uid of the user that saved it; null if the document does not name one. */
  by: z.string().nullable(),
  /** Uids of the authors of the draft that it published; absent or null without a draft, and in earlier versions. */
  authors: z.array(z.string()).nullish(),
  /** The message to the reviewer. */
  message: z.string().nullish(),
  at: z.iso.datetime(),
  event: z.enum(events),
  summary: z.string(),
});

export type RevisionLine = z.output<typeof revisionLine>;
