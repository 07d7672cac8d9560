import { z } from 'zod';
import { documentId, moment } from './fields.ts';
import { collections, scheduleId, sweptCollections } from './paths.ts';
import { serverTime, type Write } from './writes/write.ts';

/** What is done with a document at a time: `publish_draft` publishes the draft of it that was looked at, in that version. */
export const scheduleActions = ['publish', 'publish_draft', 'unpublish'] as const;

export type ScheduleAction = (typeof scheduleActions)[number];

/** Why what was scheduled did not happen, in words for whoever scheduled it. */
export const scheduleFailures = {
  notAllowed: 'Whoever scheduled this may no longer do it.',
  missing: 'It was deleted before its time.',
  invalid: 'It is not complete. Open it, correct what is marked, and save it.',
  draftMoved: 'The draft was changed after this was scheduled.',
  liveMoved: 'What is live was changed after the draft was begun. Open it, look at both, and save.',
  slugTaken: 'Its address belongs to something else by now.',
} as const;

export type ScheduleFailure = keyof typeof scheduleFailures;

const failures = Object.keys(scheduleFailures) as [ScheduleFailure, ...ScheduleFailure[]];

/** A stored `schedules` document, moments as ISO strings. */
export const scheduleDocument = z.object({
  collection: z.enum(sweptCollections),
  id: documentId,
  action: z.enum(scheduleActions),
  /** The draft's version; null of the other actions. */
  draft_rev: z.int().min(1).nullable(),
  /** A whole minute. */
  at: moment,
  /** Uid. */
  by: z.string().min(1),
  /** Whether they had used a second factor. */
  second_factor: z.boolean(),
  created_at: moment,
  /** What is done leaves no schedule behind. */
  state: z.enum(['waiting', 'failed']),
  reason: z.enum(failures).nullable(),
});

export type Schedule = z.output<typeof scheduleDocument>;

/** Where the schedule for an action on a document is kept. */
export const schedulePath = ({ collection, id, action }: Pick<Schedule, 'collection' | 'id' | 'action'>): string =>
  `${collections.schedules}/${scheduleId(collection, id, action)}`;

/** What somebody orders; `at` is a moment as the database takes it. */
export interface ScheduleOrder extends Pick<Schedule, 'collection' | 'id' | 'action' | 'draft_rev' | 'second_factor'> {
  at: unknown;
  uid: string;
}

/** The write that schedules an action, in place of an earlier order for it. */
export function planSchedule({ uid, ...order }: ScheduleOrder): Write {
  const data = { ...order, by: uid, created_at: serverTime, state: 'waiting', reason: null };
  return { type: 'set', path: schedulePath(order), data };
}
