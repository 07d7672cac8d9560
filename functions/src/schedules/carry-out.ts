import { abilities, ownedBy } from '@frontage/model/abilities';
import { kindOf } from '@frontage/model/kinds';
import { can, effectiveRoles, type Viewer } from '@frontage/model/permissions';
import { collections } from '@frontage/model/paths';
import { scheduleDocument, type Schedule, type ScheduleAction, type ScheduleFailure } from '@frontage/model/schedule';
import type { Write } from '@frontage/model/writes/write';
import {
  Timestamp,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { carriedOutId, versionOf } from '../audit/describe-approval.ts';
import { recordEntry } from '../audit/entry.ts';
import { readCallerState } from '../call/read-caller-state.ts';
import { applyWrites } from '../content/apply-writes.ts';
import { timestampsToIso } from './timestamps-to-iso.ts';
import { publishDraft } from './publish-draft.ts';
import { setPublished } from './set-published.ts';
import type { Plan, Step } from './step.ts';

/** The result of a schedule: null if it was no longer due. */
export type Outcome = 'done' | ScheduleFailure | null;

const plans: Record<ScheduleAction, Plan> = {
  publish: setPublished(true),
  unpublish: setPublished(false),
  publish_draft: publishDraft,
};

/** Carries out a schedule once and only while it is due, or records the reason for failure in it. */
export function carryOut(firestore: Firestore, reference: DocumentReference, now: Date): Promise<Outcome> {
  return firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(reference);
    if (stored.get('state') !== 'waiting') return null;
    const schedule = scheduleDocument.safeParse(timestampsToIso(stored.data())).data;
    if (!schedule) return fail(transaction, reference, 'error');
    if (Date.parse(schedule.at) > now.getTime()) return null;
    const document = await transaction.get(firestore.collection(schedule.collection).doc(schedule.id));
    const viewer = await readAuthor(firestore, transaction, schedule);
    const plan = await planOf(viewer, { schedule, document, firestore, transaction });
    if (typeof plan === 'string') return fail(transaction, reference, plan);
    applyWrites(firestore, transaction, plan);
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

function planOf(viewer: Viewer, step: Step): Promise<Write[] | ScheduleFailure> | ScheduleFailure {
  const { schedule, document } = step;
  if (!mayPublish(viewer, schedule, document)) return 'notAllowed';
  return document.exists || schedule.collection === collections.settings ? plans[schedule.action](step) : 'missing';
}

/** Whether the creator could still perform the action manually. */
function mayPublish(viewer: Viewer, { collection }: Schedule, document: DocumentSnapshot): boolean {
  const kind = kindOf(collection);
  if (kind === null) return can(viewer, 'update', { what: collection });
  return abilities(kind, viewer, ownedBy(document.data() ?? {})).canPublish;
}

/** The schedule's creator with their current roles. */
async function readAuthor(
  firestore: Firestore,
  transaction: Transaction,
  { by: uid, second_factor: used }: Schedule,
): Promise<Viewer> {
  const { user, secondFactorRequired: required } = await readCallerState(firestore, transaction, uid);
  return { uid, roles: effectiveRoles(user, { required, used }) };
}
