import { commentLimits, commentRefusal } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import { canReview } from '@frontage/model/permissions';
import { FieldValue, type Firestore, type Query } from 'firebase-admin/firestore';
import { readViewer, refuse } from '../call/auth.ts';
import { defineCall } from '../call/define-call.ts';
import { nameOf } from '../people/accounts.ts';
import { findLaunch, patiently, refuseFlood } from './stored-launch.ts';

/** The comments on a launch. */
export const commentsOf = (firestore: Firestore, launch: string): Query =>
  firestore.collection(collections.launchComments).where('launch', '==', launch);

export const addLaunchComment = defineCall('addLaunchComment', async ({ input, caller, firestore, now }) => {
  const { id, about, text } = input;
  const flooding = await refuseFlood(firestore, caller, now);
  if (flooding) return flooding;
  return firestore.runTransaction(async (transaction) => {
    const found = await findLaunch(firestore, transaction, id);
    if ('refused' in found) return found;
    if (about !== null && !found.launch.documents.includes(about)) return refuse('notInLaunch');
    const viewer = await readViewer(firestore, transaction, caller);
    const stored = await transaction.get(commentsOf(firestore, id).select('by').limit(commentLimits.count));
    const authors = stored.docs.map((comment): unknown => comment.get('by'));
    const refused = commentRefusal(authors, { uid: caller.uid, mayReview: canReview(viewer) });
    if (refused) return refuse(refused);
    const name = await nameOf(firestore, transaction, caller.uid);
    const comment = { launch: id, about, text, by: caller.uid, name, at: FieldValue.serverTimestamp() };
    transaction.create(firestore.collection(collections.launchComments).doc(), comment);
    return {};
  }, patiently);
});

export const deleteLaunchComment = defineCall('deleteLaunchComment', async ({ input, caller, firestore, now }) => {
  const flooding = await refuseFlood(firestore, caller, now);
  if (flooding) return flooding;
  return firestore.runTransaction(async (transaction) => {
    const reference = firestore.collection(collections.launchComments).doc(input.id);
    const comment = await transaction.get(reference);
    if (!comment.exists) return refuse('unknownComment');
    const { roles } = await readViewer(firestore, transaction, caller);
    if (comment.get('by') !== caller.uid && !roles.includes('admin')) return refuse('notAllowed');
    transaction.delete(reference);
    return {};
  }, patiently);
});
