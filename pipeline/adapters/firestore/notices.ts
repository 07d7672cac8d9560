import type { Firestore } from 'firebase-admin/firestore';
import type { NoticeSink } from '../../release/outbox.ts';
import { explainFirestoreError } from '../explain-errors.ts';
import { toFields } from './plain.ts';

/** Writes notices as documents to Firestore. A notice replaces the previous one with its path. */
export function firestoreNotices(firestore: Firestore): NoticeSink {
  return {
    deliver: async (notices) => {
      const batch = firestore.batch();
      for (const { path, data } of notices) {
        if (data === null) batch.delete(firestore.doc(path));
        else batch.set(firestore.doc(path), toFields(data));
      }
      await batch.commit().catch((error: unknown) => {
        throw explainFirestoreError(error);
      });
    },
  };
}
