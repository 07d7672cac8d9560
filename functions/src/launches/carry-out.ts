import { type LaunchPlan, planLaunch } from '@frontage/model/changes/plan-launch';
import {
  acceptedOf,
  documentsByResult,
  type Launch,
  type LaunchMember,
  type LaunchProblem,
  memberPath,
} from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import { memberOfSchedule, type Schedule, scheduleDocument, scheduleIn } from '@frontage/model/schedule';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { recordEntry } from '../audit/audit-trail.ts';
import { carriedOutId, versionOf } from '../audit/describe-approval.ts';
import { applyWrites, timestampsToIso } from '../content/documents.ts';
import {
  applyLaunch,
  type Context,
  lacksApproval,
  launchPlanning,
  patiently,
  readApprover,
  readLaunch,
  stampsBy,
} from './stored-launch.ts';

/** A planned launch; `schedule` is set for a schedule, which is a launch of one document. */
interface Due {
  planned: { by: string; second_factor: boolean };
  members: LaunchMember[];
  launch: Launch | null;
  schedule: Schedule | null;
}

/** Whether an earlier version of the admin stored this schedule. */
const isOlder = ({ ref }: DocumentSnapshot): boolean => ref.parent.id === collections.schedules;

/**
 * Publishes a planned launch or a schedule once and only while it is due, or records in it why it cannot be published.
 * Returns the problems; null if it is no longer due.
 */
export const carryOut = (firestore: Firestore, reference: DocumentReference, now: Date) =>
  firestore.runTransaction(async (transaction): Promise<readonly LaunchProblem[] | null> => {
    const stored = await transaction.get(reference);
    if (!isDue(stored, now)) return null;
    const due = readDue(stored);
    if (!due) return recordFailure({ firestore, transaction, stored }, unknownError);
    const viewer = { ...(await readApprover(firestore, transaction, due.planned)), uid: due.planned.by };
    const context = { firestore, transaction, by: { viewer, usedSecondFactor: due.planned.second_factor } };
    const plan = await publishDue({ ...context, reference }, due);
    return plan.ok ? [] : recordFailure({ firestore, transaction, stored }, plan.problems);
  }, patiently);

/** Marks a launch or schedule as failed after its transaction threw, unless it was changed or removed meanwhile. */
export const markFailed = (firestore: Firestore, reference: DocumentReference, now: Date) =>
  firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(reference);
    return isDue(stored, now) ? recordFailure({ firestore, transaction, stored }, unknownError) : null;
  });

const unknownError: readonly LaunchProblem[] = [{ document: null, reason: 'error' }];

function isDue(stored: DocumentSnapshot, now: Date): boolean {
  const states = isOlder(stored) ? ['waiting'] : ['open', 'scheduled'];
  const at: unknown = stored.get(isOlder(stored) ? 'at' : 'planned.at');
  return states.includes(String(stored.get('state'))) && at instanceof Timestamp && at.toMillis() <= now.getTime();
}

/** Null for an invalid document. */
function readDue(stored: DocumentSnapshot): Due | null {
  if (isOlder(stored)) {
    const schedule = scheduleDocument.safeParse(timestampsToIso(stored.data())).data;
    return schedule ? { planned: schedule, members: [memberOfSchedule(schedule)], launch: null, schedule } : null;
  }
  const launch = readLaunch(stored.data());
  if (!launch?.planned) return null;
  const due = { planned: launch.planned, members: launch.members };
  if (launch.state === 'open') return { ...due, launch, schedule: null };
  const schedule = scheduleIn(launch);
  return schedule && { ...due, launch: null, schedule };
}

async function publishDue(context: Context & { reference: DocumentReference }, due: Due): Promise<LaunchPlan> {
  const { launch, members } = due;
  if (launch === null) return publishSchedule(context, due);
  if (acceptedOf(members).length === 0) return { ok: false, problems: [{ document: null, reason: 'missing' }] };
  if (await lacksApproval(context.firestore, context.transaction, launch))
    return { ok: false, problems: [{ document: null, reason: 'notApproved' }] };
  return publish({ ...context, launch });
}

/** Makes the change of a schedule and deletes it. */
async function publishSchedule(
  context: Context & { reference: DocumentReference },
  { schedule, members }: Due,
): Promise<LaunchPlan> {
  const plan = await planLaunch(await launchPlanning(context), members);
  if (!plan.ok || schedule === null) return plan;
  const { firestore, transaction, by, reference } = context;
  applyWrites(
    firestore,
    transaction,
    plan.changes.flatMap(({ writes }) => writes),
  );
  transaction.delete(reference);
  recordEntry(firestore, transaction, {
    id: carriedOutId(schedule),
    action: 'schedule carried out',
    actor: by.viewer.uid,
    document: memberPath(schedule),
    details: { action: schedule.action, ...versionOf(schedule) },
  });
  return plan;
}

export interface Publication extends Context {
  reference: DocumentReference;
  launch: Launch;
}

/** Publishes the accepted members of an open launch, and removes the other proposals from it. */
export async function publish({ firestore, transaction, by, reference, launch }: Publication): Promise<LaunchPlan> {
  const context = { firestore, transaction, by };
  const plan = await planLaunch(await launchPlanning(context), launch.members);
  if (!plan.ok) return plan;
  const { uid } = by.viewer;
  const written = await applyLaunch(context, reference.id, plan.changes);
  const left = new Set(plan.leftOut.map(({ document }) => document));
  const members = acceptedOf(launch.members).filter((member) => !left.has(memberPath(member)));
  const documents = members.map(memberPath);
  transaction.update(reference, {
    state: 'published',
    left_out: plan.leftOut,
    members,
    documents,
    written,
    planned: null,
    missed: null,
    failures: [],
    published_at: FieldValue.serverTimestamp(),
    published_by: uid,
    ...stampsBy(uid, launch.rev + 1),
  });
  recordEntry(firestore, transaction, {
    action: 'launch published',
    actor: uid,
    document: reference.path,
    details: {
      ...documentsByResult(members.map((member) => ({ path: memberPath(member), action: member.action }))),
      ...(left.size > 0 ? { left_out: [...left] } : {}),
    },
  });
  return plan;
}

interface Attempt {
  firestore: Firestore;
  transaction: Transaction;
  stored: DocumentSnapshot;
}

/** Stores why nothing was published. The failure of an older schedule is recorded by its trigger. */
function recordFailure(
  { firestore, transaction, stored }: Attempt,
  problems: readonly LaunchProblem[],
): readonly LaunchProblem[] {
  const { ref } = stored;
  const reason = problems[0]?.reason ?? 'error';
  if (isOlder(stored)) {
    transaction.update(ref, { state: 'failed', reason });
    return problems;
  }
  const rev = Number(stored.get('rev')) + 1;
  const missed: unknown = stored.get('planned');
  const by: unknown = stored.get('planned.by');
  const owner: unknown = stored.get('owner');
  const actor = typeof by === 'string' ? by : typeof owner === 'string' ? owner : '';
  transaction.update(ref, { planned: null, missed, failures: problems, rev, settled_rev: rev });
  const launch = readLaunch(stored.data());
  const schedule = launch && scheduleIn(launch);
  const details = schedule ? { action: schedule.action, reason } : { problems };
  recordEntry(firestore, transaction, {
    action: schedule ? 'schedule failed' : 'launch failed',
    actor,
    document: schedule ? memberPath(schedule) : ref.path,
    details,
  });
  return problems;
}
