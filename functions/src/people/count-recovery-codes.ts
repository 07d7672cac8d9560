import { collections } from '@frontage/model/paths';
import { Timestamp } from 'firebase-admin/firestore';
import { defineCall } from '../call/define-call.ts';
import { recoveryDocument } from './recovery-code.ts';

export const countRecoveryCodes = defineCall('countRecoveryCodes', async ({ caller, firestore }) => {
  const stored = await firestore.collection(collections.recoveryCodes).doc(caller.uid).get();
  const { codes = [], used_at: usedAt } = recoveryDocument.safeParse(stored.data()).data ?? {};
  return { left: codes.length, usedAt: usedAt instanceof Timestamp ? usedAt.toDate().toISOString() : null };
});
