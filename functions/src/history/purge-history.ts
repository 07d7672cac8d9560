import { collections } from '@frontage/model/paths';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { deleteEach } from '../content/delete-each.ts';

/** Removes what is kept of a document's past, of what was written before a moment where one is given. */
export async function purgeHistory(firestore: Firestore, path: string, before?: Timestamp): Promise<void> {
  const isDemo = path.startsWith(`${collections.demos}/`);
  for (const collection of isDemo ? [collections.revisions, collections.revisionEmbeds] : [collections.revisions]) {
    const kept = await firestore.collection(collection).where('document', '==', path).select('at').get();
    const isMeant = (at: unknown): boolean => !before || (at instanceof Timestamp && at.valueOf() < before.valueOf());
    const meant = kept.docs.filter((document) => isMeant(document.get('at')));
    await deleteEach(
      firestore,
      meant.map(({ ref }) => ref),
    );
  }
}
