import type { DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore';

/**
 * Reads a document as it was at a moment or later. What one call read serves the others of its instance whose moment lies before
 * that, also those that came while it was being read: of many writes, not each event reads it.
 */
export function readSince(path: string): (firestore: Firestore, moment: Timestamp) => Promise<DocumentSnapshot> {
  let last: Promise<DocumentSnapshot> | undefined;
  return async (firestore, moment) => {
    for (;;) {
      const awaited = last;
      const known = await awaited?.catch(() => undefined);
      if (known && known.readTime >= moment) return known;
      // Of all whom it is too old for, one reads it again.
      if (last !== awaited) continue;
      last = firestore.doc(path).get();
      return last;
    }
  };
}
