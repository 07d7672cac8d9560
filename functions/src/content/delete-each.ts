import type { DocumentReference, Firestore } from 'firebase-admin/firestore';

const perBatch = 200;

/** Deletes documents in batches. */
export async function deleteEach(firestore: Firestore, documents: readonly DocumentReference[]): Promise<void> {
  for (let from = 0; from < documents.length; from += perBatch) {
    const batch = firestore.batch();
    for (const document of documents.slice(from, from + perBatch)) batch.delete(document);
    await batch.commit();
  }
}
