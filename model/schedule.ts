import { z } from 'zod';
import { documentId, moment } from './fields.ts';
import { collections, isDocumentId, scheduleId, sweptCollections } from './paths.ts';
import { serverTime, type Write } from './changes/write.ts';

/** The scheduled actions: `publish` and `publish_draft` publish exactly the version that was approved. */
export const scheduleActions = ['publish', 'publish_draft', 'unpublish'] as const;

export type ScheduleAction = (typeof scheduleActions)[number];

/** Reasons of a failed schedule with the next step. The admin shows them, and the author receives them by email. */
export const scheduleFailures = {
  notAllowed: 'The user who scheduled it may no longer publish it. An editor or administrator can schedule it again.',
  missing: 'It was deleted before the scheduled time. Restore it from the trash, then schedule it again.',
  invalid: 'It has validation errors. Correct the marked fields, save it, and schedule it again.',
  documentMoved: 'It was changed after it was scheduled. Check it, then schedule it again.',
  draftMoved: 'The draft was changed after it was scheduled. Check it, then schedule it again.',
  liveMoved: 'The live version was changed after the draft was started. Compare both, save, and schedule it again.',
  slugTaken: 'Its slug is now used by something else. Choose another slug, then schedule it again.',
  versionUnknown:
    'It was scheduled by an earlier version of Frontage, which did not record the exact text. Check it, then schedule it again.',
  'image-alt':
    'An image in its text has no alternative text, which the SEO settings require. Describe the image, then try again.',
  'title-long':
    'Its title is longer than the SEO settings allow. Enter a meta title of at most 60 characters, then try again.',
  'description-missing':
    'It has no description, which the SEO settings require. Enter a meta description, then try again.',
  error: 'An error occurred; see the log of the function runSchedules. Check it, then schedule it again.',
} as const;

export type ScheduleFailure = keyof typeof scheduleFailures;

const failures = Object.keys(scheduleFailures) as [ScheduleFailure, ...ScheduleFailure[]];

/** A stored `schedules` document; timestamps as ISO strings. */
export const scheduleDocument = z.object({
  collection: z.enum(sweptCollections),
  id: documentId.refine(isDocumentId),
  action: z.enum(scheduleActions),
  /** For `publish`: the approved revision. Null for other actions, and in schedules of earlier versions of Frontage. */
  document_rev: z.int().min(1).nullable().default(null),
  /** For `publish_draft`: the approved revision; null for other actions. */
  draft_rev: z.int().min(1).nullable(),
  /**
   * For `publish_draft`: the SHA-256 (hex) of the approved `draftText`. A draft that is deleted and created again can
   * reach the same revision, but not the same digest with another text. Null in the same cases as `document_rev`.
   */
  draft_digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
  /** Time of the action, rounded to a minute. */
  at: moment,
  /** Uid of the author. */
  by: z.string().min(1),
  /** Whether the author's sign-in used a second factor. */
  second_factor: z.boolean(),
  created_at: moment,
  /** There is no completed state: a completed schedule is deleted. */
  state: z.enum(['waiting', 'failed']),
  reason: z.enum(failures).nullable(),
});

export type Schedule = z.output<typeof scheduleDocument>;

/** The path of the schedule for an action on a document. */
export const schedulePath = ({ collection, id, action }: Pick<Schedule, 'collection' | 'id' | 'action'>): string =>
  `${collections.schedules}/${scheduleId(collection, id, action)}`;

/** The approved version in a schedule. */
export type ApprovedVersion = Pick<Schedule, 'document_rev' | 'draft_rev' | 'draft_digest'>;

/** A requested schedule; `at` is a timestamp in the database's type. */
export interface ScheduleOrder
  extends Pick<Schedule, 'collection' | 'id' | 'action' | 'second_factor'>, ApprovedVersion {
  at: unknown;
  uid: string;
}

/** The write that schedules an action and replaces an earlier schedule for it. */
export function planSchedule({ uid, ...order }: ScheduleOrder): Write {
  const data = { ...order, by: uid, created_at: serverTime, state: 'waiting', reason: null };
  return { type: 'set', path: schedulePath(order), data };
}
