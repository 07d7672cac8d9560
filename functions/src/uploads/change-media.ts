import { mediaPlace } from '@frontage/model/media';
import { collections, trashId } from '@frontage/model/paths';
import { FieldValue } from 'firebase-admin/firestore';
import { defineCall } from '../call/define-call.ts';
import { readViewer, refuse } from '../call/auth.ts';
import { imageRefusal, uploadState } from './upload-states.ts';

// Editors and administrators may also write these changes directly. Authors may not: rules cannot read whether a release
// has shown an upload in the trash, and the pipeline must not have begun a release in between.

export const describeMedia = defineCall('describeMedia', async ({ input, caller, firestore }) => {
  const { id, rev, fields } = input;
  const document = firestore.collection(collections.media).doc(id);
  const refusal = await firestore.runTransaction(async (transaction) => {
    const viewer = await readViewer(firestore, transaction, caller);
    const [media, state] = await transaction.getAll(document, uploadState(firestore, mediaPlace(id)?.path ?? id));
    const stored = media?.data();
    if (stored === undefined) return refuse('unknownImage');
    const refused = imageRefusal(viewer, stored, state);
    if (refused !== null) return refused;
    if (stored['rev'] !== rev) return refuse('contention');
    const stamps = { rev: rev + 1, updated_at: FieldValue.serverTimestamp(), updated_by: caller.uid };
    transaction.update(document, { ...fields, ...stamps });
    return null;
  });
  return refusal ?? {};
});

export const deleteMedia = defineCall('deleteMedia', async ({ input: { id }, caller, firestore }) => {
  const document = firestore.collection(collections.media).doc(id);
  const entry = firestore.collection(collections.trash).doc(trashId(collections.media, id));
  const refusal = await firestore.runTransaction(async (transaction) => {
    const viewer = await readViewer(firestore, transaction, caller);
    const [media, state] = await transaction.getAll(document, uploadState(firestore, mediaPlace(id)?.path ?? id));
    const data = media?.data();
    if (data === undefined) return refuse('unknownImage');
    const refused = imageRefusal(viewer, data, state);
    if (refused !== null) return refused;
    const deleted = { deleted_by: caller.uid, deleted_at: FieldValue.serverTimestamp() };
    transaction.set(entry, { collection: collections.media, id, data, ...deleted });
    transaction.delete(document);
    return null;
  });
  return refusal ?? {};
});
