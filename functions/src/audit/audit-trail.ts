import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { isStamp } from '@frontage/model/fields';
import { isSame } from '@frontage/model/stored-values';
import type { NewDocument } from '../record/recorder.ts';
import type { WriteEvent } from '../record/write-event.ts';

// `seal-audit.ts` chains the entry within a minute.
const unchained = { seq: null };

/** The audit entry of a trigger; `recordEntry` is for functions. */
interface EventEntry {
  action: string;
  /** Uid; null if it is unknown. */
  actor: string | null;
  /** `collection/id`. */
  document: string;
  fields: readonly string[];
  details?: Readonly<Record<string, unknown>>;
}

// Each changed field is an index entry, and a document may have thousands of fields.
const sizePerField = 200;

/** The audit entry of an event, under an id that a duplicate event repeats. */
export const eventEntry = (
  firestore: Firestore,
  { id, at }: Pick<WriteEvent, 'id' | 'at'>,
  { details = {}, ...entry }: EventEntry,
): NewDocument => ({
  document: firestore.collection(collections.audit).doc(id),
  data: { ...entry, details, at, ...unchained },
  size: sizePerField * (1 + entry.fields.length),
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
    | 'scheduled'
    | 'schedule carried out'
    | 'schedule failed'
    | 'schedule removed'
    | 'schedule dismissed'
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
