import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';

/** An audit entry of a function's change. It contains no secret, token or hash. */
export interface AuditEntry {
  action:
    | 'first admin claimed'
    | 'roles set'
    | 'activated'
    | 'deactivated'
    | 'deleted'
    | 'erased'
    | 'sessions ended'
    | 'recovery codes made'
    | 'recovery code used'
    | 'second factor reset'
    | 'second factor removed'
    | 'invited'
    | 'invite revoked'
    | 'invite claimed'
    | 'published'
    | 'unpinned'
    | 'preview link made'
    | 'preview link revoked'
    | 'restored'
    | 'schedule carried out';
  /** Uid. */
  actor: string;
  /** `collection/id`. */
  document: string;
  details?: Record<string, unknown>;
  /** The entry's id; a new one if absent. */
  id?: string;
}

/** Adds an entry to the audit trail when the transaction commits. */
export function recordEntry(firestore: Firestore, transaction: Transaction, { id, ...entry }: AuditEntry): void {
  const trail = firestore.collection(collections.audit);
  transaction.create(id === undefined ? trail.doc() : trail.doc(id), {
    details: {},
    fields: [],
    ...entry,
    at: FieldValue.serverTimestamp(),
  });
}
