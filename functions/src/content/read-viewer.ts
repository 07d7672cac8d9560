import { effectiveRoles, type Viewer } from '@frontage/model/permissions';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import type { Claims } from '../call/claims.ts';
import { readStanding } from '../call/read-standing.ts';

/** A caller as permissions see them at this moment of the transaction. Functions pass the rules by, so they ask themselves. */
export async function readViewer(
  firestore: Firestore,
  transaction: Transaction,
  { uid, usedSecondFactor: used }: Claims,
): Promise<Viewer & { uid: string }> {
  const { user, secondFactorRequired: required } = await readStanding(firestore, transaction, uid);
  return { uid, roles: effectiveRoles(user, { required, used }) };
}
