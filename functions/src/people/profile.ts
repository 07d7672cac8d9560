import { collections } from '@frontage/model/paths';
import { FieldValue, type DocumentData, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import type { Claims } from '../call/claims.ts';

export const profileOf = (firestore: Firestore, uid: string): DocumentReference =>
  firestore.collection(collections.profiles).doc(uid);

/** The profile of an account whose sign-up was interrupted before it wrote one. */
export const missingProfile = ({ email }: Pick<Claims, 'email'>) => ({
  email: email ?? '',
  first_name: null,
  last_name: null,
  created_at: FieldValue.serverTimestamp(),
  is_active: true,
});

/** The remaining profile of a deleted user: the name shown with their content, without the address. */
export const profileAfterDeletion = (stored: DocumentData | undefined) => ({
  ...missingProfile({ email: null }),
  ...stored,
  email: '',
  is_active: false,
  deleted_at: FieldValue.serverTimestamp(),
});
