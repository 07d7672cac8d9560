import { collections } from '@frontage/model/paths';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import { isAlreadyExistsError } from '../content/create-once.ts';
import { batchCalls } from '../content/batch-calls.ts';
import type { Recorded } from './change.ts';

interface Entry extends Omit<Recorded, 'actor' | 'action' | 'details'> {
  action: string;
  /** The event's id. */
  id: string;
  actor: unknown;
  document: string;
  at: Timestamp;
  details?: Readonly<Record<string, unknown>>;
}

/** Returns a function that adds an entry to the audit trail, batched over calls. Duplicate events are recorded once. */
export const createAuditTrail = (firestore: () => Firestore): ((entry: Entry) => Promise<void>) =>
  batchCalls<Entry>({
    async act(entries) {
      const batch = firestore().batch();
      const trail = firestore().collection(collections.audit);
      for (const { id, details = {}, ...entry } of entries) batch.create(trail.doc(id), { ...entry, details });
      try {
        await batch.commit();
      } catch (error) {
        // One existing entry fails the batch; the others must still be added.
        if (entries.length > 1 || !isAlreadyExistsError(error)) throw error;
      }
    },
    maxItems: 200,
    // The size of an entry is its number of changed fields, of which a document may have thousands.
    maxSize: 10_000,
    sizeOf: ({ fields }) => fields.length,
    retriesItemsAlone: true,
  });
