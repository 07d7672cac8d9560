import { collections } from '@frontage/model/paths';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { deleteEach } from '../content/delete-each.ts';

/** The revisions of a document to purge. */
interface HistoryRange {
  path: string;
  /** Restricts the purge to revisions written before this time. */
  before?: Timestamp;
}

// The maximum number of values in one query.
const perQuery = 30;

/** Deletes revisions, and for demos also their stored embeds. */
export async function purgeHistory(firestore: Firestore, ranges: readonly HistoryRange[]): Promise<void> {
  const demos = ranges.filter(({ path }) => path.startsWith(`${collections.demos}/`));
  await purge(firestore, collections.revisions, ranges);
  await purge(firestore, collections.revisionEmbeds, demos);
}

async function purge(firestore: Firestore, collection: string, ranges: readonly HistoryRange[]): Promise<void> {
  const until = new Map(ranges.map(({ path, before }) => [path, before]));
  const paths = [...until.keys()];
  for (let from = 0; from < paths.length; from += perQuery) {
    const batch = paths.slice(from, from + perQuery);
    const found = await firestore.collection(collection).where('document', 'in', batch).select('document', 'at').get();
    const matching = found.docs.filter((revision) => {
      const [before, at] = [until.get(String(revision.get('document'))), revision.get('at') as unknown];
      return !before || (at instanceof Timestamp && at.valueOf() < before.valueOf());
    });
    await deleteEach(
      firestore,
      matching.map(({ ref }) => ref),
    );
  }
}
