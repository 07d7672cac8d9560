import { draftDocument, type Draft } from '@frontage/model/draft';
import { collectionOf, currentFields, type Savable } from '@frontage/model/kinds/kinds';
import { collections, revisionId } from '@frontage/model/paths';
import { draftEmbedPath, draftPath, embedIn, type Data } from '@frontage/model/changes/write';
import {
  consumedDraft,
  planDraft,
  type DraftIntent,
  type ReadDraft,
  type ReadVersion,
} from '@frontage/model/changes/document-writes';
import type { Answer, DocumentStore, Failure } from './document-store.ts';
import { isSame, toPlain } from '@frontage/model/stored-values';

/** A stored draft. */
export interface KeptDraft extends ReadDraft {
  draft: Draft;
  version: string;
  /** The embed code of a demo; null if the draft has none or this user may not read it. */
  embed: string | null;
}

interface Target {
  kind: Savable;
  id: string;
}

/** The draft of a document or setting; null if there is none. */
export async function readDraft(store: DocumentStore, { kind, id }: Target): Promise<Answer<KeptDraft | null>> {
  const found = await store.readVersion(draftPath(kind, id));
  if (!found.ok) return found;
  const draft = found.value && draftDocument.safeParse(toPlain(found.value.data)).data;
  if (!found.value || !draft) return { ok: true, value: null };
  const code = kind === 'demo' ? await store.read(draftEmbedPath(id)) : null;
  const embed = code?.ok ? embedIn(code.value) : null;
  return { ok: true, value: { draft, version: found.value.version, embed, hasEmbed: embed !== null } };
}

/** The content of a document at an earlier revision; null if the revision history no longer has it. */
export async function readRevision(store: DocumentStore, { kind, id }: Target, rev: number): Promise<Data | null> {
  const found = await store.read(`${collections.revisions}/${revisionId(collectionOf(kind), id, rev)}`);
  const data: unknown = found.ok ? found.value?.['data'] : null;
  return typeof data === 'object' && data !== null ? currentFields(kind, data as Data) : null;
}

export type DraftOutcome =
  | { ok: true; rev: number; version: string }
  | { ok: false; failure: Failure | { reason: 'moved'; theirs: KeptDraft | null } };

/** Writes a draft. Safe to repeat after a lost response; never overwrites a version that this user has not seen. */
export async function writeDraft(store: DocumentStore, intent: DraftIntent): Promise<DraftOutcome> {
  const { rev, writes } = planDraft(intent);
  const committed = await store.commit(writes);
  if (committed.ok) return { ok: true, rev, version: committed.value ?? '' };
  if (committed.reason === 'unauthenticated') return { ok: false, failure: committed };
  const current = await readDraft(store, intent);
  if (!current.ok) return { ok: false, failure: committed };
  const theirs = current.value;
  const { before, version } = intent;
  const isAsSeen =
    (theirs?.draft.rev ?? null) === (before?.rev ?? null) && (version === undefined || theirs?.version === version);
  if (isAsSeen) return { ok: false, failure: committed };
  if (theirs && isOwnWrite(theirs.draft, intent, rev)) return { ok: true, rev, version: theirs.version };
  return { ok: false, failure: { reason: 'moved', theirs } };
}

function isOwnWrite(draft: Draft, { uid, entered }: DraftIntent, rev: number): boolean {
  return draft.rev === rev && draft.updated_by === uid && (entered === undefined || isSame(draft.data, entered.data));
}

/** Deletes a draft in the version that was read; one that is already gone counts as deleted. */
export async function discardDraft(
  store: DocumentStore,
  { kind, id }: Target,
  read: ReadVersion,
): Promise<{ ok: true } | (DraftOutcome & { ok: false })> {
  const committed = await store.commit(consumedDraft(kind, id, read));
  if (committed.ok) return { ok: true };
  const current = await readDraft(store, { kind, id });
  if (!current.ok) return { ok: false, failure: committed };
  if (current.value === null) return { ok: true };
  if (current.value.version === read.version) return { ok: false, failure: committed };
  return { ok: false, failure: { reason: 'moved', theirs: current.value } };
}

/** The fields of a draft that lists read. */
export const summaryFields = [
  'collection',
  'id',
  'base_rev',
  'rev',
  'review',
  'note',
  'noted',
  'name',
  'typed_at',
  'typed_by',
  'typed_name',
  'authors',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const satisfies (keyof Draft)[];
