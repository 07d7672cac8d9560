import { collections, trashId } from '@frontage/model/paths';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import { createOnce } from '../content/create-once.ts';
import { expiryOf } from './expiry.ts';

/** Where the embed code of a demo is kept as the commit of a moment left it. */
export const revisionEmbed = (firestore: Firestore, demoId: string, { seconds, nanoseconds }: Timestamp) =>
  firestore.collection(collections.revisionEmbeds).doc(`${demoId}_${seconds}.${String(nanoseconds).padStart(9, '0')}`);

interface WrittenEmbed {
  demoId: string;
  code: string;
  /** Of the commit. */
  at: Timestamp;
}

/** Keeps a demo's embed code, once however often its write is told of. A demo that is gone for good keeps none. */
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

// Writes retire one revision at a time, and with it at most as many embeds as were written since the one before.
const perRevision = 20;

/** Lets embeds go with the last revision that shows them: the newest not later than the retired one is still shown by it. */
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
