import { collections } from '@frontage/model/paths';
import { FieldValue, type DocumentData, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import type { Claims } from '../call/claims.ts';

export const profileOf = (firestore: Firestore, uid: string): DocumentReference =>
  firestore.collection(collections.profiles).doc(uid);

/** The profile of an account whose sign-up was cut off before it could write its own. */
export const missingProfile = ({ email }: Pick<Claims, 'email'>) => ({
  email: email ?? '',
  first_name: null,
  last_name: null,
  created_at: FieldValue.serverTimestamp(),
  is_active: true,
});

/** What is left of somebody who was deleted: the name under which their content stays. Of the address nothing. */
export const profileAfterDeletion = (stored: DocumentData | undefined) => ({
  ...missingProfile({ email: null }),
  ...stored,
  email: '',
  is_active: false,
  deleted_at: FieldValue.serverTimestamp(),
});
