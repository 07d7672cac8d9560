import { messageOf } from '@frontage/model/message-of';
import type { Problem } from '@frontage/model/build-state';
import type { ReleaseCounts } from './record.ts';

/** Why something failed and, where that is known, what to do about it. */
export interface Reason {
  message: string;
  next?: string;
}

export function reasonOf(error: unknown): Reason {
  const message = messageOf(error);
  const next = error instanceof Error && 'next' in error && typeof error.next === 'string' ? { next: error.next } : {};
  return { message, ...next };
}

/** What the pipeline reports as it happens. `hints` are the ids of those that led to it. */
export type PipelineEvent =
  /** A hint has arrived. */
  | { event: 'hint'; hint: string; documents: string[] }
  | ({ event: 'release'; documents: string[]; hints?: string[] } & ReleaseCounts)
  /** A hint has led to no release: visitors have what it is about already, or do not see it. */
  | { event: 'unchanged'; hint: string }
  /** A document, or one field of it, is left out. */
  | ({ event: 'problem' } & Problem)
  /** After each image of the first release: how many of how many are prepared. */
  | { event: 'image'; seen: number; total: number }
  /** A publish could not be carried out; the live release stays and it is tried again. */
  | ({ event: 'publish-failed'; hints?: string[]; retryInMs: number } & Reason)
  /** Firestore cannot be told what is live; it is tried again. */
  | ({ event: 'notices-delayed' } & Reason)
  /** Reading everything found changes that neither a hint nor a sweep had told of. */
  | { event: 'missed'; documents: string[] }
  /** A process that was started later publishes with other templates: this one leaves it to that. */
  | { event: 'superseded'; message: string }
  /** A thread that rendered pages has ended; what it had to do is done without it. */
  | ({ event: 'thread-ended' } & Reason)
  /** The log's history could not be shortened; it is tried again. */
  | ({ event: 'snapshot-failed' } & Reason)
  /** Visitors have a release. */
  | { event: 'live'; outlet: string; release: string; hints?: string[] }
  /** Visitors could not be given a release; they keep what they have, and it is tried again. */
  | ({ event: 'outlet-failed'; outlet: string; retryInMs: number } & Reason);
