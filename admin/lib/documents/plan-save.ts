import { collections, slugId } from '@frontage/model/paths';
import { kinds, type Kind } from './kinds.ts';
import { serverTime, type Write, type WriteData } from './write.ts';

/** The state of a document that an edit started from. */
export interface Base {
  rev: number;
  /** Null for kinds without slugs. */
  slug: string | null;
  isProtected: boolean;
}

/** What a demo keeps beside its document; other kinds have none. */
export interface Companions {
  /** Written only when it changed or the demo is new. */
  embed?: string;
  /** A hash sealed by the server, when a new password was typed. */
  passwordHash?: string;
}

export interface SaveIntent {
  kind: Kind;
  /** Chosen by the browser when the edit began, so that a repeated save can recognise its own work. */
  id: string;
  /** Null while the document has never been saved. */
  base: Base | null;
  /** The form's output: every field of the document but its provenance. */
  fields: WriteData;
  companions: Companions;
  uid: string;
}

export interface SavePlan {
  path: string;
  /** The revision the document has once the plan is carried out. */
  rev: number;
  writes: Write[];
}

export const documentPath = (kind: Kind, id: string): string => `${kinds[kind].collection}/${id}`;

/** Where a slug is reserved; null for kinds without slugs and for what cannot be one. */
export const slugPath = (kind: Kind, slug: string): string | null => {
  const { slugKind } = kinds[kind];
  // A stored slug may be anything; one with a slash would name another document.
  return slugKind && slug && !slug.includes('/') ? `${collections.slugs}/${slugId(slugKind, slug)}` : null;
};

export const embedPath = (id: string): string => `${collections.demoEmbeds}/${id}`;
const secretPath = (id: string): string => `${collections.demoSecrets}/${id}`;

/** One batch for one save: the document, the slug it takes and the one it leaves, a demo's embed and secret. */
export function planSave(intent: SaveIntent): SavePlan {
  const { kind, id, base, fields, uid } = intent;
  const path = documentPath(kind, id);
  const rev = (base?.rev ?? 0) + 1;
  const update = { ...fields, rev, updated_at: serverTime, updated_by: uid };
  const document: Write = base
    ? { type: 'update', path, data: update }
    : { type: 'set', path, data: { ...update, created_at: serverTime, created_by: uid } };
  return { path, rev, writes: [document, ...slugWrites(intent), ...companionWrites(intent)] };
}

function slugWrites({ kind, id, base, fields }: SaveIntent): Write[] {
  const slug = typeof fields['slug'] === 'string' ? fields['slug'] : '';
  const taken = slugPath(kind, slug);
  if (!taken || base?.slug === slug) return [];
  const left = base?.slug ? slugPath(kind, base.slug) : null;
  return [{ type: 'set', path: taken, data: { id } }, ...(left ? [{ type: 'delete' as const, path: left }] : [])];
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
    // Also without a base: a demo that comes back after somebody deleted it finds its old secret where it was.
    writes.push({ type: 'delete', path: secretPath(id) });
  }
  return writes;
}
