import { replacedNames } from '../kinds/field-changes.ts';
import { collectionOf, hasEmbed, kinds, type Savable } from '../kinds/kinds.ts';
import { collections } from '../paths.ts';
import type { RedirectFields } from '../redirect.ts';
import {
  documentPath,
  draftEmbedPath,
  draftPath,
  embedPath,
  noField,
  secretPath,
  serverTime,
  slugPath,
  type Data,
  type Write,
} from './write.ts';
import { authorsWith, type Draft } from '../draft.ts';
import type { DraftOrigin } from '../fields.ts';

/** Stores an administrator's redirect under the hash of its path. */
export const putRedirect = (hash: string, { from, to, status }: RedirectFields, uid: string): Write => ({
  type: 'set',
  path: `${collections.redirects}/${hash}`,
  data: { from, to, status, updated_at: serverTime, updated_by: uid },
});

/** The stored state on which a save is based. */
export interface Base {
  rev: number;
  /** Null for kinds without slugs, and if the save does not change the slug. */
  slug: string | null;
  isProtected: boolean;
}

/** Data in separate documents of a demo; empty for other kinds. */
export interface Companions {
  /** Embed code, if it changed or the demo is new. */
  embed?: string;
  /** A hash sealed by the server, if a new password was entered. */
  passwordHash?: string;
}

export interface SaveIntent {
  kind: Savable;
  /** Chosen before the first attempt, so that a repeated save can detect that an earlier attempt succeeded. */
  id: string;
  /** Null for a new document, or a setting that was never saved. */
  base: Base | null;
  /** The fields to write: all except the stamps for a new document, any of them for an existing one. */
  fields: Data;
  companions: Companions;
  uid: string;
  /** The draft that this save publishes and deletes. */
  draft?: ReadDraft | null;
}

export interface SavePlan {
  path: string;
  /** The revision after the writes. */
  rev: number;
  writes: Write[];
}

/**
 * One batch for a save: the document, its slug, a demo's embed code and secret, and the deletion of its draft. A deleted
 * document that is created again continues its revision numbers from `trashedRev`.
 */
export function planSave(intent: SaveIntent, trashedRev = 0): SavePlan {
  const { kind, id, base, fields, uid, draft } = intent;
  const path = documentPath(kind, id);
  const rev = (base?.rev ?? trashedRev) + 1;
  const update = { ...fields, rev, updated_at: serverTime, updated_by: uid, ...(draft && originIn(draft, rev)) };
  const origin = kind === 'setting' ? {} : { created_at: serverTime, created_by: creatorOf(intent) };
  const replaced = kind === 'setting' ? [] : replacedNames(kinds[kind], fields);
  const removed = Object.fromEntries(replaced.map((name) => [name, noField]));
  const document: Write = base
    ? { type: 'update', path, data: { ...update, ...removed } }
    : { type: 'set', path, data: { ...update, ...origin } };
  return {
    path,
    rev,
    writes: [
      document,
      ...slugWrites(intent),
      ...companionWrites(intent),
      ...(draft ? consumedDraft(kind, id, draft) : []),
    ],
  };
}

/** A new document belongs to the user that began its draft. */
const creatorOf = ({ draft, uid }: SaveIntent): string =>
  draft?.draft.base_rev === 0 ? (draft.draft.created_by ?? uid) : uid;

/** The intent to change single fields, except slugs and passwords, of a document with revision `rev`. */
export function changeOf({ rev, ...change }: Pick<SaveIntent, 'kind' | 'id' | 'fields' | 'uid'> & { rev: number }) {
  const base: Base = { rev, slug: null, isProtected: false };
  return { ...change, base, companions: {} } satisfies SaveIntent;
}

/** The base of the next save after `fields` were stored as revision `rev`. */
export function baseAfter(rev: number, fields: Data): Base {
  const slug = fields['slug'];
  return {
    rev,
    slug: typeof slug === 'string' ? slug : null,
    isProtected: fields['is_password_protected'] === true,
  };
}

function slugWrites({ kind, id, base, fields }: SaveIntent): Write[] {
  const taken = slugPath(kind, fields['slug']);
  if (taken === null || base?.slug === fields['slug']) return [];
  return [takeSlug(taken, id)];
}

function companionWrites({ kind, id, base, fields, companions }: SaveIntent): Write[] {
  if (!hasEmbed(kind)) return [];
  const writes: Write[] = [];
  if (companions.embed !== undefined) {
    writes.push({ type: 'set', path: embedPath(id), data: { iframe_url: companions.embed } });
  }
  if (companions.passwordHash !== undefined) {
    writes.push({ type: 'set', path: secretPath(id), data: { password_hash: companions.passwordHash } });
  } else if (fields['is_password_protected'] === false && base?.isProtected !== false) {
    // Also without a base: a demo that is created again after its deletion still has its old secret.
    writes.push({ type: 'delete', path: secretPath(id) });
  }
  return writes;
}

/** Reserves a slug for a document. The reservation stays when the document changes its slug: the old URL redirects. */
export const takeSlug = (path: string, id: string): Write => ({
  type: 'set',
  path,
  data: { id, updated_at: serverTime },
});

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
  | { type: 'submit'; message: string | null }
  | { type: 'withdraw' }
  | { type: 'return'; note: string };

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
