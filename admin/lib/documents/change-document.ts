import { type Kind, kinds, slugKindOf } from '@frontage/model/kinds/kinds';
import { launchFailures } from '@frontage/model/launch';
import { invalid, texts } from '@frontage/model/messages';
import { changeOf, type SaveIntent } from '@frontage/model/changes/document-writes';
import { readCopy } from '@frontage/model/changes/duplicate';
import {
  blockingRuleOf,
  dataAfter,
  planAlone,
  readBlockingRules,
  takenSlugs,
} from '@frontage/model/changes/plan-change';
import type { Reads } from '@frontage/model/changes/reads';
import { type Data, documentPath, embedIn, embedPath } from '@frontage/model/changes/write';
import { newId, readNextOrder } from './document.ts';
import { DocumentError, type DocumentStore, type Failure, readsOf, valueOf } from './document-store.ts';
import { readDraft } from './draft.ts';
import {
  commitChange,
  heldReads,
  isOwnWrite,
  planningOf,
  revAfter,
  saveDocument,
  type SaveOutcome,
} from './save-document.ts';

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
  if (rule !== null) throw new Error(launchFailures[rule]);
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
  const outcome = await commitChange(store, { action: 'delete', kind, id, rev }, { uid });
  if (outcome.ok || outcome.refusal?.reason === 'missing') return { ok: true };
  return outcome.refusal ? 'changed since' : outcome.failure;
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
  const planAll = (reads: Reads) =>
    Promise.all(
      intents.map((intent) => planAlone({ ...planningOf(store, intent.uid), reads }, { action: 'save', ...intent })),
    );
  const planned = (await planAll(heldReads(intents))).filter((plan) => plan.ok);
  const committed = await store.commit(planned.flatMap(({ writes }) => writes));
  if (committed.ok) return 'done';
  const plans = await planAll(readsOf(store));
  const refused = plans.flatMap((plan, index) => (plan.ok ? [] : [{ plan, index }]));
  const isDone = ({ plan, index }: (typeof refused)[number]): boolean => {
    const [intent, tried] = [intents[index], planned[index]];
    return !!intent && !!tried && isOwnWrite(plan.before, { rev: revAfter(tried), fields: intent.fields }, intent.uid);
  };
  // The response to the write may have been lost.
  if (refused.length === intents.length && refused.every(isDone)) return 'done';
  if (refused.length > 0) return 'changed since';
  const taken = await takenSlugs(
    readsOf(store),
    plans.filter((plan) => plan.ok),
  );
  if (taken.length > 0) return 'slug taken';
  throw new DocumentError(committed.reason, committed.message);
}

/** Moves a created document to the trash unless another user changed it. Rejects with a `DocumentError`. */
export async function undoCreate(store: DocumentStore, created: Target & { rev: number }): Promise<BatchResult> {
  const outcome = await moveToTrash(store, created);
  if (outcome === 'changed since') return outcome;
  if (!outcome.ok) throw new DocumentError(outcome.reason, outcome.message);
  return 'done';
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
  const order = slugKindOf(kind) === null ? await readNextOrder(store, kind) : 0;
  const copy = newId();
  const outcome = await commitChange(store, { action: 'duplicate', kind, id, copy, order }, { uid });
  const nameIn = (fields: Data | null) => String(fields?.[kinds[kind].nameField]);
  if (outcome.ok)
    return { type: 'saved', name: nameIn(dataAfter(outcome.plan)), id: copy, rev: revAfter(outcome.plan) };
  const { refusal, failure } = outcome;
  // The response was lost: no other document has this id.
  if (refusal?.reason === 'existing')
    return { type: 'saved', name: nameIn(refusal.before), id: copy, rev: Number(refusal.before?.['rev']) };
  if (refusal?.reason === 'missing') throw new DocumentError('missing');
  const found =
    refusal?.reason === 'passwordRequired' ? await readCopy(readsOf(store), { kind, id, order }) : 'missing';
  if (typeof found === 'string') throw new DocumentError(failure.reason, failure.message);
  const embed = await store.read(embedPath(id));
  const { fields } = found;
  return { type: 'needs password', name: nameIn(fields), fields, embed: embed.ok ? embedIn(embed.value) : null };
}
