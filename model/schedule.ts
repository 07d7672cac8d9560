import { z } from 'zod';
import { documentId, moment } from './fields.ts';
import { type LaunchMember, launchProblem, memberCollections } from './launch.ts';
import { collections, isDocumentId, scheduleId } from './paths.ts';
import { serverTime, type Write } from './changes/write.ts';

/** The scheduled actions: `publish` and `publish_draft` publish exactly the version that was approved. */
export const scheduleActions = ['publish', 'publish_draft', 'unpublish'] as const;

export type ScheduleAction = (typeof scheduleActions)[number];

/** A stored `schedules` document; timestamps as ISO strings. */
export const scheduleDocument = z.object({
  collection: z.enum(memberCollections),
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
  reason: launchProblem.shape.reason.nullable(),
});

export type Schedule = z.output<typeof scheduleDocument>;

/** The path of the schedule for an action on a document. */
export const schedulePath = ({ collection, id, action }: Pick<Schedule, 'collection' | 'id' | 'action'>): string =>
  `${collections.schedules}/${scheduleId(collection, id, action)}`;

/** The only member of a schedule, which is a launch of one document. */
export const memberOfSchedule = ({ by, ...schedule }: Schedule): LaunchMember => ({
  collection: schedule.collection,
  id: schedule.id,
  action: schedule.action,
  document_rev: schedule.document_rev,
  draft_rev: schedule.draft_rev,
  draft_digest: schedule.draft_digest,
  redirect: null,
  added_by: by,
  is_accepted: true,
  added_rev: null,
  owner: null,
  took_back: null,
});

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
