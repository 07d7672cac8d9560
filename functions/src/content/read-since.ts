import type { DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore';

/**
 * Reads a document as it was at a moment or later. What one call read serves the others of its instance whose moment lies before
 * that: of many writes, not each event reads it.
 */
export function readSince(path: string): (firestore: Firestore, moment: Timestamp) => Promise<DocumentSnapshot> {
  let last: Promise<DocumentSnapshot> | undefined;
  return async (firestore, moment) => {
    const known = await last?.catch(() => undefined);
    if (known && known.readTime >= moment) return known;
    last = firestore.doc(path).get();
    return last;
  };
}
