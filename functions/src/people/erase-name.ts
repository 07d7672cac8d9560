import { collections } from '@frontage/model/paths';
import {
  FieldValue,
  type DocumentData,
  type DocumentReference,
  type Firestore,
  type Query,
  type UpdateData,
} from 'firebase-admin/firestore';
import { deleteAll, deleteEach } from '../content/documents.ts';
import { recordEntry } from '../audit/audit-trail.ts';
import { profileOf } from './accounts.ts';

interface Erased {
  uid: string;
  /** All known emails of the user. */
  emails: readonly string[];
  /** Uid of the requesting administrator. */
  actor: string;
}

/**
 * Removes the name and emails of a deleted user from all documents of the product. Their actions stay, under their uid.
 * Repeating it completes an interrupted run.
 */
export async function eraseName(firestore: Firestore, { uid, emails, actor }: Erased): Promise<void> {
  const from = (collection: string) => firestore.collection(collection);
  const claimed = await from(collections.invites).where('used_by', '==', uid).get();
  const known = [...emails, ...claimed.docs.map((invite): unknown => invite.get('email'))];
  const addresses = [
    ...new Set(
      known.flatMap((email) => (typeof email === 'string' && email !== '' ? [email, email.toLowerCase()] : [])),
    ),
  ];

  for (const address of addresses) {
    await deleteAll(from(collections.invites).where('email', '==', address));
    await deleteAll(from(collections.passwordRequests).where('email', '==', address));
    await changeAll(from(collections.audit).where('details.email', '==', address), () => ({
      'details.email': null,
      email_salt: null,
    }));
  }
  await deleteEach(
    firestore,
    claimed.docs.map(({ ref }) => ref),
  );
  await changeAll(from(collections.drafts).where('updated_by', '==', uid), ({ updated_by }) =>
    updated_by === uid ? { name: null } : null,
  );
  await changeAll(from(collections.drafts).where('typed_by', '==', uid), ({ typed_by }) =>
    typed_by === uid ? { typed_name: null } : null,
  );
  for (const signed of ['review', 'noted']) {
    await changeAll(from(collections.drafts).where(`${signed}.by`, '==', uid), ({ [signed]: signature }) =>
      isBy(signature, uid) ? { [`${signed}.name`]: null } : null,
    );
  }
  for (const signed of ['approval', 'returned']) {
    await changeAll(from(collections.launches).where(`${signed}.by`, '==', uid), ({ [signed]: signature }) =>
      isBy(signature, uid) ? { [`${signed}.name`]: null } : null,
    );
  }
  await changeAll(from(collections.launchComments).where('by', '==', uid), () => ({ name: null }));
  // The texts of emails contain names: those of a local project, and those that wait to be sent.
  await deleteAll(from(collections.mail).where('state', '==', 'local'));
  await deleteAll(from(collections.mail).where('by', '==', uid));
  const present = await from(collections.presence).get();
  await deleteEach(
    firestore,
    present.docs.filter(({ id }) => id.endsWith(`_${uid}`)).map(({ ref }) => ref),
  );

  const profile = profileOf(firestore, uid);
  await firestore.runTransaction(async (transaction) => {
    if (!(await transaction.get(profile)).exists) return;
    transaction.update(profile, {
      first_name: null,
      last_name: null,
      email: '',
      erased_at: FieldValue.serverTimestamp(),
    });
    recordEntry(firestore, transaction, { action: 'erased', actor, document: `${collections.userRoles}/${uid}` });
  });
}

const isBy = (signature: unknown, uid: string): boolean =>
  typeof signature === 'object' && signature !== null && Reflect.get(signature, 'by') === uid;

type Change = (data: DocumentData) => UpdateData<DocumentData> | null;

/** In transactions, because users may be writing these documents. */
async function changeAll(query: Query, change: Change): Promise<void> {
  const { docs } = await query.get();
  for (const { ref } of docs) await changeOne(ref, change);
}

const changeOne = (document: DocumentReference, change: Change): Promise<void> =>
  document.firestore.runTransaction(async (transaction) => {
    const data = (await transaction.get(document)).data();
    const fields = data && change(data);
    if (fields) transaction.update(document, fields);
  });
