import { z } from 'zod';
import { hasTypeOf, moment, provenance } from './fields.ts';
import { draftInCurrentShape } from './kinds/field-changes.ts';
import { fieldsOfType, kindOf, kinds, type Savable } from './kinds/kinds.ts';
import { limits } from './limits.ts';
import { collections, isDocumentId } from './paths.ts';

/** A request to publish a draft. `rev` is the revision of the draft that its author submitted. */
const draftReview = z.object({
  rev: z.int().min(1),
  by: z.string().min(1),
  /** Display name. */
  name: z.string().nullish(),
  /** The message to the reviewer. */
  message: z.string().max(limits.reviewMessage).nullish(),
});

/**
 * A stored `drafts` document: the draft of a document or setting. `data` holds the form's values, valid or not,
 * without passwords and embed code, which is stored separately.
 */
export const draftDocument = z.object({
  collection: z.string(),
  /** One that Firestore accepts: nothing is read for other drafts, which only a deletion removes. */
  id: z.string().refine(isDocumentId),
  data: z.record(z.string(), z.unknown()),
  /** The revision of the document that the draft changes; 0 for a document or setting that was never saved. */
  base_rev: z.int().min(0),
  review: draftReview.nullable(),
  /** The reviewer's reason for returning the draft. */
  note: z.string().max(limits.reviewNote).nullable(),
  /** The author of the note; missing in drafts returned by an earlier version. */
  noted: z.object({ by: z.string().min(1), name: z.string().nullable() }).nullish(),
  /** The name of the user `updated_by`. */
  name: z.string().nullish(),
  // The last author and all authors of the content. Submitting or returning does not change them. Missing in drafts of
  // an earlier version.
  typed_at: moment.nullish(),
  typed_by: z.string().min(1).nullish(),
  typed_name: z.string().nullish(),
  /** Uids. */
  authors: z.array(z.string().min(1)).nullish(),
  ...provenance,
});

export type Draft = z.output<typeof draftDocument>;

/** A draft as shown in lists: all fields except its data. */
export const draftSummary = draftDocument.omit({ data: true });
export type DraftSummary = z.output<typeof draftSummary>;

/** Whether a draft is that of a new document: it exists before the document. */
export const isNeverCreated = ({ base_rev, collection }: Pick<Draft, 'base_rev' | 'collection'>): boolean =>
  base_rev === 0 && kindOf(collection) !== null;

/** The last author of a draft and the time; for drafts by an earlier version, its last writer. */
export function lastEdit(draft: DraftSummary): { by: string; name: string | null; at: string } {
  const { typed_by, typed_name, typed_at, updated_by, updated_at, name } = draft;
  if (typed_by == null || typed_at == null) return { by: updated_by, name: name ?? null, at: updated_at };
  return { by: typed_by, name: typed_name ?? null, at: typed_at };
}

/** The uids of a draft's authors plus `uid`, without duplicates. */
export function authorsWith(draft: Pick<Draft, 'authors'> | null, uid: string): string[] {
  const known = draft?.authors ?? [];
  return known.includes(uid) ? known : [...known, uid];
}

/** The kind of a draft's document; null if documents of the collection have no drafts. */
export const draftOf = ({ collection }: Pick<Draft, 'collection'>): Savable | null =>
  collection === collections.settings ? 'setting' : kindOf(collection);

/**
 * State of a proposal: `waiting` for review, `moved` if the draft changed after submission, `returned` with a note.
 */
export type ReviewState = 'none' | 'waiting' | 'moved' | 'returned';

export function reviewState({ review, rev, note }: Pick<Draft, 'review' | 'rev' | 'note'>): ReviewState {
  if (review) return review.rev === rev ? 'waiting' : 'moved';
  return note === null ? 'none' : 'returned';
}

/**
 * The values that publishing a draft writes, as one text. Its digest identifies the approved version. `embed` is
 * the embed code to publish, the live one if the draft has none; null except for demos. A null field counts as a
 * missing one.
 */
export const draftText = ({ collection, id, data }: Pick<Draft, 'collection' | 'id' | 'data'>, embed: string | null) =>
  JSON.stringify([collection, id, sortFields(data), embed]);

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, field]) => [key, sortFields(field)]));
}

/** The form values that a draft stores. An invalid number, such as an emptied field, is stored as null, also in rows. */
export function draftData(kind: Savable, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // A draft stores embed code in another document, and no password.
  const excluded = kind === 'setting' ? [] : fieldsOfType(kinds[kind].collection, ['companion']);
  const kept = Object.entries(values).filter(([field]) => !excluded.includes(field));
  return Object.fromEntries(kept.map(([field, value]) => [field, withoutNaN(value)]));
}

function withoutNaN(value: unknown): unknown {
  if (!Array.isArray(value)) return Number.isNaN(value) ? null : value;
  return value.map((row: unknown) =>
    typeof row === 'object' && row !== null
      ? Object.fromEntries(Object.entries(row).map(([field, held]) => [field, Number.isNaN(held) ? null : held]))
      : row,
  );
}

/** The form values of a draft. Missing fields and those of another type have the value in `start`. */
export function valuesIn<Values extends Readonly<Record<string, unknown>>>(
  draft: Pick<Draft, 'collection' | 'data'>,
  start: Values,
): Values {
  const kind = draftOf(draft);
  const [fallback, data] =
    kind === null || kind === 'setting'
      ? [{}, draft.data]
      : [kinds[kind].fallback, draftInCurrentShape(kinds[kind], draft.data, start)];
  const numbers = fieldsOfType(draft.collection, ['number']);
  const values = Object.entries(start).map(([field, initial]) => {
    const value = data[field];
    // Nullable fields hold a number or the id of another document.
    if (fallback[field] === null) {
      const type = numbers.includes(field) ? 'number' : 'string';
      return [field, value === null || typeof value === type ? value : initial];
    }
    if (typeof initial === 'number' && value === null) return [field, Number.NaN];
    return [field, hasTypeOf(initial, value) ? value : initial];
  });
  return Object.fromEntries(values) as Values;
}
