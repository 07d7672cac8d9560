import { abilities, ownedBy } from '@frontage/model/abilities';
import { collections } from '@frontage/model/paths';
import { changeOf, planSave } from '@frontage/model/writes/plan-save';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { applyWrites } from './apply-writes.ts';
import { readViewer } from './read-viewer.ts';

const published = { is_published: true };

export const publishAllDrafts = defineCall('publishAllDrafts', async ({ caller, firestore }) => {
  const { uid } = caller;
  const sections = firestore.collection(collections.sections);
  return firestore.runTransaction(async (transaction) => {
    const viewer = await readViewer(firestore, transaction, caller);
    const { docs: drafts } = await transaction.get(sections.where('is_published', '==', false));
    if (drafts.some((draft) => !abilities('section', viewer, ownedBy(draft.data())).canPublish)) {
      return refuse('notAllowed');
    }
    const plans = drafts.map((draft) => {
      const rev: unknown = draft.get('rev');
      const from = typeof rev === 'number' ? rev : 0;
      return planSave(changeOf({ kind: 'section', id: draft.id, rev: from, fields: published, uid }));
    });
    applyWrites(
      firestore,
      transaction,
      plans.flatMap(({ writes }) => writes),
    );
    if (drafts.length > 0) {
      const details = { ids: drafts.map(({ id }) => id) };
      recordEntry(firestore, transaction, { action: 'published', actor: uid, document: sections.path, details });
    }
    return { published: drafts.length };
  });
});
