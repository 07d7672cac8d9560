import { authorsWith, type Draft } from '../draft.ts';
import type { DraftOrigin } from '../fields.ts';
import { collectionOf, type Savable } from '../kinds.ts';
import { type Data, draftEmbedPath, draftPath, serverTime, type Write } from './write.ts';

/** The version of a draft that was read before it is discarded or published. */
export interface ReadVersion {
  /** The update time of the read document; null if the draft was read in the transaction that deletes it. */
  version: string | null;
  hasEmbed: boolean;
}

/** The read version of a draft to publish, with its authors and review. */
export interface ReadDraft extends ReadVersion {
  draft: Pick<Draft, 'authors' | 'review'> & Partial<Pick<Draft, 'base_rev' | 'created_by'>>;
}

/** Form values. */
export interface Entered {
  data: Data;
  /** The revision of the document on which the values are based; 0 if nothing was ever saved. */
  base_rev: number;
  /** Embed code of a demo; absent if the draft already has this code. */
  embed?: string;
}

/** A step of a review: requested, withdrawn, or answered with a note. */
export type ReviewStep =
  { type: 'submit'; message: string | null } | { type: 'withdraw' } | { type: 'return'; note: string };

export interface DraftIntent {
  kind: Savable;
  id: string;
  /** The stored draft; null if there is none. */
  before: Pick<Draft, 'rev' | 'data' | 'authors'> | null;
  /**
   * Update time of the stored draft, because a recreated draft may have the same revision. Absent if it is not known.
   */
  version?: string;
  /** Absent if only the review changes, which requires a stored draft. */
  entered?: Entered;
  review?: ReviewStep;
  uid: string;
  /** Display name of the writer. */
  name: string | null;
}

/** One batch that writes a draft, changes its review, or both at once. */
export function planDraft(intent: DraftIntent): { rev: number; writes: Write[] } {
  const { kind, id, before, entered, review, uid, name } = intent;
  const rev = (before?.rev ?? 0) + 1;
  const { embed, ...content } = entered ?? {};
  const stamps = { rev, name, updated_at: serverTime, updated_by: uid };
  const authorship = { typed_at: serverTime, typed_by: uid, typed_name: name, authors: authorsWith(before, uid) };
  const change = {
    ...content,
    ...stamps,
    ...(entered && isContentChanged(before, entered) && authorship),
    ...(review && reviewFields(review, { rev, by: uid, name })),
  };
  const path = draftPath(kind, id);
  const origin = { collection: collectionOf(kind), id, created_at: serverTime, created_by: uid };
  const draft: Write =
    before === null
      ? { type: 'set', path, data: { review: null, note: null, noted: null, ...change, ...origin } }
      : { type: 'update', path, data: change, ...(intent.version !== undefined && { version: intent.version }) };
  if (embed === undefined) return { rev, writes: [draft] };
  return { rev, writes: [draft, { type: 'set', path: draftEmbedPath(id), data: { iframe_url: embed } }] };
}

/** Whether the content changes. A change of the review or of `base_rev` does not count as authorship. */
function isContentChanged(before: DraftIntent['before'], { data, embed }: Entered): boolean {
  if (before === null || embed !== undefined) return true;
  const fields = new Set([...Object.keys(data), ...Object.keys(before.data)]);
  return [...fields].some((field) => data[field] !== before.data[field]);
}

function reviewFields(step: ReviewStep, { rev, by, name }: { rev: number; by: string; name: string | null }): Data {
  switch (step.type) {
    case 'submit':
      return { review: { rev, by, name, message: step.message }, note: null, noted: null };
    case 'return':
      return { review: null, note: step.note, noted: { by, name } };
    case 'withdraw':
      return { review: null, note: null, noted: null };
  }
}

/** The `from_draft` field of revision `rev`, which publishes the draft; empty if the draft has no authors. */
export function originIn({ draft: { authors, review } }: ReadDraft, rev: number): { from_draft?: DraftOrigin } {
  return authors?.length ? { from_draft: { rev, authors, message: review?.message ?? null } } : {};
}

/** The writes that delete a draft, which fail if the draft is newer than the version that was read. */
export function consumedDraft(kind: Savable, id: string, { version, hasEmbed }: ReadVersion): Write[] {
  const embed: Write = { type: 'delete', path: draftEmbedPath(id) };
  const draft: Write = { type: 'delete', path: draftPath(kind, id), ...(version !== null && { version }) };
  return [draft, ...(hasEmbed ? [embed] : [])];
}
