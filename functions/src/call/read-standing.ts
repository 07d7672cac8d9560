import { collections } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { userRolesDocument } from '@frontage/model/user';
import type { DocumentReference, DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import type { Standing } from './authority.ts';

/** Firestore itself or a transaction. */
interface Reader {
  getAll(...documents: DocumentReference[]): Promise<DocumentSnapshot[]>;
}

/** A user's standing as the rules read it too. A stored document that does not fit its schema counts as none. */
export async function readStanding(firestore: Firestore, reader: Reader, uid: string): Promise<Standing> {
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
