import { restoreMarker } from '@frontage/model/kept';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { readSince } from './read-since.ts';

const markers = readSince(restoreMarker);

/**
 * Whether a restore put a document where it is: what is recorded of it came along, and is not recorded anew. By the times of
 * the commits, so that an event may come as late and as often as it likes.
 */
export async function isRestored(
  firestore: Firestore,
  change: { before: DocumentSnapshot; after: DocumentSnapshot } | undefined,
): Promise<boolean> {
  const at = change?.after.updateTime;
  // An empty project is restored into: nothing is changed there.
  if (!at || change.before.exists) return false;
  const marker = await markers(firestore, at);
  if (!marker.createTime || !marker.updateTime || at < marker.createTime) return false;
  return marker.get('is_done') !== true || at <= marker.updateTime;
}
