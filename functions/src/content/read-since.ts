import type { DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore';

/**
 * Reads a document as of a moment or later. Calls of one instance share a read that is new enough, including calls that
 * arrive while it is in progress, so that many events cause few reads.
 */
export function readSince(path: string): (firestore: Firestore, moment: Timestamp) => Promise<DocumentSnapshot> {
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
