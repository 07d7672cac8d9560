import { isStamp } from '@frontage/model/fields';
import type { Savable } from '@frontage/model/kinds/kinds';
import { documentPath, draftPath, embedIn, embedPath, type Data } from '@frontage/model/changes/write';
import { baseAfter, type Base, type Companions, type SaveIntent } from '@frontage/model/changes/document-writes';
import {
  type Change,
  type ChangePlan,
  dataAfter,
  planChange,
  type Planning,
  type RefusedChange,
} from '@frontage/model/changes/plan-change';
import type { Reads, StoredData } from '@frontage/model/changes/reads';
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
  const { fields, companions, uid } = intent;
  const outcome = await commitChange(store, { action: 'save', ...intent }, { uid, held: heldReads([intent]) });
  if (outcome.ok) return saved(intent, revAfter(outcome.plan));
  const { failure, refusal, unanswered } = outcome;
  const attempts = unanswered.map((plan): SaveAttempt => ({ rev: revAfter(plan), fields, companions }));
  const mayHaveArrived = [...unresolved, ...attempts];
  const failed = (why: SaveFailure): SaveOutcome => ({ ok: false, failure: why, unresolved: mayHaveArrived });

  const succeeded = refusal && mayHaveArrived.findLast((earlier) => isOwnWrite(refusal.before, earlier, uid));
  if (succeeded && isSame(succeeded.fields, fields) && isSame(succeeded.companions, companions)) {
    return saved(intent, succeeded.rev);
  }
  // The earlier attempt has deleted the draft.
  if (succeeded)
    return saveDocument(store, { ...intent, base: baseAfter(succeeded.rev, succeeded.fields), draft: null });
  switch (refusal?.reason) {
    case 'documentMoved':
    case 'missing':
    case 'existing':
      return failed({ reason: 'conflict', theirs: await readStoredVersion(store, intent, refusal.before) });
    case 'draftMoved': {
      const draft = await readDraft(store, intent);
      return failed(draft.ok ? { reason: 'draft-moved', theirs: draft.value } : failure);
    }
    case 'slugTaken':
      return failed({ reason: 'slug-taken' });
    default:
      return failed(failure);
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

/**
 * The documents that saves are based on, as the browser holds them, so that a save is planned without a request. The
 * rules compare the revision, the slug's holder and the trash, and refuse a plan from documents that have changed.
 */
export function heldReads(intents: readonly Pick<SaveIntent, 'kind' | 'id' | 'base' | 'draft'>[]): Reads {
  const held = new Map<string, StoredData>();
  for (const { kind, id, base, draft } of intents) {
    const data = base && { rev: base.rev, slug: base.slug, is_password_protected: base.isProtected };
    if (data) held.set(documentPath(kind, id), { data });
    if (draft) held.set(draftPath(kind, id), { data: {}, version: draft.version ?? undefined });
  }
  return { read: (paths) => Promise.resolve(paths.map((path) => held.get(path) ?? null)) };
}

/** The revision of the document after a planned change. */
export const revAfter = (plan: ChangePlan): number => Number(dataAfter(plan)?.['rev']);

type Committed =
  | { ok: true; plan: ChangePlan }
  | {
      ok: false;
      failure: Failure;
      /** Why the stored documents do not allow the change; null if they do, or could not be read. */
      refusal: RefusedChange | null;
      /** Plans whose commits have no response, so that they may have arrived. */
      unanswered: readonly ChangePlan[];
    };

// The first plan, and the one from the documents that are stored now.
const maxCommits = 2;

/**
 * Plans a change and commits the plan. If that fails, the change is planned again from the stored documents: the new plan
 * is committed if it differs, and explains the failure if it is refused. `held` answers the reads of the first plan.
 */
export async function commitChange(
  store: DocumentStore,
  change: Change,
  { uid, held }: { uid: string; held?: Reads },
): Promise<Committed> {
  const planning = planningOf(store, uid);
  const planFresh = () => planChange(planning, change).catch(failureOf);
  let plan = held ? await planChange({ ...planning, reads: held }, change) : await planFresh();
  let failure: Failure | null = null;
  const tried: ChangePlan[] = [];
  const unanswered: ChangePlan[] = [];
  while (plan.ok && tried.length < maxCommits && !isSame(plan.writes, tried.at(-1)?.writes)) {
    const committed = await store.commit(plan.writes);
    if (committed.ok) return { ok: true, plan };
    failure = committed;
    tried.push(plan);
    if (committed.reason === 'unreachable') unanswered.push(plan);
    if (committed.reason === 'unauthenticated') return { ok: false, failure, refusal: null, unanswered };
    plan = await planFresh();
  }
  if ('message' in plan)
    return { ok: false, failure: failure?.reason === 'unreachable' ? failure : plan, refusal: null, unanswered };
  const refusal = plan.ok ? null : plan;
  const unexpected: Failure = { ok: false, reason: 'unexpected', message: `The change is refused: ${refusal?.reason}` };
  return { ok: false, failure: failure ?? unexpected, refusal, unanswered };
}

function saved(intent: SaveIntent, rev: number): SaveOutcome {
  return { ok: true, rev, base: baseAfter(rev, intent.fields) };
}

/** Whether the stored document is the result of this attempt. */
export function isOwnWrite(current: Data | null, attempt: Pick<SaveAttempt, 'rev' | 'fields'>, uid: string): boolean {
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
  const live = kind === 'demo' ? await store.read(embedPath(id)) : null;
  const outcome = await commitChange(store, { action: 'publish_draft', kind, id, draft: { version } }, { uid });
  if (!outcome.ok) return outcome.refusal ? notPublished(outcome.refusal) : outcome.failure;
  const { plan } = outcome;
  const stored = dataAfter(plan) ?? {};
  const embed = plan.writes.find((write) => write.path === embedPath(id));
  return {
    ok: true,
    rev: revAfter(plan),
    fields: Object.fromEntries(Object.entries(stored).filter(([field]) => !isStamp(field))),
    before: { data: plan.before, embed: live?.ok ? embedIn(live.value) : null },
    embed: embed?.type === 'set' ? embedIn(embed.data) : null,
  };
}

const notPublished = ({ reason, problems = [] }: RefusedChange): PublishOutcome & { ok: false } => {
  if (reason === 'invalid') return { ok: false, reason, problems };
  return { ok: false, reason: reason === 'slugTaken' ? 'slug-taken' : 'moved' };
};
