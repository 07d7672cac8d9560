import { restoreMarker } from '@frontage/model/backup-collections';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { readSince } from './read-since.ts';

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
