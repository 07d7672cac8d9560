import type { Savable } from '../kinds.ts';
import { documentPath, embedPath, secretPath, slugPath } from './document-paths.ts';
import { consumedDraft, originIn, type ReadDraft } from './plan-draft.ts';
import { takeSlug } from './take-slug.ts';
import { serverTime, type Data, type Write } from './write.ts';

/** The state of a document that a save builds on. */
export interface Base {
  rev: number;
  /** Null for kinds without slugs, and if the save does not change it. */
  slug: string | null;
  isProtected: boolean;
}

/** Data stored beside a demo's document; other kinds have none. */
export interface Companions {
  /** Written only when it changed or the demo is new. */
  embed?: string;
  /** A hash sealed by the server, when a new password was typed. */
  passwordHash?: string;
}

export interface SaveIntent {
  kind: Savable;
  /** Chosen before the first try, so that a repeated save can recognize its own work. */
  id: string;
  /** Null while nothing has ever been saved. */
  base: Base | null;
  /** The last revision of a deleted document that is created again: it continues its revisions. Absent for a new one. */
  trashedRev?: number;
  /** The fields to write: all except the stamps for a new document, any of them for an existing one. */
  fields: Data;
  companions: Companions;
  uid: string;
  /** The working copy that is published by this save, and ends with it. */
  draft?: ReadDraft | null;
}

export interface SavePlan {
  path: string;
  /** The revision once the plan is carried out. */
  rev: number;
  writes: Write[];
}

/** One batch for one save: the document, the slug it takes, a demo's embed and secret, its draft. */
export function planSave(intent: SaveIntent): SavePlan {
  const { kind, id, base, trashedRev = 0, fields, uid, draft } = intent;
  const path = documentPath(kind, id);
  const rev = (base?.rev ?? trashedRev) + 1;
  const update = { ...fields, rev, updated_at: serverTime, updated_by: uid, ...(draft && originIn(draft, rev)) };
  const origin = kind === 'setting' ? {} : { created_at: serverTime, created_by: uid };
  const document: Write = base
    ? { type: 'update', path, data: update }
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

/** A change of single fields, slugs and passwords excepted, of a document at revision `rev`. */
export function changeOf({ rev, ...change }: Pick<SaveIntent, 'kind' | 'id' | 'fields' | 'uid'> & { rev: number }) {
  const base: Base = { rev, slug: null, isProtected: false };
  return { ...change, base, companions: {} } satisfies SaveIntent;
}

/** The base of the next save once `fields` are stored as revision `rev`. */
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
  if (kind !== 'demo') return [];
  const writes: Write[] = [];
  if (companions.embed !== undefined) {
    writes.push({ type: 'set', path: embedPath(id), data: { iframe_url: companions.embed } });
  }
  if (companions.passwordHash !== undefined) {
    writes.push({ type: 'set', path: secretPath(id), data: { password_hash: companions.passwordHash } });
  } else if (fields['is_password_protected'] === false && base?.isProtected !== false) {
    // Also without a base: a demo recreated after its deletion finds its old secret.
    writes.push({ type: 'delete', path: secretPath(id) });
  }
  return writes;
}
