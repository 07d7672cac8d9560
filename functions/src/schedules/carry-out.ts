import { abilities, ownedBy } from '@frontage/model/abilities';
import { kindOf } from '@frontage/model/kinds';
import { can, effectiveRoles, type Viewer } from '@frontage/model/permissions';
import { collections } from '@frontage/model/paths';
import { scheduleDocument, type Schedule, type ScheduleAction, type ScheduleFailure } from '@frontage/model/schedule';
import type { Write } from '@frontage/model/writes/write';
import type { DocumentReference, DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import { readStanding } from '../call/read-standing.ts';
import { applyWrites } from '../content/apply-writes.ts';
import { plainMoments } from './plain-moments.ts';
import { publishDraft } from './publish-draft.ts';
import { setPublished } from './set-published.ts';
import type { Plan, Step } from './step.ts';

/** What became of an order: null where it was no longer due. */
export type Outcome = 'done' | ScheduleFailure | null;

const plans: Record<ScheduleAction, Plan> = {
  publish: setPublished(true),
  unpublish: setPublished(false),
  publish_draft: publishDraft,
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
