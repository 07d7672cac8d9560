import { isStamp } from '@frontage/model/fields';
import { type Kind, kinds, slugKindOf } from '@frontage/model/kinds';
import { limits } from '@frontage/model/limits';
import { invalid, texts } from '@frontage/model/messages';
import { scheduleFailures } from '@frontage/model/schedule';
import { numberedSlug, slugFromHeading, slugFromTitle } from '@frontage/model/slug';
import { changeOf, planSave, type SaveIntent } from '@frontage/model/changes/document-writes';
import {
  blockingRuleOf,
  type Change,
  planAlone,
  planChange,
  readBlockingRules,
  takenSlugs,
} from '@frontage/model/changes/plan-change';
import { type Data, documentPath, embedIn, embedPath } from '@frontage/model/changes/write';
import { isSame, toPlain } from '@frontage/model/stored-values';
import { newId, readNextOrder } from './document.ts';
import { DocumentError, type DocumentStore, type Failure, failureOf, readsOf, valueOf } from './document-store.ts';
import { readDraft } from './draft.ts';
import { planningOf, saveDocument, type SaveOutcome } from './save-document.ts';
import { firstFreeSlug } from './slugs.ts';

interface Patch {
  kind: Kind;
  id: string;
  /** The revision that this user saw. */
  rev: number;
  /** New values of fields, except slugs; all others stay unchanged. */
  fields: Data;
  uid: string;
}

/**
 * Changes single fields of a document. Other fields of a newer version are kept, but a version that this user has not
 * seen is not published.
 */
export async function patchDocument(store: DocumentStore, patch: Patch): Promise<SaveOutcome> {
  const intent = changeOf(patch);
  const first = await saveDocument(store, intent);
  if (first.ok) return first;
  const { failure, unresolved } = first;
  if (failure.reason === 'unreachable') return saveDocument(store, intent, unresolved);
  if (patch.fields['is_published'] === true) return first;
  const newer = failure.reason === 'conflict' ? failure.theirs.data?.['rev'] : undefined;
  return typeof newer === 'number' ? saveDocument(store, changeOf({ ...patch, rev: newer }), unresolved) : first;
}

interface Publication {
  kind: Kind;
  id: string;
  /** The fields to write beside `is_published`. */
  fields?: Data;
  /** Whether the draft of the document is published. */
  ofDraft?: boolean;
}

/** Throws an error with the reason if the SEO settings prevent a publication by a rule that depends on the document alone. */
export async function assertPublishable(store: DocumentStore, publication: Publication): Promise<void> {
  const { kind, id, fields, ofDraft = false } = publication;
  const reads = readsOf(store);
  const rules = await readBlockingRules(reads);
  if (rules.length === 0) return;
  const before = valueOf(await store.read(documentPath(kind, id)));
  const draft = ofDraft ? valueOf(await readDraft(store, { kind, id })) : null;
  const after = { ...before, ...draft?.draft.data, is_published: true, ...fields };
  const rule = await blockingRuleOf({ rules, reads }, { kind, before, after });
  if (rule !== null) throw new Error(scheduleFailures[rule]);
}

type DeleteOutcome = { ok: true } | Failure;

interface Target {
  kind: Kind;
  id: string;
  uid: string;
}

/** Moves a document to the trash. One that is already gone counts as deleted, so repeating a lost delete is safe. */
export async function deleteDocument(store: DocumentStore, target: Target): Promise<DeleteOutcome> {
  const outcome = await moveToTrash(store, { ...target, rev: null });
  if (outcome !== 'changed since') return outcome;
  return { ok: false, reason: 'unexpected', message: 'The deletion of any revision was refused' };
}

/** Moves a document to the trash if it has the revision `rev`; null: any revision. */
async function moveToTrash(
  store: DocumentStore,
  { kind, id, uid, rev }: Target & { rev: number | null },
): Promise<DeleteOutcome | 'changed since'> {
  const change: Change = { action: 'delete', kind, id, rev };
  const planning = planningOf(store, uid);
  const plan = await planChange(planning, change).catch(failureOf);
  if (!plan.ok) return 'message' in plan ? plan : plan.reason === 'missing' ? { ok: true } : 'changed since';
  const deleted = await store.commit(plan.writes);
  if (deleted.ok || deleted.reason === 'unauthenticated') return deleted.ok ? { ok: true } : deleted;
  const after = await planChange(planning, change).catch(failureOf);
  return !after.ok && after.reason === 'missing' && !('message' in after) ? { ok: true } : deleted;
}

type BatchResult = 'done' | 'changed since' | 'slug taken';

/** The messages for batches and undo actions that found newer versions. */
export const undoFailures: Record<Exclude<BatchResult, 'done'>, string> = {
  'changed since': texts.changedSince,
  'slug taken': invalid.slugTaken,
};

/**
 * Changes documents in one batch, each only if the document still has the base revision of its intent: all of them or
 * none. Rejects with a `DocumentError`.
 */
export async function saveTogether(store: DocumentStore, intents: readonly SaveIntent[]): Promise<BatchResult> {
  const committed = await store.commit(intents.flatMap((intent) => planSave(intent).writes));
  if (committed.ok) return 'done';
  const states = await Promise.all(intents.map((intent) => stateOf(store, intent)));
  // The response to the write may have been lost.
  if (states.every((state) => state === 'done')) return 'done';
  if (states.some((state) => state !== 'unchanged')) return 'changed since';
  const plans = await Promise.all(
    intents.map((intent) => planAlone(planningOf(store, intent.uid), { action: 'save', ...intent })),
  );
  const planned = plans.filter((plan) => plan.ok);
  if ((await takenSlugs(readsOf(store), planned)).length > 0) return 'slug taken';
  valueOf(committed);
  return 'done';
}

/** Moves a created document to the trash unless another user changed it. Rejects with a `DocumentError`. */
export async function undoCreate(store: DocumentStore, created: Target & { rev: number }): Promise<BatchResult> {
  const outcome = await moveToTrash(store, created);
  if (outcome === 'changed since') return outcome;
  if (!outcome.ok) throw new DocumentError(outcome.reason, outcome.message);
  return 'done';
}

/**
 * Whether the document still has the base revision (`unchanged`), was changed by this save (`done`) or changed since.
 */
async function stateOf(store: DocumentStore, intent: SaveIntent): Promise<'unchanged' | 'done' | 'changed'> {
  const { path, rev } = planSave(intent);
  const current = valueOf(await store.read(path));
  if (current?.['rev'] === intent.base?.rev) return 'unchanged';
  const isOwn = current?.['rev'] === rev && current['updated_by'] === intent.uid;
  const holds = Object.entries(intent.fields).every(([field, value]) => isSame(toPlain(current?.[field]), value));
  return isOwn && holds ? 'done' : 'changed';
}

/** A saved copy, or one that still needs a password. */
export type Duplicate = {
  /** The display name of the copy. */
  name: string;
} & (
  | { type: 'saved'; id: string; rev: number }
  /** For a protected demo: `embed` is null if this user may not read it. */
  | { type: 'needs password'; fields: Data; embed: string | null }
);

/** Copies a stored document into a new, unpublished one with a free slug. Rejects with a `DocumentError`. */
export async function duplicateDocument(store: DocumentStore, { kind, id, uid }: Target): Promise<Duplicate> {
  const document = valueOf(await store.read(documentPath(kind, id)));
  if (!document) throw new DocumentError('missing');
  const fields = copyFields(kind, document, await uniqueFields(store, kind, document));
  const name = String(fields[kinds[kind].nameField]);
  if (fields['is_password_protected'] === true) {
    const readable = await store.read(embedPath(id));
    return { type: 'needs password', name, fields, embed: readable.ok ? embedIn(readable.value) : null };
  }
  const embed = kind === 'demo' ? embedIn(valueOf(await store.read(embedPath(id)))) : null;
  const copy = newId();
  const companions = embed === null ? {} : { embed };
  const outcome = await saveDocument(store, { kind, id: copy, base: null, fields, companions, uid });
  if (outcome.ok) return { type: 'saved', name, id: copy, rev: outcome.rev };
  throw new DocumentError('message' in outcome.failure ? outcome.failure.reason : 'unexpected');
}

const slugTries = 20;

/** The fields that must differ from the original: the slug, or the position among the sections. */
async function uniqueFields(store: DocumentStore, kind: Kind, document: Data): Promise<Data> {
  const slugKind = slugKindOf(kind);
  if (slugKind === null) {
    return { order_index: await readNextOrder(store, kind) };
  }
  const first = copySlug(slugKind, String(document['slug']));
  const numbered = Array.from({ length: slugTries - 1 }, (_, index) => numberedSlug(first, index + 2));
  const slug = await firstFreeSlug(store, slugKind, [first, ...numbered]);
  if (slug === null) throw new DocumentError('unexpected');
  return { slug };
}

const ending = ' (copy)';

/** The name of a copy, such as `About (copy)`, within the length limit. */
export const copyName = (name: string): string => `${name.slice(0, limits.title - ending.length).trimEnd()}${ending}`;

/** The preferred slug of a copy, such as `about-copy`, within the length limit. */
export function copySlug(kind: 'page' | 'demo', slug: string): string {
  const from = kind === 'page' ? slugFromTitle : slugFromHeading;
  return `${from(slug)
    .slice(0, limits.slug - '-copy'.length)
    .replace(/-$/, '')}-copy`;
}

/**
 * The fields of a new, unpublished copy of `document`; `over` replaces single fields. Passwords are never copied, so a
 * copy of a protected demo needs a new one.
 */
export function copyFields(kind: Kind, document: Data, over: Data): Data {
  const { nameField, schema } = kinds[kind];
  const own = Object.keys(schema.shape).filter((field) => !isStamp(field));
  const copied = Object.fromEntries(own.map((field) => [field, document[field] ?? null]));
  return { ...copied, [nameField]: copyName(String(document[nameField])), is_published: false, ...over };
}
