import { collections, trashId } from '@frontage/model/paths';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import { createOnce } from '../content/create-once.ts';
import { expiryOf } from './expiry.ts';

/** The document that stores the embed code of a demo as committed at the given time. */
export const revisionEmbed = (firestore: Firestore, demoId: string, { seconds, nanoseconds }: Timestamp) =>
  firestore.collection(collections.revisionEmbeds).doc(`${demoId}_${seconds}.${String(nanoseconds).padStart(9, '0')}`);

interface WrittenEmbed {
  demoId: string;
  code: string;
  /** The commit time. */
  at: Timestamp;
}

/** Stores a demo's embed code, once even for duplicate events; not for a demo that was purged. */
export async function keepEmbed(firestore: Firestore, { demoId, code, at }: WrittenEmbed): Promise<void> {
  const [demo, trashed] = await firestore.getAll(
    firestore.collection(collections.demos).doc(demoId),
    firestore.collection(collections.trash).doc(trashId(collections.demos, demoId)),
  );
  if (!demo?.exists && !trashed?.exists) return;
  const createdBy: unknown = demo?.exists ? demo.get('created_by') : trashed?.get('data.created_by');
  await createOnce(revisionEmbed(firestore, demoId, at), {
    document: `${collections.demos}/${demoId}`,
    iframe_url: code,
    created_by: typeof createdBy === 'string' ? createdBy : null,
    at,
    expires_at: null,
  });
}

// A write retires one revision, and with it at most the embeds written since the previous revision.
const perRevision = 20;

/**
 * Sets the expiry of embeds that only retired revisions use. The newest embed that is not later than `retired` is
 * skipped, because later revisions may still use it.
 */
export async function expireEmbeds(firestore: Firestore, demoPath: string, retired: Timestamp): Promise<void> {
  const found = await firestore
    .collection(collections.revisionEmbeds)
    .where('document', '==', demoPath)
    .where('at', '<=', retired)
    .orderBy('at', 'desc')
    .offset(1)
    .limit(perRevision)
    .get();
  const batch = firestore.batch();
  for (const embed of found.docs) {
    if (embed.get('expires_at') === null) batch.update(embed.ref, { expires_at: expiryOf(retired) });
  }
  await batch.commit();
}
