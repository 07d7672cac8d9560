import { collections } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { userRolesDocument } from '@frontage/model/user';
import type { DocumentReference, DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import type { CallerState } from './authority.ts';

/** Firestore itself or a transaction. */
interface Reader {
  getAll(...documents: DocumentReference[]): Promise<DocumentSnapshot[]>;
}

/**
 * Reads a user's state from the documents that the rules use. A stored document with an invalid shape counts as
 * missing.
 */
export async function readCallerState(firestore: Firestore, reader: Reader, uid: string): Promise<CallerState> {
  const [user, security] = await reader.getAll(
    firestore.collection(collections.userRoles).doc(uid),
    firestore.collection(collections.settings).doc('security'),
  );
  const setting = settingSchemas.security.safeParse(security?.get('value'));
  return {
    user: userRolesDocument.safeParse(user?.data()).data ?? null,
    secondFactorRequired: setting.data?.require_second_factor ?? false,
  };
}
