import { createHash } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';

/** The counter document of a key. A key may contain personal addresses, so only its digest is stored. */
export const counterOf = (firestore: Firestore, key: string): DocumentReference =>
  firestore.collection(collections.rateLimits).doc(createHash('sha256').update(key).digest('hex'));
