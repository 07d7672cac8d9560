import { canRestoreDocument, ownedBy } from '@frontage/model/abilities';
import { collections } from '@frontage/model/paths';
import { trashPath } from '@frontage/model/writes/document-paths';
import { planRestore, readTrashed } from '@frontage/model/writes/plan-restore';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { applyWrites } from './apply-writes.ts';
import { readViewer } from './read-viewer.ts';
import { isSlugTaken } from './slug-taken.ts';

/**
 * Restores a deleted document with its slug and embed. This is a function because a client may neither set `created_at`
 * nor read the password of a demo.
 */
export const restoreFromTrash = defineCall('restoreFromTrash', async ({ input, caller, firestore }) => {
  const entry = firestore.collection(collections.trash).doc(input.trashId);
  const refusal = await firestore.runTransaction(async (transaction) => {
    const trashed = readTrashed((await transaction.get(entry)).data());
    if (!trashed || trashPath(trashed.kind, trashed.id) !== entry.path) return refuse('notInTrash');
    const viewer = await readViewer(firestore, transaction, caller);
    if (!canRestoreDocument(trashed.kind, viewer, ownedBy(trashed.data))) return refuse('notAllowed');
    const { document, writes } = planRestore(trashed, caller.uid);
    const { kind, id, data } = trashed;
    if ((await transaction.get(firestore.doc(document))).exists) return refuse('alreadyRestored');
    if (await isSlugTaken({ firestore, transaction }, kind, { id, slug: data['slug'] })) return refuse('slugTaken');
    applyWrites(firestore, transaction, writes);
    recordEntry(firestore, transaction, { action: 'restored', actor: caller.uid, document });
    return null;
  });
  return refusal ?? {};
});
