import { collections, isDocumentId, trashId, type ContentCollection } from '@frontage/model/paths';
import { Timestamp, type DocumentSnapshot } from 'firebase-admin/firestore';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { writtenDocument } from '../content/documents.ts';
import { isRestored } from '../content/restores.ts';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { createAuditTrail, describeChange } from './audit-trail.ts';

/** The user whose recorded write moved a document to the trash. */
async function deletedBy(collection: string, id: string, time: string): Promise<unknown> {
  // A document with a longer id cannot be in the trash.
  if (!isDocumentId(trashId(collection, id))) return null;
  const entry = await firestore().collection(collections.trash).doc(trashId(collection, id)).get();
  const at: unknown = entry.get('deleted_at');
  // A later deletion of the same document, after a restore, may name another user.
  return at instanceof Timestamp && Math.abs(at.toMillis() - Date.parse(time)) < 1_000 ? entry.get('deleted_by') : null;
}

/** The uid of an embed's change: that of the demo, which is written in the same commit and has the same time. */
async function embedChangedBy(id: string, after: DocumentSnapshot): Promise<unknown> {
  const demo = await firestore().collection(collections.demos).doc(id).get();
  const isSameWrite = demo.updateTime && after.updateTime?.isEqual(demo.updateTime);
  return isSameWrite ? demo.get('updated_by') : null;
}

const keep = createAuditTrail(firestore);

/** A trigger that appends every change of a collection to the audit trail, once even for duplicate events. */
const recordChange = (collection: ContentCollection) =>
  onDocumentWritten(
    { ...scale.shared, document: `${collection}/{id}`, region: functionsRegion, retry: true },
    async (event) => {
      if (!event.data || (await isRestored(firestore(), event.data))) return;
      const { before, after } = event.data;
      const { id, path } = writtenDocument(event.data);
      const deleter = after.exists ? null : await deletedBy(collection, id, event.time);
      const change = describeChange({ before: before.data(), after: after.data() }, deleter);
      if (!change) return;
      const isEmbed = collection === collections.demoEmbeds && after.exists;
      const actor = isEmbed ? await embedChangedBy(id, after) : change.actor;
      await keep({
        ...change,
        id: event.id,
        actor,
        document: path,
        at: Timestamp.fromDate(new Date(event.time)),
      });
    },
  );

export const auditPages = recordChange(collections.pages);
export const auditSections = recordChange(collections.sections);
export const auditDemos = recordChange(collections.demos);
export const auditDemoEmbeds = recordChange(collections.demoEmbeds);
export const auditSettings = recordChange(collections.settings);
export const auditRedirects = recordChange(collections.redirects);
export const auditMedia = recordChange(collections.media);
