import { z } from 'zod';
import type { Data } from './changes/write.ts';
import { documentId, moment } from './fields.ts';
import { kindCollections } from './kinds/kinds.ts';
import {
  acceptedOf,
  type Launch,
  type LaunchAction,
  launchActionLabel,
  type LaunchMember,
  launchProblem,
  memberPath,
} from './launch.ts';
import { collections, isDocumentId, isNameable, scheduleId } from './paths.ts';

/** The scheduled actions: `publish` and `publish_draft` publish exactly the version that was approved. */
export const scheduleActions = ['publish', 'publish_draft', 'unpublish'] as const;

export type ScheduleAction = (typeof scheduleActions)[number];

const scheduledCollections = [...kindCollections, collections.settings] as const;

/**
 * A schedule: a launch with one document. This is also the shape of the `schedules` documents that earlier versions of
 * the admin write; timestamps as ISO strings.
 */
export const scheduleDocument = z.object({
  collection: z.enum(scheduledCollections),
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

const target = scheduleDocument.pick({ collection: true, id: true, action: true });

/** Whether a schedule of this action can be stored. A setting is only published, from its draft. */
export const canBeScheduled = ({ collection, id, action }: z.output<typeof target>): boolean =>
  isNameable(collection, id) && (collection !== collections.settings || action === 'publish_draft');

/** A document and the action on it. */
export const scheduleTarget = target.refine(canBeScheduled);

/** The document and the approved version of a schedule. */
export const scheduleVersion = scheduleDocument.pick({
  collection: true,
  id: true,
  action: true,
  document_rev: true,
  draft_rev: true,
  draft_digest: true,
});

/** The path of the schedule for an action on a document. */
export const schedulePath = ({ collection, id, action }: Pick<Schedule, 'collection' | 'id' | 'action'>): string =>
  `${collections.launches}/${scheduleId(collection, id, action)}`;

/** The path at which earlier versions of the admin store the same schedule. */
export const olderSchedulePath = ({ collection, id, action }: Pick<Schedule, 'collection' | 'id' | 'action'>): string =>
  `${collections.schedules}/${scheduleId(collection, id, action)}`;

/** The approved version in a schedule. */
export type ApprovedVersion = Pick<Schedule, 'document_rev' | 'draft_rev' | 'draft_digest'>;

/** The only member of a schedule. */
export const memberOfSchedule = ({
  by,
  ...schedule
}: Pick<Schedule, 'collection' | 'id' | 'action' | 'by'> & ApprovedVersion): LaunchMember => ({
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

/** The fields of the launch that stores a schedule. `at` and `created_at` have the database's type. */
export function launchOfSchedule(
  schedule: Omit<Schedule, 'at' | 'created_at'> & { at: unknown; created_at: unknown },
): Data {
  const { action, by, second_factor, at, created_at, state, reason } = schedule;
  const path = memberPath(schedule);
  const time = { at, by, second_factor };
  const isFailed = state === 'failed';
  return {
    name: launchActionLabel(action),
    description: '',
    owner: by,
    state: 'scheduled',
    schedule_of: path,
    members: [memberOfSchedule(schedule)],
    documents: [path],
    written: [],
    planned: isFailed ? null : time,
    missed: isFailed ? time : null,
    failures: isFailed ? [{ document: path, reason: reason ?? 'error' }] : [],
    left_out: [],
    members_by: by,
    approval: null,
    returned: null,
    published_at: null,
    published_by: null,
    takes_back: null,
    taken_back_by: null,
    rev: 1,
    settled_rev: 1,
    created_at,
    created_by: by,
    updated_at: created_at,
    updated_by: by,
  };
}

/** The schedule that a stored launch is; null for other launches. */
export function scheduleIn({ state, members, planned, missed, failures, created_at }: Launch): Schedule | null {
  const [member] = members;
  const time = planned ?? missed;
  if (state !== 'scheduled' || !member || !time) return null;
  const outcome = { state: planned ? 'waiting' : 'failed', reason: planned ? null : (failures[0]?.reason ?? 'error') };
  return scheduleDocument.safeParse({ ...member, ...time, ...outcome, created_at }).data ?? null;
}

/** A change of one document at a time, by a schedule or by a launch. */
export interface TimedChange {
  action: LaunchAction;
  at: string;
  /** The name of the launch; null for a schedule. */
  launch: string | null;
}

/** The waiting schedules of a document, and its accepted membership in a launch with a time. */
export const timedChangesOf = (
  path: string,
  { schedules, launches }: { schedules: readonly Schedule[]; launches: readonly Launch[] },
): TimedChange[] => [
  ...schedules
    .filter((schedule) => schedule.state === 'waiting' && memberPath(schedule) === path)
    .map(({ action, at }) => ({ action, at, launch: null })),
  ...launches.flatMap(({ members, name, planned }) =>
    acceptedOf(members)
      .filter((member) => planned !== null && memberPath(member) === path)
      .map(({ action }) => ({ action, at: planned?.at ?? '', launch: name })),
  ),
];

// Of changes at the same time, the order in which most of them fail is assumed.
const order: readonly LaunchAction[] = ['delete', 'unpublish', 'publish', 'publish_draft', 'redirect'];

/**
 * The changes of a document that will fail at their time, each with the earlier one that prevents it: one that deletes
 * the document, or changes the version that the later one names.
 */
export function conflictsAmong(
  changes: readonly TimedChange[],
  isPublished: boolean,
): { change: TimedChange; earlier: TimedChange }[] {
  const sorted = changes.toSorted(
    (a, b) => a.at.localeCompare(b.at) || order.indexOf(a.action) - order.indexOf(b.action),
  );
  let isLive = isPublished;
  let last: TimedChange | null = null;
  const conflicts: { change: TimedChange; earlier: TimedChange }[] = [];
  for (const change of sorted) {
    const { action } = change;
    const isDone = (action === 'publish' && isLive) || (action === 'unpublish' && !isLive);
    const needsVersion = !isDone && action !== 'unpublish';
    if (last !== null && (last.action === 'delete' || needsVersion)) {
      conflicts.push({ change, earlier: last });
      continue;
    }
    if (isDone) continue;
    last = change;
    isLive = action === 'publish' || action === 'publish_draft';
  }
  return conflicts;
}
