import { collections } from '@frontage/model/paths';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { deleteEach } from '../content/delete-each.ts';

interface Past {
  path: string;
  /** Restricts the purge to revisions written before it. */
  before?: Timestamp;
}

// The maximum number of values in one query.
const perQuery = 30;

/** Removes the revisions of documents. */
export async function purgeHistory(firestore: Firestore, pasts: readonly Past[]): Promise<void> {
  const demos = pasts.filter(({ path }) => path.startsWith(`${collections.demos}/`));
  await purge(firestore, collections.revisions, pasts);
  await purge(firestore, collections.revisionEmbeds, demos);
}

async function purge(firestore: Firestore, collection: string, pasts: readonly Past[]): Promise<void> {
  const until = new Map(pasts.map(({ path, before }) => [path, before]));
  const paths = [...until.keys()];
  for (let from = 0; from < paths.length; from += perQuery) {
    const those = paths.slice(from, from + perQuery);
    const kept = await firestore.collection(collection).where('document', 'in', those).select('document', 'at').get();
    const meant = kept.docs.filter((revision) => {
      const [before, at] = [until.get(String(revision.get('document'))), revision.get('at') as unknown];
      return !before || (at instanceof Timestamp && at.valueOf() < before.valueOf());
    });
    await deleteEach(
      firestore,
      meant.map(({ ref }) => ref),
    );
  }
}
