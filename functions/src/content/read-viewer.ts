import { effectiveRoles, type Viewer } from '@frontage/model/permissions';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import type { Claims } from '../call/claims.ts';
import { readCallerState } from '../call/read-caller-state.ts';

/**
 * The caller's effective roles, read in the transaction. Functions bypass the rules, so they must check permissions.
 */
export async function readViewer(
  firestore: Firestore,
  transaction: Transaction,
  { uid, usedSecondFactor: used }: Claims,
): Promise<Viewer & { uid: string }> {
  const { user, secondFactorRequired: required } = await readCallerState(firestore, transaction, uid);
  return { uid, roles: effectiveRoles(user, { required, used }) };
}
