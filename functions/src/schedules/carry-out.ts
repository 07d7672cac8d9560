import { abilities, ownedBy } from '@frontage/model/abilities';
import { isStamp } from '@frontage/model/fields';
import { kindOf, kinds, type Kind } from '@frontage/model/kinds';
import { can, effectiveRoles, type Viewer } from '@frontage/model/permissions';
import { collections } from '@frontage/model/paths';
import { scheduleDocument, type Schedule, type ScheduleAction, type ScheduleFailure } from '@frontage/model/schedule';
import { changeOf, planSave } from '@frontage/model/writes/plan-save';
import type { Data, Write } from '@frontage/model/writes/write';
import {
  Timestamp,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { readStanding } from '../call/read-standing.ts';
import { applyWrites } from '../content/apply-writes.ts';

/** What became of an order: null where it was no longer due. */
export type Outcome = 'done' | ScheduleFailure | null;

/** What a step works with: the order, the document it is about, and the transaction that carries it out. */
interface Step {
  schedule: Schedule;
  document: DocumentSnapshot;
  firestore: Firestore;
  transaction: Transaction;
}

/** The writes that carry an order out, of somebody who may; or why it cannot be. */
type Plan = (step: Step) => Promise<Write[] | ScheduleFailure>;

const setPublished =
  (is_published: boolean): Plan =>
  ({ schedule, document }) => {
    const kind = kindOf(schedule.collection);
    const data = document.data() ?? {};
    if (kind === null) return Promise.resolve('invalid');
    if ((data['is_published'] === true) === is_published) return Promise.resolve([]);
    if (is_published && !isComplete(kind, data)) return Promise.resolve('invalid');
    const rev = typeof data['rev'] === 'number' ? data['rev'] : 0;
    const change = changeOf({ kind, id: schedule.id, rev, fields: { is_published }, uid: schedule.by });
    return Promise.resolve(planSave(change).writes);
  };

const plans: Record<ScheduleAction, Plan> = {
  publish: setPublished(true),
  unpublish: setPublished(false),
  publish_draft: () => Promise.resolve('draftMoved'),
};

/** Carries an order out, or notes at it why that was not possible: once, and only while it is due. */
export function carryOut(firestore: Firestore, reference: DocumentReference, now: Date): Promise<Outcome> {
  return firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(reference);
    const schedule = scheduleDocument.safeParse(plainMoments(stored.data())).data;
    if (!schedule || schedule.state !== 'waiting' || Date.parse(schedule.at) > now.getTime()) return null;
    const document = await transaction.get(firestore.collection(schedule.collection).doc(schedule.id));
    const viewer = await readAuthor(firestore, transaction, schedule);
    const plan = await planOf(viewer, { schedule, document, firestore, transaction });
    if (typeof plan === 'string') {
      transaction.update(reference, { state: 'failed', reason: plan });
      return plan;
    }
    applyWrites(firestore, transaction, plan);
    transaction.delete(reference);
    return 'done';
  });
}

function planOf(viewer: Viewer, step: Step): Promise<Write[] | ScheduleFailure> | ScheduleFailure {
  const { schedule, document } = step;
  if (!mayPublish(viewer, schedule, document)) return 'notAllowed';
  return document.exists || schedule.collection === collections.settings ? plans[schedule.action](step) : 'missing';
}

/** Whether they might do by hand what they scheduled. */
function mayPublish(viewer: Viewer, { collection }: Schedule, document: DocumentSnapshot): boolean {
  const kind = kindOf(collection);
  if (kind === null) return can(viewer, 'update', { what: collection });
  return abilities(kind, viewer, ownedBy(document.data() ?? {})).canPublish;
}

/** Whoever scheduled it, with the roles that count at this moment. */
async function readAuthor(
  firestore: Firestore,
  transaction: Transaction,
  { by: uid, second_factor: used }: Schedule,
): Promise<Viewer> {
  const { user, secondFactorRequired: required } = await readStanding(firestore, transaction, uid);
  return { uid, roles: effectiveRoles(user, { required, used }) };
}

/** Whether the document could be saved from its form as it is. */
function isComplete(kind: Kind, data: Data): boolean {
  const { shape } = kinds[kind].schema;
  return Object.entries(shape).every(([field, schema]) => isStamp(field) || schema.safeParse(data[field]).success);
}

const plainMoments = (data: Data | undefined): unknown =>
  data &&
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      value instanceof Timestamp ? value.toDate().toISOString() : value,
    ]),
  );
