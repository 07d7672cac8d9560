import { z } from 'zod';
import { moment } from './fields.ts';

/** Why a document, or one field of it, was left out of the release. */
export const problem = z.object({ document: z.string(), field: z.string().nullable(), message: z.string() });

export type Problem = z.output<typeof problem>;

/** `build_state/{collection}_{id}`: what became of one document's newest change. */
export const documentState = z.object({
  document: z.string(),
  /** The revision the pipeline has read; null after a deletion. */
  rev: z.int().nullable(),
  state: z.enum(['live', 'failed']),
  /** The address at which visitors find it, this revision or an earlier one; null where they do not. */
  shown_at: z.string().nullable().default(null),
  release: z.string(),
  at: moment,
  /** Milliseconds from the hint's arrival to the switch. */
  ms: z.number(),
  problems: z.array(problem),
});

export type DocumentState = z.output<typeof documentState>;

/** How far the release in the making is, in pages; the time is null while nobody can say. */
export const progress = z.object({ done: z.int(), total: z.int(), seconds_left: z.int().nullable() });

export type Progress = z.output<typeof progress>;

/** Why nothing is published, and what an operator does about it where that is known. */
export const failure = z.object({ message: z.string(), next: z.string().nullable() });

/** `build_state/current`: the pipeline as a whole. */
export const pipelineState = z.object({
  state: z.enum(['idle', 'building', 'failed', 'unreachable']),
  release: z.string().nullable(),
  pinned: z.boolean(),
  /** The release it is pinned to; null when it is not, or the document is older than this field. */
  pinned_to: z.string().nullable().default(null),
  /** Null unless pages are being rendered for longer than a moment. */
  progress: progress.nullable().default(null),
  /** Null unless `state` is `failed` or `unreachable`. */
  failure: failure.nullable().default(null),
  at: moment,
  problems: z.array(problem),
});

export type PipelineState = z.output<typeof pipelineState>;

/** `releases/{id}`: one complete, immutable state of the site. */
export const releaseDocument = z.object({
  id: z.string(),
  created_at: moment,
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  ms: z.number(),
  documents: z.array(z.string()),
});

export type ReleaseDocument = z.output<typeof releaseDocument>;
