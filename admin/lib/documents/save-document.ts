import { slugKindOf } from '@frontage/model/kinds';
import { documentPath, embedIn, embedPath } from '@frontage/model/writes/document-paths';
import { baseAfter, planSave, type Base, type Companions, type SaveIntent } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import type { DocumentStore, Failure } from './document-store.ts';
import { readDraft, type KeptDraft } from './draft.ts';
import { isSame, toPlain } from './plain.ts';
import { readSlugHolder } from './slug-holder.ts';

/** Someone else's newer state of what is saved. */
export interface Theirs {
  /** As it is stored; null when they deleted it. */
  data: Data | null;
  /** A demo's embed code; null for everything else, or when this user may not read it. */
  embed: string | null;
}

/** Why a save did not happen. */
export type SaveFailure =
  | Failure
  | { reason: 'conflict'; theirs: Theirs }
  | { reason: 'slug-taken' }
  /** The draft that was to be published is another one now; null where it is gone. */
  | { reason: 'draft-moved'; theirs: KeptDraft | null };

/** A save whose answer never came. */
export interface Attempt {
  rev: number;
  fields: Data;
  companions: Companions;
}

export type SaveOutcome =
  | { ok: true; rev: number; base: Base }
  /** `unresolved` goes with the next try, which can then tell its own earlier work from someone else's. */
  | { ok: false; failure: SaveFailure; unresolved: readonly Attempt[] };

/**
 * Saves a document with its companions, or a setting, in one batch. Repeating a save whose outcome is unknown is safe:
 * when the earlier one did arrive, it counts as this one's success, or as the state this one builds on.
 */
export async function saveDocument(
  store: DocumentStore,
  intent: SaveIntent,
  unresolved: readonly Attempt[] = [],
): Promise<SaveOutcome> {
  const plan = planSave(intent);
  const committed = await store.commit(plan.writes);
  if (committed.ok) return saved(intent, plan.rev);
  if (committed.reason === 'unauthenticated') return { ok: false, failure: committed, unresolved };

  const attempt: Attempt = { rev: plan.rev, fields: intent.fields, companions: intent.companions };
  const mayHaveArrived = committed.reason === 'unreachable' ? [...unresolved, attempt] : unresolved;
  const failed = (failure: SaveFailure): SaveOutcome => ({ ok: false, failure, unresolved: mayHaveArrived });

  const current = await store.read(documentPath(intent.kind, intent.id));
  if (!current.ok) return failed(committed.reason === 'unreachable' ? committed : current);

  const landed = mayHaveArrived.findLast((earlier) => isOwnWork(current.value, earlier, intent.uid));
  if (landed && isSame(landed.fields, intent.fields) && isSame(landed.companions, intent.companions)) {
    return saved(intent, landed.rev);
  }
  // What landed has ended the draft.
  if (landed) return saveDocument(store, { ...intent, base: baseAfter(landed.rev, landed.fields), draft: null });
  if (isNewer(current.value, intent)) {
    return failed({ reason: 'conflict', theirs: await readTheirs(store, intent, current.value) });
  }
  const draft = intent.draft ? await readDraft(store, intent) : null;
  if (draft?.ok && draft.value?.version !== intent.draft?.version) {
    return failed({ reason: 'draft-moved', theirs: draft.value });
  }
  if (await isSlugTaken(store, intent)) return failed({ reason: 'slug-taken' });
  return failed(committed);
}

function saved(intent: SaveIntent, rev: number): SaveOutcome {
  return { ok: true, rev, base: baseAfter(rev, intent.fields) };
}

function isOwnWork(current: Data | null, attempt: Attempt, uid: string): boolean {
  if (!current || current['rev'] !== attempt.rev || current['updated_by'] !== uid) return false;
  return Object.entries(attempt.fields).every(([field, value]) => isSame(toPlain(current[field]), value));
}

function isNewer(current: Data | null, { base }: SaveIntent): boolean {
  return base ? current === null || current['rev'] !== base.rev : current !== null;
}

/** What somebody else left of a document whose `data` was just read. */
export async function readTheirs(
  store: DocumentStore,
  { kind, id }: Pick<SaveIntent, 'kind' | 'id'>,
  data: Data | null,
): Promise<Theirs> {
  if (kind !== 'demo' || !data) return { data, embed: null };
  const embed = await store.read(embedPath(id));
  return { data, embed: embed.ok ? embedIn(embed.value) : null };
}

/** Whether another document of the kind has the slug this save asks for. */
export async function isSlugTaken(store: DocumentStore, { kind, id, fields }: SaveIntent): Promise<boolean> {
  const slugKind = slugKindOf(kind);
  if (slugKind === null) return false;
  const holder = await readSlugHolder(store, slugKind, { slug: String(fields['slug']), id });
  return holder.ok && holder.value.state === 'taken';
}
