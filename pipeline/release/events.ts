import type { Problem } from '@frontage/model/build-state';
import type { ReleaseCounts } from './record.ts';

/** What the pipeline reports as it happens. */
export type PipelineEvent =
  | ({ event: 'release' } & ReleaseCounts)
  /** A document, or one field of it, is left out. */
  | ({ event: 'problem' } & Problem)
  /** After each image of the first release: how many of how many are prepared. */
  | { event: 'image'; seen: number; total: number }
  /** A publish could not be carried out; the live release stays and it is tried again. */
  | { event: 'publish-failed'; message: string; retryInMs: number }
  /** Firestore cannot be told what is live; it is tried again. */
  | { event: 'notices-delayed'; message: string }
  /** Reading everything found changes that neither a hint nor a sweep had told of. */
  | { event: 'missed'; documents: string[] }
  /** A process that was started later publishes with other templates: this one leaves it to that. */
  | { event: 'superseded'; message: string }
  /** The log's history could not be shortened; it is tried again. */
  | { event: 'snapshot-failed'; message: string }
  /** Visitors have a release. */
  | { event: 'live'; outlet: string; release: string }
  /** Visitors could not be given a release; they keep what they have, and it is tried again. */
  | { event: 'outlet-failed'; outlet: string; message: string; retryInMs: number };
