import { slugKindOf, type Savable } from '@frontage/model/kinds';
import { documentPath, embedIn, embedPath, trashPath, type Data } from '@frontage/model/changes/write';
import {
  baseAfter,
  planPublish,
  planSave,
  type Base,
  type Companions,
  type SaveIntent,
} from '@frontage/model/changes/document-writes';
import type { DocumentStore, Failure } from './document-store.ts';
import { readDraft, type KeptDraft } from './draft.ts';
import { isSame, toPlain } from './document.ts';
import { readSlugHolder } from './slugs.ts';

/** A newer version saved by another user. */
export interface StoredVersion {
  /** The stored content; null if it was deleted. */
  data: Data | null;
  /** The embed code of a demo; null for other kinds, or if this user may not read it. */
  embed: string | null;
}

/** Why a save failed. */
export type SaveFailure =
  | Failure
  | { reason: 'conflict'; theirs: StoredVersion }
  | { reason: 'slug-taken' }
  /** The draft to publish has changed; null if it is gone. */
  | { reason: 'draft-moved'; theirs: KeptDraft | null };

/** A save without a response. */
export interface SaveAttempt {
  rev: number;
  fields: Data;
  companions: Companions;
}

export type SaveOutcome =
  | { ok: true; rev: number; base: Base }
  /** `unresolved` belongs to the next attempt, which then recognizes its earlier writes. */
  | { ok: false; failure: SaveFailure; unresolved: readonly SaveAttempt[] };

/**
 * Saves a document with its companions, or a setting, in one batch. Safe to repeat after an unknown outcome: an earlier
 * attempt that succeeded counts as this one's success, or as its base.
 */
export async function saveDocument(
  store: DocumentStore,
  intent: SaveIntent,
  unresolved: readonly SaveAttempt[] = [],
): Promise<SaveOutcome> {
  const plan = planSave(intent);
  const committed = await store.commit(plan.writes);
  if (committed.ok) return saved(intent, plan.rev);
  if (committed.reason === 'unauthenticated') return { ok: false, failure: committed, unresolved };

  const attempt: SaveAttempt = { rev: plan.rev, fields: intent.fields, companions: intent.companions };
  const mayHaveArrived = committed.reason === 'unreachable' ? [...unresolved, attempt] : unresolved;
  const failed = (failure: SaveFailure): SaveOutcome => ({ ok: false, failure, unresolved: mayHaveArrived });

  const current = await store.read(documentPath(intent.kind, intent.id));
  if (!current.ok) return failed(committed.reason === 'unreachable' ? committed : current);

  const trashedRev = await readTrashedRev(store, intent, committed);
  if (trashedRev !== null) return saveDocument(store, { ...intent, trashedRev }, mayHaveArrived);

  const succeeded = mayHaveArrived.findLast((earlier) => isOwnWrite(current.value, earlier, intent.uid));
  if (succeeded && isSame(succeeded.fields, intent.fields) && isSame(succeeded.companions, intent.companions)) {
    return saved(intent, succeeded.rev);
  }
  // The earlier attempt has deleted the draft.
  if (succeeded)
    return saveDocument(store, { ...intent, base: baseAfter(succeeded.rev, succeeded.fields), draft: null });
  if (isNewer(current.value, intent)) {
    return failed({ reason: 'conflict', theirs: await readStoredVersion(store, intent, current.value) });
  }
  const draft = intent.draft ? await readDraft(store, intent) : null;
  if (draft?.ok && draft.value?.version !== intent.draft?.version) {
    return failed({ reason: 'draft-moved', theirs: draft.value });
  }
  if (await isSlugTaken(store, intent)) return failed({ reason: 'slug-taken' });
  return failed(committed);
}

/** The revision of a deleted document whose recreation was denied; null for every other failure. */
async function readTrashedRev(
  store: DocumentStore,
  { kind, id, base, trashedRev }: SaveIntent,
  { reason }: Failure,
): Promise<number | null> {
  if (base !== null || trashedRev !== undefined || reason !== 'denied' || kind === 'setting') return null;
  const trashed = await store.read(trashPath(kind, id), ['data.rev']);
  const rev: unknown = trashed.ok ? (trashed.value?.['data'] as Data | undefined)?.['rev'] : null;
  return typeof rev === 'number' ? rev : null;
}

function saved(intent: SaveIntent, rev: number): SaveOutcome {
  return { ok: true, rev, base: baseAfter(rev, intent.fields) };
}

function isOwnWrite(current: Data | null, attempt: SaveAttempt, uid: string): boolean {
  if (!current || current['rev'] !== attempt.rev || current['updated_by'] !== uid) return false;
  return Object.entries(attempt.fields).every(([field, value]) => isSame(toPlain(current[field]), value));
}

function isNewer(current: Data | null, { base }: SaveIntent): boolean {
  return base ? current === null || current['rev'] !== base.rev : current !== null;
}

/** The other user's version of a document whose `data` was just read. */
export async function readStoredVersion(
  store: DocumentStore,
  { kind, id }: Pick<SaveIntent, 'kind' | 'id'>,
  data: Data | null,
): Promise<StoredVersion> {
  if (kind !== 'demo' || !data) return { data, embed: null };
  const embed = await store.read(embedPath(id));
  return { data, embed: embed.ok ? embedIn(embed.value) : null };
}

/** Whether another document of the kind has the slug of this save. */
export async function isSlugTaken(store: DocumentStore, { kind, id, fields }: SaveIntent): Promise<boolean> {
  const slugKind = slugKindOf(kind);
  if (slugKind === null) return false;
  const holder = await readSlugHolder(store, slugKind, { slug: String(fields['slug']), id });
  return holder.ok && holder.value.state === 'taken';
}

interface PublishRequest {
  kind: Savable;
  id: string;
  /** The version of the draft that this user reviewed. */
  version: string;
  uid: string;
}

export type PublishOutcome =
  | { ok: true; rev: number; fields: Data; before: StoredVersion; embed: string | null }
  /** `moved`: the draft or its document has changed since; nothing was published. */
  | { ok: false; reason: 'moved' | 'slug-taken' }
  | { ok: false; reason: 'invalid'; problems: readonly { field: string; message: string }[] }
  | Failure;

/** Publishes a draft in exactly the version that was reviewed. */
export async function publishDraft(
  store: DocumentStore,
  { kind, id, version, uid }: PublishRequest,
): Promise<PublishOutcome> {
  const [found, current] = await Promise.all([readDraft(store, { kind, id }), store.read(documentPath(kind, id))]);
  if (!found.ok) return found;
  if (!current.ok) return current;
  const draft = found.value;
  if (draft?.version !== version) return { ok: false, reason: 'moved' };

  const live = kind === 'demo' ? await store.read(embedPath(id)) : null;
  if (live && !live.ok && draft.embed === null) return live;
  const before = { data: current.value, embed: live?.ok ? embedIn(live.value) : null };
  const document = before.data && { ...before.data, rev: Number(before.data['rev']) };
  const embed = draft.embed ?? before.embed;
  const plan = planPublish({ kind, id, document, draft: draft.draft, embed, read: draft, uid });
  if (!plan.ok) return plan;

  const committed = await store.commit(plan.writes);
  if (committed.ok) return { ok: true, rev: plan.rev, fields: plan.fields, before, embed: draft.embed };
  const slugKind = slugKindOf(kind);
  const wanted = { slug: String(plan.fields['slug']), id };
  const [after, holder] = await Promise.all([
    readDraft(store, { kind, id }),
    slugKind && readSlugHolder(store, slugKind, wanted),
  ]);
  if (after.ok && after.value?.version !== version) return { ok: false, reason: 'moved' };
  if (holder?.ok && holder.value.state === 'taken') return { ok: false, reason: 'slug-taken' };
  return committed;
}
