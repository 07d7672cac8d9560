import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';

/** What the functions themselves record, in the transaction that does it. Never a secret, a token or a hash. */
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
    | 'invited'
    | 'invite revoked'
    | 'invite claimed'
    | 'published'
    | 'unpinned'
    | 'preview link made'
    | 'preview link revoked'
    | 'restored';
  /** Uid. */
  actor: string;
  /** `collection/id`. */
  document: string;
  details?: Record<string, unknown>;
}

/** Adds an entry to the audit trail when the transaction commits. */
export function recordEntry(firestore: Firestore, transaction: Transaction, entry: AuditEntry): void {
  transaction.create(firestore.collection(collections.audit).doc(), {
    details: {},
    fields: [],
    ...entry,
    at: FieldValue.serverTimestamp(),
  });
}
