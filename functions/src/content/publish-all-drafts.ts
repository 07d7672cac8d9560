import { collections } from '@frontage/model/paths';
import { FieldValue } from 'firebase-admin/firestore';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';

export const publishAllDrafts = defineCall('publishAllDrafts', async ({ caller, firestore }) => {
  const sections = firestore.collection(collections.sections);
  const published = await firestore.runTransaction(async (transaction) => {
    const drafts = await transaction.get(sections.where('is_published', '==', false));
    for (const { ref } of drafts.docs) {
      transaction.update(ref, {
        is_published: true,
        rev: FieldValue.increment(1),
        updated_at: FieldValue.serverTimestamp(),
        updated_by: caller.uid,
      });
    }
    if (!drafts.empty) {
      recordEntry(firestore, transaction, {
        action: 'published',
        actor: caller.uid,
        document: collections.sections,
        details: { ids: drafts.docs.map(({ id }) => id) },
      });
    }
    return drafts.size;
  });
  return { published };
});
