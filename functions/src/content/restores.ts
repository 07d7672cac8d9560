import { restoreMarker } from '@frontage/model/backup-collections';
import type { DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore';

const markers = readSince(restoreMarker);

/**
 * Whether a restore wrote a document: its history was restored too and must not be recorded again. Compares commit
 * times, so that late and duplicate events are handled.
 */
export async function isRestored(
  firestore: Firestore,
  change: { before: DocumentSnapshot; after: DocumentSnapshot } | undefined,
): Promise<boolean> {
  const at = change?.after.updateTime;
  // Restores write into empty projects, which have no changed documents.
  if (!at || change.before.exists) return false;
  const marker = await markers(firestore, at);
  if (!marker.createTime || !marker.updateTime || at < marker.createTime) return false;
  return marker.get('is_done') !== true || at <= marker.updateTime;
}

/**
 * Reads a document as of a moment or later. Calls of one instance share a read that is new enough, including calls that
 * arrive while it is in progress, so that many events cause few reads.
 */
function readSince(path: string): (firestore: Firestore, moment: Timestamp) => Promise<DocumentSnapshot> {
  let last: Promise<DocumentSnapshot> | undefined;
  return async (firestore, moment) => {
    for (;;) {
      const awaited = last;
      const known = await awaited?.catch(() => undefined);
      if (known && known.readTime >= moment) return known;
      // If it is too old for several calls, one of them reads it again.
      if (last !== awaited) continue;
      last = firestore.doc(path).get();
      return last;
    }
  };
}
