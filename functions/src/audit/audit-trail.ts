import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore, type Timestamp, type Transaction } from 'firebase-admin/firestore';
import { isStamp } from '@frontage/model/fields';
import { isSame } from '@frontage/model/stored-values';
import { isAlreadyExistsError } from '../content/documents.ts';
import { batchCalls } from '../content/batch-calls.ts';

// `seal-audit.ts` chains the entry within a minute.
const unchained = { seq: null };

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
      for (const { id, details = {}, ...entry } of entries)
        batch.create(trail.doc(id), { ...entry, details, ...unchained });
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

/** The data of a content document before and after one write; undefined if the document does not exist. */
interface Change {
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

export interface Recorded {
  action: 'created' | 'updated' | 'deleted';
  /** Uid; null if it is unknown. */
  actor: string | null;
  /** Names of the changed fields, never their values. */
  fields: string[];
  /** Of a change of the publication state: the new state. */
  details?: { is_published: boolean };
}

const textOf = (value: unknown): unknown => (typeof value === 'string' ? value : null);

/**
 * The content of an audit entry: the names of changed fields. Values, other than the publication state, would copy
 * embeds and drafts into a record that is never deleted. Null if nothing changed.
 */
export function describeChange({ before, after }: Change, deletedBy: unknown): Recorded | null {
  if (!before && !after) return null;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const fields = names.filter((name) => !isStamp(name) && !isSame(before?.[name], after?.[name]));
  // The pipeline marks an image as shown; no person has changed it.
  if (before && after && fields.length === 1 && fields[0] === 'is_unshown') return null;
  const actor = textOf(after ? after['updated_by'] : deletedBy);
  return {
    action: !before ? 'created' : !after ? 'deleted' : 'updated',
    actor: typeof actor === 'string' ? actor : null,
    fields,
    ...(before &&
      after &&
      fields.includes('is_published') && { details: { is_published: after['is_published'] === true } }),
  };
}

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
    | 'schedule carried out'
    | 'launch created'
    | 'launch changed'
    | 'launch deleted'
    | 'launch approved'
    | 'launch returned'
    | 'launch published'
    | 'launch failed'
    | 'launch taken back';
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
    ...unchained,
    at: FieldValue.serverTimestamp(),
  });
}
