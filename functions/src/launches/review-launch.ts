import { planLaunch } from '@frontage/model/changes/plan-launch';
import { isChangedSince, isSecondPerson, memberPath } from '@frontage/model/launch';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { recordEntry } from '../audit/audit-trail.ts';
import { type Claims, readViewer, type Refusal, refuse } from '../call/auth.ts';
import { defineCall } from '../call/define-call.ts';
import { nameOf } from '../people/accounts.ts';
import { markReviewedUploads } from '../uploads/mark-reviewed.ts';
import { findOpen, type Found, launchesOf, launchPlanning, patiently, readLaunch, stampsBy } from './stored-launch.ts';

interface Reviewed {
  firestore: Firestore;
  transaction: Transaction;
  input: { id: string; rev: number };
  caller: Claims;
}

/** The open launch in the revision on the screen, if the caller may review it. */
async function findReviewed({ firestore, transaction, input, caller }: Reviewed): Promise<Found | Refusal> {
  const found = await findOpen(firestore, transaction, input.id);
  if ('refused' in found) return found;
  if (isChangedSince(found.launch, input.rev)) return refuse('launchMoved');
  if (!found.launch.members.some(({ is_accepted }) => is_accepted)) return refuse('launchEmpty');
  return isSecondPerson(found.launch, caller.uid) ? found : refuse('launchOwnReview');
}

export const approveLaunch = defineCall('approveLaunch', async ({ input, caller, firestore }) => {
  const stored = readLaunch((await launchesOf(firestore).doc(input.id).get()).data());
  await markReviewedUploads(firestore, stored?.members.filter(({ is_accepted }) => is_accepted) ?? []);
  return firestore.runTransaction(async (transaction) => {
    const found = await findReviewed({ firestore, transaction, input, caller });
    if ('refused' in found) return found;
    const { reference, launch } = found;
    const viewer = await readViewer(firestore, transaction, caller);
    // With the rights of the reviewer, and in the versions that the members name.
    const by = { viewer, usedSecondFactor: caller.usedSecondFactor };
    const plan = await planLaunch(await launchPlanning({ firestore, transaction, by }), launch.members);
    if (!plan.ok) return { problems: plan.problems, leftOut: [] };
    const { uid } = caller;
    const name = await nameOf(firestore, transaction, uid);
    const left = new Set(plan.leftOut.map(({ document }) => document));
    transaction.update(reference, {
      members: launch.members.map((member) =>
        left.has(memberPath(member)) ? { ...member, is_accepted: false } : member,
      ),
      approval: { by: uid, name, at: FieldValue.serverTimestamp() },
      returned: null,
      missed: null,
      failures: [],
      ...stampsBy(uid, launch.rev + 1),
    });
    recordEntry(firestore, transaction, {
      action: 'launch approved',
      actor: uid,
      document: reference.path,
      details: { documents: plan.changes.map(({ path }) => path) },
    });
    return { problems: [], leftOut: plan.leftOut };
  }, patiently);
});

export const returnLaunch = defineCall('returnLaunch', ({ input, caller, firestore }) =>
  firestore.runTransaction(async (transaction) => {
    const found = await findReviewed({ firestore, transaction, input, caller });
    if ('refused' in found) return found;
    const { reference, launch } = found;
    const { uid } = caller;
    const name = await nameOf(firestore, transaction, uid);
    transaction.update(reference, {
      approval: null,
      returned: { by: uid, name, at: FieldValue.serverTimestamp(), note: input.note },
      planned: null,
      ...stampsBy(uid, launch.rev + 1),
    });
    recordEntry(firestore, transaction, { action: 'launch returned', actor: uid, document: reference.path });
    return {};
  }, patiently),
);
