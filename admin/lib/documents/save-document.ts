import { failureOf, type WriteFailure } from './failure.ts';
import { parseDocument, type Stored } from './parse-document.ts';
import type { Kind } from './kinds.ts';
import { isSame, toPlain, type Data } from './plain.ts';
import { embedPath, planSave, slugPath, type Base, type Companions, type SaveIntent } from './plan-save.ts';
import type { DocumentStore } from './store.ts';
import type { WriteData } from './write.ts';

/** Someone else's newer state of a document. */
export interface Theirs {
  /** Null when they deleted it. */
  stored: Stored<Kind> | null;
  /** A demo's embed code; null for other kinds, or when this user may not read it. */
  embed: string | null;
}

/** Why a save did not happen. */
export type SaveFailure = WriteFailure | ({ type: 'conflict' } & Theirs) | { type: 'slug-taken' };

/** A save whose answer never came. */
export interface Attempt {
  rev: number;
  fields: WriteData;
  companions: Companions;
}

export type SaveOutcome =
  | { ok: true; rev: number; base: Base }
  /** `unresolved` goes with the next try, which can then tell its own earlier work from someone else's. */
  | { ok: false; failure: SaveFailure; unresolved: readonly Attempt[] };

/**
 * Saves a document and its companions in one batch. Repeating a save whose outcome is unknown is safe: when the earlier
 * one did arrive, it counts as this one's success, or as the state this one builds on.
 */
export async function saveDocument(
  store: DocumentStore,
  intent: SaveIntent,
  unresolved: readonly Attempt[] = [],
): Promise<SaveOutcome> {
  const plan = planSave(intent);
  const committed = await store.commit(plan.writes);
  if (committed.ok) return saved(intent, plan.rev);
  if (committed.reason === 'unauthenticated') return { ok: false, failure: { type: 'unauthenticated' }, unresolved };

  const attempt: Attempt = { rev: plan.rev, fields: intent.fields, companions: intent.companions };
  const mayHaveArrived = committed.reason === 'unreachable' ? [...unresolved, attempt] : unresolved;
  const failed = (failure: SaveFailure): SaveOutcome => ({ ok: false, failure, unresolved: mayHaveArrived });

  const current = await store.read(plan.path);
  if (!current.ok) return failed(failureOf(committed.reason === 'unreachable' ? committed : current));

  const landed = mayHaveArrived.findLast((earlier) => isOwnWork(current.value, earlier, intent.uid));
  if (landed && isSame(landed.fields, intent.fields) && isSame(landed.companions, intent.companions)) {
    return saved(intent, landed.rev);
  }
  if (landed) return saveDocument(store, { ...intent, base: baseAfter(landed.rev, landed.fields) });
  if (isNewer(current.value, intent))
    return failed({ type: 'conflict', ...(await readTheirs(store, intent, current.value)) });
  if (await isSlugTaken(store, intent)) return failed({ type: 'slug-taken' });
  return failed(failureOf(committed));
}

function saved(intent: SaveIntent, rev: number): SaveOutcome {
  return { ok: true, rev, base: baseAfter(rev, intent.fields) };
}

/** What the next save of a document builds on once `fields` are stored as revision `rev`. */
export function baseAfter(rev: number, fields: WriteData): Base {
  const slug = fields['slug'];
  return {
    rev,
    slug: typeof slug === 'string' ? slug : null,
    isProtected: fields['is_password_protected'] === true,
  };
}

/** The code in a `demo_embeds` document. */
export const embedIn = (data: Data | null): string | null => {
  const code = data?.['iframe_url'];
  return typeof code === 'string' ? code : null;
};

function isOwnWork(current: Data | null, attempt: Attempt, uid: string): boolean {
  if (!current || current['rev'] !== attempt.rev || current['updated_by'] !== uid) return false;
  return Object.entries(attempt.fields).every(([field, value]) => isSame(toPlain(current[field]), value));
}

function isNewer(current: Data | null, { base }: SaveIntent): boolean {
  return base ? current === null || current['rev'] !== base.rev : current !== null;
}

async function readTheirs(store: DocumentStore, { kind, id }: SaveIntent, current: Data | null): Promise<Theirs> {
  const stored = current && parseDocument(kind, id, current);
  if (kind !== 'demo' || !stored) return { stored, embed: null };
  const embed = await store.read(embedPath(id));
  return { stored, embed: embed.ok ? embedIn(embed.value) : null };
}

/** Whether another document of the kind holds the slug this save asks for. */
async function isSlugTaken(store: DocumentStore, { kind, id, fields }: SaveIntent): Promise<boolean> {
  const slug = fields['slug'];
  const path = typeof slug === 'string' ? slugPath(kind, slug) : null;
  if (!path) return false;
  const holder = await store.read(path);
  return holder.ok && holder.value !== null && holder.value['id'] !== id;
}
