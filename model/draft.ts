import { z } from 'zod';
import { provenance } from './fields.ts';
import { kindOf, kinds, type Savable } from './kinds.ts';
import { limits } from './limits.ts';
import { collections } from './paths.ts';

/** That somebody asks for a draft to be published: the very `rev` of it that they looked at. */
const draftReview = z.object({
  rev: z.int().min(1),
  by: z.string().min(1),
  /** What they are called. */
  name: z.string().nullish(),
});

/**
 * A stored `drafts` document: the working copy of a document or a setting. `data` holds what stands in the form, valid or
 * not, but no password, and no embed code, which is kept apart as a demo's is.
 */
export const draftDocument = z.object({
  collection: z.string(),
  id: z.string().min(1),
  data: z.record(z.string(), z.unknown()),
  /** The revision of the document that the draft changes; 0 for a setting that was never saved. */
  base_rev: z.int().min(0),
  review: draftReview.nullable(),
  /** Why it was not published as it was proposed. */
  note: z.string().max(limits.reviewNote).nullable(),
  /** What whoever wrote it last is called. */
  name: z.string().nullish(),
  ...provenance,
});

export type Draft = z.output<typeof draftDocument>;

/** A draft as lists show it: all but what it holds. */
export const draftSummary = draftDocument.omit({ data: true });
export type DraftSummary = z.output<typeof draftSummary>;

/** What a draft is of; null where it is of nothing that has drafts. */
export const draftOf = ({ collection }: Pick<Draft, 'collection'>): Savable | null =>
  collection === collections.settings ? 'setting' : kindOf(collection);

/**
 * How far a proposal has come: `waiting` as it was submitted, `moved` when it was changed since, `returned` with a note.
 */
export type ReviewState = 'none' | 'waiting' | 'moved' | 'returned';

export function reviewState({ review, rev, note }: Pick<Draft, 'review' | 'rev' | 'note'>): ReviewState {
  if (review) return review.rev === rev ? 'waiting' : 'moved';
  return note === null ? 'none' : 'returned';
}

/** The fields of a form that a draft keeps elsewhere, or not at all. */
const keptElsewhere: Partial<Record<Savable, readonly string[]>> = { demo: ['password', 'iframe_url'] };

/** What a draft holds of the values in a form. A number that is none, as in an emptied field, is kept as null. */
export function draftData(kind: Savable, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const left = keptElsewhere[kind] ?? [];
  const kept = Object.entries(values).filter(([field]) => !left.includes(field));
  return Object.fromEntries(kept.map(([field, value]) => [field, Number.isNaN(value) ? null : value]));
}

/** The values of a form with what a draft holds: what is missing or of another type is as in `start`. */
export function valuesIn<Values extends Readonly<Record<string, unknown>>>(
  draft: Pick<Draft, 'collection' | 'data'>,
  start: Values,
): Values {
  const kind = draftOf(draft);
  const fallback = kind === null || kind === 'setting' ? {} : kinds[kind].fallback;
  const held = Object.entries(start).map(([field, stand]) => {
    const value = draft.data[field];
    // What may be nothing is the id of another document.
    if (fallback[field] === null) return [field, value === null || typeof value === 'string' ? value : stand];
    if (typeof stand === 'number' && value === null) return [field, Number.NaN];
    return [field, typeof value === typeof stand ? value : stand];
  });
  return Object.fromEntries(held) as Values;
}
