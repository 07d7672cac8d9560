import { slugKindOf, type Savable } from '@frontage/model/kinds';
import { documentPath, embedIn, embedPath } from '@frontage/model/writes/document-paths';
import { planPublish } from '@frontage/model/writes/plan-publish';
import type { Data } from '@frontage/model/writes/write';
import type { DocumentStore, Failure } from './document-store.ts';
import { readDraft } from './draft.ts';
import type { StoredVersion } from './save-document.ts';
import { readSlugHolder } from './slug-holder.ts';

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
