import { backedUp, restoreMarker } from '@frontage/model/backup-collections';
import { FieldPath, type Firestore, type QueryDocumentSnapshot, type Timestamp } from 'firebase-admin/firestore';

const perPage = 300;

/** Reads all documents for a backup page by page. All pages have the read time of the first one. */
export async function* readDocuments(firestore: Firestore): AsyncGenerator<QueryDocumentSnapshot> {
  let readTime: Timestamp | undefined;
  for (const collection of backedUp) {
    let last: QueryDocumentSnapshot | undefined;
    do {
      const ordered = firestore.collection(collection).orderBy(FieldPath.documentId()).limit(perPage);
      const query = last === undefined ? ordered : ordered.startAfter(last);
      const page = await firestore.runTransaction((transaction) => transaction.get(query), {
        readOnly: true,
        ...(readTime && { readTime }),
      });
      readTime ??= page.readTime;
      for (const document of page.docs) if (document.ref.path !== restoreMarker) yield document;
      last = page.docs[perPage - 1];
    } while (last !== undefined);
  }
}
