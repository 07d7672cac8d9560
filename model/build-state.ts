import { z } from 'zod';
import { moment } from './fields.ts';

/** The reason why a document, or one of its fields, is not in the release. */
export const problem = z.object({ document: z.string(), field: z.string().nullable(), message: z.string() });

export type Problem = z.output<typeof problem>;

/** `build_state/{collection}_{id}`: the result of publishing the newest change of a document. */
export const documentState = z.object({
  document: z.string(),
  /** The revision the pipeline has read; null after a deletion. */
  rev: z.int().nullable(),
  state: z.enum(['live', 'failed']),
  /** The path at which visitors find this or an earlier revision; null if the site does not show the document. */
  shown_at: z.string().nullable().default(null),
  release: z.string(),
  at: moment,
  /** Milliseconds from the arrival of the hint until the release was live. */
  ms: z.number(),
  problems: z.array(problem),
});

export type DocumentState = z.output<typeof documentState>;

/** Progress of the release being built, in pages. `seconds_left` is null while it is unknown. */
export const progress = z.object({ done: z.int(), total: z.int(), seconds_left: z.int().nullable() });

export type Progress = z.output<typeof progress>;

/** The reason why nothing is published, and the operator's next step if it is known. */
export const failure = z.object({ message: z.string(), next: z.string().nullable() });

/** `build_state/current`: the state of the pipeline. */
export const pipelineState = z.object({
  state: z.enum(['idle', 'building', 'failed', 'unreachable']),
  release: z.string().nullable(),
  pinned: z.boolean(),
  /** The release to which the site is pinned; null if it is not pinned, or in documents without this field. */
  pinned_to: z.string().nullable().default(null),
  /** Null unless rendering takes long enough to be reported. */
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
  /** The rendered pages and the bytes of all files of the site; null in documents without these fields. */
  pages: z.int().nullable().default(null),
  bytes: z.int().nullable().default(null),
  documents: z.array(z.string()),
});

export type ReleaseDocument = z.output<typeof releaseDocument>;

/** `build_state/health`: the numbers of findings about the live site, by severity. */
export const healthCounts = z.object({
  error: z.int(),
  warning: z.int(),
  notice: z.int(),
  release: z.string().nullable(),
  at: moment,
});

export type HealthCounts = z.output<typeof healthCounts>;

/** The pipeline's response to every refused request of the admin. */
export const pipelineRefusal = z.object({ message: z.string() });
