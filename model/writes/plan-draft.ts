import { collectionOf, type Savable } from '../kinds.ts';
import { draftEmbedPath, draftPath } from './document-paths.ts';
import { serverTime, type Data, type Write } from './write.ts';

/** A draft as it was read, by whoever ends it. */
export interface ReadDraft {
  /** The update time that reading gave; null where it was read in the transaction that ends it. */
  version: string | null;
  hasEmbed: boolean;
}

/** What stands in a form. */
export interface Entered {
  data: Data;
  /** The revision of the document that it changes; 0 where nothing was ever saved. */
  base_rev: number;
  /** Of a demo, where the code is not the draft's already. */
  embed?: string;
}

/** What becomes of the question whether a draft is published: it is asked, taken back, or answered with a note. */
export type ReviewStep = { type: 'submit' } | { type: 'withdraw' } | { type: 'return'; note: string };

export interface DraftIntent {
  kind: Savable;
  id: string;
  /** The revision of the stored draft; null where there is none. */
  rev: number | null;
  /** Absent where only the review changes, which takes a draft that is stored. */
  entered?: Entered;
  review?: ReviewStep;
  uid: string;
  /** What whoever writes it is called. */
  name: string | null;
}

/** One batch that writes a draft, changes its review, or both at once. */
export function planDraft(intent: DraftIntent): { rev: number; writes: Write[] } {
  const { kind, id, entered, review, uid, name } = intent;
  const rev = (intent.rev ?? 0) + 1;
  const { embed, ...held } = entered ?? {};
  const stamps = { rev, name, updated_at: serverTime, updated_by: uid };
  const change = { ...held, ...stamps, ...(review && reviewFields(review, { rev, by: uid, name })) };
  const path = draftPath(kind, id);
  const origin = { collection: collectionOf(kind), id, created_at: serverTime, created_by: uid };
  const draft: Write =
    intent.rev === null
      ? { type: 'set', path, data: { review: null, note: null, ...change, ...origin } }
      : { type: 'update', path, data: change };
  if (embed === undefined) return { rev, writes: [draft] };
  return { rev, writes: [draft, { type: 'set', path: draftEmbedPath(id), data: { iframe_url: embed } }] };
}

function reviewFields(step: ReviewStep, asked: { rev: number; by: string; name: string | null }): Data {
  if (step.type === 'submit') return { review: asked, note: null };
  return { review: null, note: step.type === 'return' ? step.note : null };
}

/** What ends a draft, discarded or published: in exactly the version that was read. */
export function consumedDraft(kind: Savable, id: string, { version, hasEmbed }: ReadDraft): Write[] {
  const embed: Write = { type: 'delete', path: draftEmbedPath(id) };
  const draft: Write = { type: 'delete', path: draftPath(kind, id), ...(version !== null && { version }) };
  return [draft, ...(hasEmbed ? [embed] : [])];
}
