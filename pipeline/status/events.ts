import { messageOf } from '@frontage/model/messages';
import type { Problem } from '@frontage/model/build-state';
import type { ReleaseCounts } from '../site/store.ts';

/** The reason of a failure and, if known, the remedy. */
export interface Reason {
  message: string;
  next?: string;
}

export function reasonOf(error: unknown): Reason {
  const message = messageOf(error);
  const next = error instanceof Error && 'next' in error && typeof error.next === 'string' ? { next: error.next } : {};
  return { message, ...next };
}

/** An event of the pipeline. `hints` are the ids of the hints that caused it. */
export type PipelineEvent =
  /** A hint has arrived. */
  | { event: 'hint'; hint: string; documents: string[] }
  | ({ event: 'release'; documents: string[]; hints?: string[] } & ReleaseCounts)
  /** A hint caused no release: the change is already live or not visible. */
  | { event: 'unchanged'; hint: string }
  /** A document or one of its fields is excluded from the site. */
  | ({ event: 'problem' } & Problem)
  /** After each image of the first release: `seen` of `total` images are processed. */
  | { event: 'image'; seen: number; total: number }
  /** A publish failed and is retried; the live release stays. */
  | ({ event: 'publish-failed'; hints?: string[]; retryInMs: number } & Reason)
  /** Writing the status to Firestore failed and is retried. */
  | ({ event: 'notices-delayed' } & Reason)
  /** A full read found changes that no hint or sweep had reported. */
  | { event: 'missed'; documents: string[] }
  /** Announced releases are lost. No earlier one is served: all content is read, and a new release is made. */
  | { event: 'releases-lost'; message: string }
  /** A process that started later publishes with other templates; this process stops publishing. */
  | { event: 'superseded'; message: string }
  /** A render thread exited; its work continues without it. */
  | ({ event: 'thread-ended' } & Reason)
  /** Shortening the log's history failed and is retried. */
  | ({ event: 'snapshot-failed' } & Reason)
  /** Removing the files of forgotten releases failed; the next release tries again. */
  | ({ event: 'prune-failed' } & Reason)
  /** A check of the live site failed; the next release starts another one. */
  | ({ event: 'health-failed' } & Reason)
  /** The search index of staff failed; the next sweep tries again. */
  | ({ event: 'index-failed' } & Reason)
  /** Visitors have a release. */
  | { event: 'live'; outlet: string; release: string; hints?: string[] }
  /** Delivering a release failed and is retried; visitors keep the previous one. */
  | ({ event: 'outlet-failed'; outlet: string; retryInMs: number } & Reason);
