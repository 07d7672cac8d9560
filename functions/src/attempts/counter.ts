import { createHash } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';

/** The document that counts for a key. The key may hold addresses of people, so only its digest is stored. */
export const counterOf = (firestore: Firestore, key: string): DocumentReference =>
  firestore.collection(collections.rateLimits).doc(createHash('sha256').update(key).digest('hex'));
