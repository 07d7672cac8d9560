import { type Kind, kinds, type Savable } from '../kinds.ts';
import { collections } from '../paths.ts';
import type { RedirectFields } from '../redirect.ts';
import {
  type Data,
  documentPath,
  embedPath,
  secretPath,
  serverTime,
  slugPath,
  trashPath,
  type Write,
} from './write.ts';
import { consumedDraft, originIn, type ReadDraft } from './plan-draft.ts';

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
  /**
   * The last revision of a deleted document that is created again; its revision numbers continue. Absent for a new one.
   */
  trashedRev?: number;
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

/** One batch for a save: the document, its slug, a demo's embed code and secret, and the deletion of its draft. */
export function planSave(intent: SaveIntent): SavePlan {
  const { kind, id, base, trashedRev = 0, fields, uid, draft } = intent;
  const path = documentPath(kind, id);
  const rev = (base?.rev ?? trashedRev) + 1;
  const update = { ...fields, rev, updated_at: serverTime, updated_by: uid, ...(draft && originIn(draft, rev)) };
  const origin = kind === 'setting' ? {} : { created_at: serverTime, created_by: creatorOf(intent) };
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
  if (kind !== 'demo') return [];
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

/** A stored document with the companions that are deleted with it. */
interface Deletion {
  kind: Kind;
  id: string;
  /** The stored fields, unchanged and with timestamps. The trash document contains exactly these. */
  data: Data;
  /** Embed code; null for kinds without one. */
  embed: string | null;
  /** Uid of the user that deletes the document. */
  uid: string;
}

/** One batch that moves a document to the trash. Its slugs and a demo's password hash stay for a later restore. */
export function planDelete({ kind, id, data, embed, uid }: Deletion): Write[] {
  const trashed = { collection: kinds[kind].collection, id, data, deleted_by: uid, deleted_at: serverTime };
  return [
    { type: 'delete', path: documentPath(kind, id) },
    ...(embed === null ? [] : [{ type: 'delete' as const, path: embedPath(id) }]),
    { type: 'set', path: trashPath(kind, id), data: embed === null ? trashed : { ...trashed, embed } },
  ];
}
