import { randomUUID } from 'node:crypto';
import { mediaPlace } from '@frontage/model/media';
import { abilities, ownedBy } from '@frontage/model/permissions';
import { collections, trashId } from '@frontage/model/paths';
import { trashPath } from '@frontage/model/changes/write';
import { planChange, readBlockingRules, type Refusal as Refused } from '@frontage/model/changes/plan-change';
import { readTrashed, readTrashedMedia } from '@frontage/model/changes/trash';
import { type DocumentSnapshot, FieldValue, type Transaction } from 'firebase-admin/firestore';
import { type LaunchFailure, launchFailures } from '@frontage/model/launch';
import { changeOf } from '@frontage/model/changes/document-writes';
import * as logger from 'firebase-functions/logger';
import { recordEntry } from '../audit/audit-trail.ts';
import { defineCall } from '../call/define-call.ts';
import { type Claims, readViewer, type Refusal, refuse } from '../call/auth.ts';
import { type Budget, takeAttempt } from '../rate-limit.ts';
import { publishWebhookSecret, publishWebhookUrl } from '../params.ts';
import { scale } from '../scale.ts';
import { imageRefusal, uploadState, wasShown } from '../uploads/upload-states.ts';
import { signedRequest } from '../webhook/publish-request.ts';
import { applyWrites, digest, readsOf } from './documents.ts';

// Milliseconds. Unpinning may render the whole site: after this time it continues in the background.
const deadline = 50_000;

const unpinBudget = (uid: string): Budget => ({ key: `unpin|${uid}`, max: 10, windowMs: 15 * 60_000 });

/** Sends an unpin request to the pipeline. `isDone` is false if the pipeline has not finished before the deadline. */
export const unpinSite = defineCall(
  'unpinSite',
  async ({ caller, firestore, now }) => {
    const attempt = await takeAttempt(firestore, { budgets: [unpinBudget(caller.uid)], now });
    if (!attempt.allowed) return refuse('tooManyAttempts');
    const current = firestore.collection(collections.buildState).doc('current');
    const release: unknown = (await current.get()).get('pinned_to') ?? null;
    const status = await requestUnpin(now);
    if (status === 'unreachable') return refuse('pipelineUnreachable');
    if (status === 'refused') return refuse('pipelineRefused');
    await firestore.runTransaction((transaction) => {
      const entry = { actor: caller.uid, document: current.path, details: { release } };
      recordEntry(firestore, transaction, { action: 'unpinned', ...entry });
      return Promise.resolve();
    });
    return { isDone: status === 'done' };
  },
  { secrets: [publishWebhookSecret], ...scale.order },
);

async function requestUnpin(at: Date): Promise<'done' | 'started' | 'refused' | 'unreachable'> {
  const request = signedRequest({ id: randomUUID(), at, payload: {} }, publishWebhookSecret.value());
  try {
    const response = await fetch(new URL('/hooks/unpin', publishWebhookUrl.value()), {
      method: 'POST',
      ...request,
      signal: AbortSignal.timeout(deadline),
    });
    const answer = await response.text();
    if (response.ok) return 'done';
    logger.error(`The pipeline answered ${response.status} to the unpin request`, answer);
    return response.status === 409 ? 'refused' : 'unreachable';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'started';
    logger.error('The unpin request did not reach the pipeline', error);
    return 'unreachable';
  }
}

const published = { is_published: true };

export const publishAllDrafts = defineCall('publishAllDrafts', async ({ caller, firestore }) => {
  const { uid } = caller;
  const sections = firestore.collection(collections.sections);
  return firestore.runTransaction(async (transaction) => {
    const viewer = await readViewer(firestore, transaction, caller);
    const { docs: unpublished } = await transaction.get(sections.where('is_published', '==', false));
    if (unpublished.some((draft) => !abilities('section', viewer, ownedBy(draft.data())).canPublish)) {
      return refuse('notAllowed');
    }
    const reads = readsOf(firestore, transaction);
    const planning = { reads, uid, rights: null, rules: await readBlockingRules(reads), digest };
    const plans = await Promise.all(
      unpublished.map((draft) => {
        const rev: unknown = draft.get('rev');
        const from = typeof rev === 'number' ? rev : 0;
        const { base, companions } = changeOf({ kind: 'section', id: draft.id, rev: from, fields: published, uid });
        const change = { action: 'save', kind: 'section', id: draft.id, base, fields: published, companions } as const;
        return planChange(planning, change);
      }),
    );
    const drafts = unpublished.filter((_, index) => plans[index]?.ok);
    const refused = unpublished.flatMap(({ id }, index) => {
      const plan = plans[index];
      return plan?.ok === false ? [{ id, problem: launchFailures[plan.reason as LaunchFailure] }] : [];
    });
    applyWrites(
      firestore,
      transaction,
      plans.flatMap((plan) => (plan.ok ? plan.writes : [])),
    );
    if (drafts.length > 0) {
      const details = { ids: drafts.map(({ id }) => id) };
      recordEntry(firestore, transaction, { action: 'published', actor: uid, document: sections.path, details });
    }
    return { published: drafts.length, ...(refused.length > 0 && { refused }) };
  });
});

const restoreRefusals: Partial<Record<Refused, 'notAllowed' | 'alreadyRestored' | 'slugTaken'>> = {
  notAllowed: 'notAllowed',
  existing: 'alreadyRestored',
  slugTaken: 'slugTaken',
};

/**
 * Restores a deleted document with its slug and embed. This is a function because a client may neither set `created_at`
 * nor read the password of a demo.
 */
export const restoreFromTrash = defineCall('restoreFromTrash', async ({ input, caller, firestore }) => {
  const entry = firestore.collection(collections.trash).doc(input.trashId);
  const refusal = await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(entry);
    if (stored.get('collection') === collections.media) return restoreMedia({ stored, transaction, caller });
    const trashed = readTrashed(stored.data());
    if (!trashed || trashPath(trashed.kind, trashed.id) !== entry.path) return refuse('notInTrash');
    const viewer = await readViewer(firestore, transaction, caller);
    const { kind, id } = trashed;
    const rights = { viewer, usedSecondFactor: caller.usedSecondFactor };
    const planning = { reads: readsOf(firestore, transaction), uid: caller.uid, rights, rules: [], digest };
    const plan = await planChange(planning, { action: 'restore', kind, id });
    if (!plan.ok) return refuse(restoreRefusals[plan.reason] ?? 'notInTrash');
    applyWrites(firestore, transaction, plan.writes);
    const document = plan.path;
    recordEntry(firestore, transaction, { action: 'restored', actor: caller.uid, document });
    return null;
  });
  return refusal ?? {};
});

interface MediaRestore {
  stored: DocumentSnapshot;
  transaction: Transaction;
  caller: Claims;
}

/** Moves an image from the trash back to the library. Its file never left the storage. */
async function restoreMedia({ stored, transaction, caller }: MediaRestore): Promise<Refusal | null> {
  const { ref } = stored;
  const { firestore } = ref;
  const trashed = readTrashedMedia(stored.data());
  if (!trashed || trashId(collections.media, trashed.id) !== ref.id) return refuse('notInTrash');
  const viewer = await readViewer(firestore, transaction, caller);
  const document = firestore.collection(collections.media).doc(trashed.id);
  const path = mediaPlace(trashed.id)?.path ?? trashed.id;
  const [existing, state] = await transaction.getAll(document, uploadState(firestore, path));
  const refused = imageRefusal(viewer, trashed.data, state);
  if (refused !== null) return refused;
  if (existing?.exists) return refuse('alreadyRestored');
  const stamps = { rev: trashed.data.rev + 1, updated_at: FieldValue.serverTimestamp(), updated_by: caller.uid };
  const { is_unshown, ...data } = trashed.data;
  const isUnshown = is_unshown === true && !wasShown(state);
  transaction.create(document, { ...data, ...(isUnshown && { is_unshown }), ...stamps });
  transaction.delete(ref);
  recordEntry(firestore, transaction, { action: 'restored', actor: caller.uid, document: document.path });
  return null;
}
