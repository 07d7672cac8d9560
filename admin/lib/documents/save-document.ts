import { isStamp } from '@frontage/model/fields';
import type { Savable } from '@frontage/model/kinds';
import { documentPath, embedIn, embedPath, trashPath, type Data } from '@frontage/model/changes/write';
import {
  baseAfter,
  planSave,
  type Base,
  type Companions,
  type SaveIntent,
} from '@frontage/model/changes/document-writes';
import {
  type Change,
  dataAfter,
  planChange,
  type Planning,
  type Refusal,
  type RefusedChange,
} from '@frontage/model/changes/plan-change';
import { type DocumentStore, type Failure, failureOf, readsOf } from './document-store.ts';
import { sha256 } from './document.ts';
import { readDraft, type KeptDraft } from './draft.ts';
import { isSame, toPlain } from '@frontage/model/stored-values';

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
  switch (await refusalOf(store, { action: 'save', ...intent }, intent.uid)) {
    case 'documentMoved':
    case 'missing':
    case 'existing':
      return failed({ reason: 'conflict', theirs: await readStoredVersion(store, intent, current.value) });
    case 'draftMoved': {
      const draft = await readDraft(store, intent);
      return failed(draft.ok ? { reason: 'draft-moved', theirs: draft.value } : committed);
    }
    case 'slugTaken':
      return failed({ reason: 'slug-taken' });
    default:
      return failed(committed);
  }
}

/** The inputs of a plan whose rights the security rules check. The editors check the health rules. */
export const planningOf = (store: DocumentStore, uid: string): Planning => ({
  reads: readsOf(store),
  uid,
  rights: null,
  rules: [],
  digest: sha256,
});

/** Why the server refused a change, by a plan from the stored state; null if the state does not explain it. */
async function refusalOf(store: DocumentStore, change: Change, uid: string): Promise<Refusal | null> {
  const plan = await planChange(planningOf(store, uid), change).catch(failureOf);
  return plan.ok || 'message' in plan ? null : plan.reason;
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
  const change: Change = { action: 'publish_draft', kind, id, draft: { version } };
  const [plan, live] = await Promise.all([
    planChange(planningOf(store, uid), change).catch(failureOf),
    kind === 'demo' ? store.read(embedPath(id)) : null,
  ]);
  if (!plan.ok) return 'message' in plan ? plan : notPublished(plan);
  const committed = await store.commit(plan.writes);
  if (!committed.ok) {
    const after = await planChange(planningOf(store, uid), change).catch(failureOf);
    return after.ok || 'message' in after ? committed : notPublished(after);
  }
  const stored = dataAfter(plan) ?? {};
  const embed = plan.writes.find((write) => write.path === embedPath(id));
  return {
    ok: true,
    rev: Number(stored['rev']),
    fields: Object.fromEntries(Object.entries(stored).filter(([field]) => !isStamp(field))),
    before: { data: plan.before, embed: live?.ok ? embedIn(live.value) : null },
    embed: embed?.type === 'set' ? embedIn(embed.data) : null,
  };
}

const notPublished = ({ reason, problems = [] }: RefusedChange): PublishOutcome & { ok: false } => {
  if (reason === 'invalid') return { ok: false, reason, problems };
  return { ok: false, reason: reason === 'slugTaken' ? 'slug-taken' : 'moved' };
};
