import { serverTime, type Data, type Write } from '@frontage/model/writes/write';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';

/** Adds planned writes to a transaction, which commits all of them or none. */
export function applyWrites(firestore: Firestore, transaction: Transaction, writes: readonly Write[]): void {
  for (const write of writes) {
    const document = firestore.doc(write.path);
    if (write.type === 'delete') transaction.delete(document);
    else if (write.type === 'set') transaction.set(document, stamped(write.data));
    else transaction.update(document, stamped(write.data));
  }
}

const stamped = (data: Data): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, value === serverTime ? FieldValue.serverTimestamp() : value]),
  );
