import { approvedChange, planChange, readBlockingRules } from '@frontage/model/changes/plan-change';
import { effectiveRoles, type Viewer } from '@frontage/model/permissions';
import { scheduleDocument, type Schedule, type ScheduleFailure } from '@frontage/model/schedule';
import { Timestamp, type DocumentReference, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { carriedOutId, versionOf } from '../audit/describe-approval.ts';
import { recordEntry } from '../audit/audit-trail.ts';
import { readCallerState } from '../call/auth.ts';
import { applyWrites, digest, type DocumentReads, readsOf, timestampsToIso } from '../content/documents.ts';

/** The result of a schedule: null if it was no longer due. */
export type Outcome = 'done' | ScheduleFailure | null;

/** Carries out a schedule once and only while it is due, or records the reason for failure in it. */
export function carryOut(firestore: Firestore, reference: DocumentReference, now: Date): Promise<Outcome> {
  return firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(reference);
    if (stored.get('state') !== 'waiting') return null;
    const schedule = scheduleDocument.safeParse(timestampsToIso(stored.data())).data;
    if (!schedule) return fail(transaction, reference, 'error');
    if (Date.parse(schedule.at) > now.getTime()) return null;
    const change = approvedChange(schedule);
    if (change === null) return fail(transaction, reference, 'invalid');
    const rights = {
      viewer: await readApprover(firestore, transaction, schedule),
      usedSecondFactor: schedule.second_factor,
    };
    const reads = readsOf(firestore, transaction);
    const rules = await readBlockingRules(reads);
    const plan = await planChange({ reads, uid: schedule.by, rights, rules, digest }, change);
    if (!plan.ok) return fail(transaction, reference, plan.reason as ScheduleFailure);
    applyWrites(firestore, transaction, plan.writes);
    transaction.delete(reference);
    const { collection, id, action, by: actor } = schedule;
    const details = { action, ...versionOf(schedule) };
    recordEntry(firestore, transaction, {
      id: carriedOutId(schedule),
      action: 'schedule carried out',
      actor,
      document: `${collection}/${id}`,
      details,
    });
    return 'done';
  });
}

function fail(transaction: Transaction, reference: DocumentReference, reason: ScheduleFailure): ScheduleFailure {
  transaction.update(reference, { state: 'failed', reason });
  return reason;
}

/** Marks a schedule as failed after its transaction threw, unless it was replaced or removed meanwhile. */
export function markFailed(firestore: Firestore, reference: DocumentReference, now: Date): Promise<Outcome> {
  return firestore.runTransaction(async (transaction) => {
    const { state, at } = (await transaction.get(reference)).data() ?? {};
    const isDue = state === 'waiting' && (!(at instanceof Timestamp) || at.toMillis() <= now.getTime());
    return isDue ? fail(transaction, reference, 'error') : null;
  });
}

/** The author of an approved action, with their current roles. */
export async function readApprover(
  firestore: Firestore,
  reader: DocumentReads,
  { by: uid, second_factor: used }: Pick<Schedule, 'by' | 'second_factor'>,
): Promise<Viewer> {
  const { user, secondFactorRequired: required } = await readCallerState(firestore, reader, uid);
  return { uid, roles: effectiveRoles(user, { required, used }) };
}
