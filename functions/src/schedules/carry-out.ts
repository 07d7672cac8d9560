import { createHash } from 'node:crypto';
import { abilities, can, effectiveRoles, ownedBy, type Viewer } from '@frontage/model/permissions';
import { kindOf, kinds, type Kind, type Savable } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import { scheduleDocument, type Schedule, type ScheduleAction, type ScheduleFailure } from '@frontage/model/schedule';
import { draftEmbedPath, draftPath, embedIn, embedPath, type Data, type Write } from '@frontage/model/writes/write';
import {
  Timestamp,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { draftDocument, draftOf, draftText } from '@frontage/model/draft';
import { settingSchemas } from '@frontage/model/settings';
import { changeOf, planPublish, planSave } from '@frontage/model/writes/plan-save';
import { isStamp } from '@frontage/model/fields';
import { carriedOutId, versionOf } from '../audit/describe-approval.ts';
import { recordEntry } from '../audit/audit-trail.ts';
import { readCallerState } from '../call/auth.ts';
import { applyWrites, isSlugTaken, timestampsToIso } from '../content/documents.ts';

/** The inputs of a plan: the schedule, its document, and the transaction. */
interface Step {
  schedule: Schedule;
  document: DocumentSnapshot;
  firestore: Firestore;
  transaction: Transaction;
}

/** The writes that carry out an authorized schedule, or the reason for failure. */
type Plan = (step: Step) => Promise<Write[] | ScheduleFailure>;

/** Publishes a document in exactly the approved revision, or unpublishes it; no writes if it already has that state. */
const setPublished =
  (isPublished: boolean): Plan =>
  (step) =>
    Promise.resolve(changeTo(isPublished, step));

function changeTo(is_published: boolean, { schedule, document }: Step): Write[] | ScheduleFailure {
  const { collection, id, by: uid } = schedule;
  const kind = kindOf(collection);
  const data = document.data() ?? {};
  if (kind === null) return 'invalid';
  if ((data['is_published'] === true) === is_published) return [];
  const rev = typeof data['rev'] === 'number' ? data['rev'] : 0;
  if (is_published) {
    if (schedule.document_rev === null) return 'versionUnknown';
    if (schedule.document_rev !== rev) return 'documentMoved';
    if (!isComplete(kind, data)) return 'invalid';
  }
  return planSave(changeOf({ kind, id, rev, fields: { is_published }, uid })).writes;
}

/** Whether the stored document passes its form's validation. */
function isComplete(kind: Kind, data: Data): boolean {
  const { shape } = kinds[kind].schema;
  return Object.entries(shape).every(([field, schema]) => isStamp(field) || schema.safeParse(data[field]).success);
}

/** Publishes the draft of a document, if it has exactly the approved revision and text. */
const publishDraft: Plan = async ({ schedule, document, firestore, transaction }) => {
  const { id, by: uid } = schedule;
  const kind = draftOf(schedule);
  if (kind === null) return 'draftMoved';
  const paths = [draftPath(kind, id), draftEmbedPath(id), embedPath(id)];
  const [stored, draftEmbed, embed] = await transaction.getAll(...paths.map((path) => firestore.doc(path)));
  const draft = draftDocument.safeParse(timestampsToIso(stored?.data())).data;
  if (schedule.draft_digest === null) return 'versionUnknown';
  const code = kind === 'demo' ? (embedIn(draftEmbed?.data() ?? null) ?? embedIn(embed?.data() ?? null)) : null;
  if (!draft || draft.rev !== schedule.draft_rev || digestOf(draftText(draft, code)) !== schedule.draft_digest)
    return 'draftMoved';
  const live = document.data() ?? null;
  const plan = planPublish({
    kind,
    id,
    document: hasRev(live) ? live : null,
    draft,
    embed: code,
    read: { version: null, hasEmbed: kind === 'demo' && draftEmbed?.exists === true },
    uid,
  });
  if (!plan.ok) return plan.reason === 'moved' ? 'liveMoved' : 'invalid';
  if (demandsSecondFactor(kind, id, plan.fields) && !schedule.second_factor) return 'notAllowed';
  const isTaken = await isSlugTaken({ firestore, transaction }, kind, { id, slug: plan.fields['slug'] });
  return isTaken ? 'slugTaken' : plan.writes;
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Whether fields enable the second-factor requirement. That requires a second factor, so that it can be disabled again.
 */
const demandsSecondFactor = (kind: Savable, id: string, { value }: Data): boolean =>
  kind === 'setting' && id === 'security' && settingSchemas.security.parse(value).require_second_factor;

const hasRev = (data: Data | null): data is Data & { rev: number } => typeof data?.['rev'] === 'number';

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
