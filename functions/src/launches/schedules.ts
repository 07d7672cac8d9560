import type { CallInput } from '@frontage/model/calls';
import { memberPath } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import {
  launchOfSchedule,
  olderSchedulePath,
  scheduleIn,
  schedulePath,
  type scheduleVersion,
} from '@frontage/model/schedule';
import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import type { z } from 'zod';
import { versionOf } from '../audit/describe-approval.ts';
import { recordEntry } from '../audit/audit-trail.ts';
import { type Claims, readViewer, type Refusal, refuse } from '../call/auth.ts';
import { defineCall } from '../call/define-call.ts';
import { markReviewedUploads } from '../uploads/mark-reviewed.ts';
import { isDraftMoved } from './launches.ts';
import { patiently, readLaunch } from './stored-launch.ts';

interface Scheduling {
  firestore: Firestore;
  transaction: Transaction;
  caller: Claims;
  input: CallInput<'removeSchedule'>;
}

/** The refusal of a schedule of a setting by an editor. */
async function refuseSettings({ firestore, transaction, caller, input }: Scheduling): Promise<Refusal | null> {
  if (input.collection !== collections.settings) return null;
  const viewer = await readViewer(firestore, transaction, caller);
  return can(viewer, 'update', { what: collections.settings }) ? null : refuse('notAllowed');
}

export const setSchedule = defineCall('setSchedule', async ({ input, caller, firestore, now }) => {
  const { plannedAt, ...approved } = input;
  if (plannedAt <= now.getTime()) return refuse('launchTime');
  await markReviewedUploads(firestore, [approved]);
  return firestore.runTransaction(async (transaction) => {
    const refusal = await refuseSettings({ firestore, transaction, caller, input });
    if (refusal) return refusal;
    if (await isMoved(firestore, transaction, approved)) return refuse('scheduleMoved');
    const { uid: by, usedSecondFactor: second_factor } = caller;
    const at = Timestamp.fromMillis(plannedAt);
    const order = { ...approved, at, by, second_factor, created_at: FieldValue.serverTimestamp() };
    transaction.set(firestore.doc(schedulePath(input)), launchOfSchedule({ ...order, state: 'waiting', reason: null }));
    transaction.delete(firestore.doc(olderSchedulePath(input)));
    recordEntry(firestore, transaction, {
      action: 'scheduled',
      actor: by,
      document: memberPath(input),
      details: { action: input.action, at: at.toDate().toISOString(), ...versionOf(approved) },
    });
    return {};
  }, patiently);
});

/** Whether the document, or its draft, is not stored in the version on the screen. */
async function isMoved(
  firestore: Firestore,
  transaction: Transaction,
  approved: z.output<typeof scheduleVersion>,
): Promise<boolean> {
  if (approved.action === 'publish_draft') return isDraftMoved(firestore, transaction, approved);
  const document = await transaction.get(firestore.doc(memberPath(approved)));
  return !document.exists || (approved.action === 'publish' && document.get('rev') !== approved.document_rev);
}

export const removeSchedule = defineCall('removeSchedule', ({ input, caller, firestore }) =>
  firestore.runTransaction(async (transaction) => {
    const refusal = await refuseSettings({ firestore, transaction, caller, input });
    if (refusal) return refusal;
    const stored = await transaction.get(firestore.doc(schedulePath(input)));
    // The deletion of a schedule of an earlier version is recorded by its trigger.
    transaction.delete(firestore.doc(olderSchedulePath(input)));
    if (!stored.exists) return {};
    transaction.delete(stored.ref);
    const launch = readLaunch(stored.data());
    const schedule = launch && scheduleIn(launch);
    recordEntry(firestore, transaction, {
      action: schedule?.state === 'failed' ? 'schedule dismissed' : 'schedule removed',
      actor: caller.uid,
      document: memberPath(input),
      details: { action: input.action, scheduled_by: launch?.owner ?? null },
    });
    return {};
  }, patiently),
);
