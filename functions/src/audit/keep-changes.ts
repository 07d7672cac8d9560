import { collections } from '@frontage/model/paths';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import { isThere } from '../content/create-once.ts';
import { shareWork } from '../content/share-work.ts';
import type { Recorded } from './change.ts';

interface Entry extends Omit<Recorded, 'actor'> {
  /** Of the event. */
  id: string;
  actor: unknown;
  document: string;
  at: Timestamp;
}

/** Adds entries of changes to the audit trail, those of several calls in one request; each once however often its event comes. */
export const openTrail = (firestore: () => Firestore): ((entry: Entry) => Promise<void>) =>
  shareWork<Entry>({
    async act(entries) {
      const batch = firestore().batch();
      const trail = firestore().collection(collections.audit);
      for (const { id, ...entry } of entries) batch.create(trail.doc(id), { ...entry, details: {} });
      try {
        await batch.commit();
      } catch (error) {
        // Of several, those that are not there are still to be added.
        if (entries.length > 1 || !isThere(error)) throw error;
      }
    },
    most: 200,
    // Names of fields, of which a document may have thousands.
    room: 10_000,
    sizeOf: ({ fields }) => fields.length,
    isTriedApart: true,
  });
