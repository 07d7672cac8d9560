import { createHash } from 'node:crypto';
import { type Draft, draftDocument, draftOf, draftText } from '@frontage/model/draft';
import { isStamp } from '@frontage/model/fields';
import { collectionOf, type Kind, kindOf, kinds, type Savable } from '@frontage/model/kinds';
import { collections, isDraftable } from '@frontage/model/paths';
import { abilities, can, ownedBy, type Viewer } from '@frontage/model/permissions';
import type { Schedule, ScheduleAction, ScheduleFailure } from '@frontage/model/schedule';
import { blockingRule, type DocumentRule, type Publication } from '@frontage/model/publish-check';
import { settingSchemas, storedBlockingRules } from '@frontage/model/settings';
import { changeOf, planPublish, planSave } from '@frontage/model/changes/document-writes';
import {
  type Data,
  draftEmbedPath,
  draftPath,
  embedIn,
  embedPath,
  trashPath,
  type Write,
} from '@frontage/model/changes/write';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { type DocumentReads, timestampsToIso } from './documents.ts';

/** An action on one document in an approved version, by the user `by`. */
export type ApprovedAction = Pick<
  Schedule,
  'collection' | 'id' | 'action' | 'document_rev' | 'draft_rev' | 'draft_digest' | 'by' | 'second_factor'
>;

/** The inputs of a plan: the action, its document, the current rights of its user, and reads in the transaction. */
export interface ActionStep {
  action: ApprovedAction;
  document: DocumentSnapshot;
  viewer: Viewer;
  /** The names of the health rules that prevent publishing. */
  rules: readonly string[];
  firestore: Firestore;
  reads: DocumentReads;
}

type Reader = Pick<ActionStep, 'firestore' | 'reads'>;

/** A slug that a document will have. Whether another document has it is checked apart, with all plans at hand. */
export interface TakenSlug {
  kind: Savable;
  id: string;
  slug: unknown;
}

export interface ActionPlan {
  writes: Write[];
  slug: TakenSlug | null;
}

/** The writes that carry out an approved action, or the reason against it. It only reads. */
export function planAction(step: ActionStep): Promise<ActionPlan | ScheduleFailure> {
  const { action, document, viewer } = step;
  if (!mayPublish(viewer, action.collection, document)) return Promise.resolve('notAllowed');
  // A document that exists only as a draft is created by publishing the draft.
  const mayBeMissing = action.collection === collections.settings || action.action === 'publish_draft';
  if (!document.exists && !mayBeMissing) return Promise.resolve('missing');
  return plans[action.action](step);
}

/** Publishes a document in exactly the approved revision, or unpublishes it; no writes if it already has that state. */
async function changeTo(is_published: boolean, step: ActionStep): Promise<ActionPlan | ScheduleFailure> {
  const { action, document } = step;
  const { collection, id, by: uid } = action;
  const kind = kindOf(collection);
  const data = document.data() ?? {};
  if (kind === null) return 'invalid';
  if ((data['is_published'] === true) === is_published) return { writes: [], slug: null };
  const rev = typeof data['rev'] === 'number' ? data['rev'] : 0;
  if (is_published) {
    if (action.document_rev === null) return 'versionUnknown';
    if (action.document_rev !== rev) return 'documentMoved';
    if (!isComplete(kind, data)) return 'invalid';
    const rule = await blockingRuleOf(step, { kind, before: data, after: { ...data, is_published } });
    if (rule !== null) return rule;
  }
  return { writes: planSave(changeOf({ kind, id, rev, fields: { is_published }, uid })).writes, slug: null };
}

/** The names of the health rules that prevent publishing. */
export async function readBlockingRules({ firestore, reads }: Reader): Promise<string[]> {
  const [setting] = await reads.getAll(firestore.doc(`${collections.settings}/seo`));
  return storedBlockingRules(setting?.data());
}

/** The health rule that prevents publishing a document; null if none does. Alt texts are read in the transaction. */
export const blockingRuleOf = (
  { rules, firestore, reads }: Reader & Pick<ActionStep, 'rules'>,
  versions: Pick<Publication, 'kind' | 'before' | 'after'>,
): Promise<DocumentRule | null> =>
  blockingRule({
    ...versions,
    rules,
    readMedia: async (ids) => {
      const found = await reads.getAll(...ids.map((id) => firestore.collection(collections.media).doc(id)));
      return found.map((media) => media.data());
    },
  });

/** Whether the stored document passes its form's validation. */
export function isComplete(kind: Kind, data: Data): boolean {
  const { shape } = kinds[kind].schema;
  return Object.entries(shape).every(([field, schema]) => isStamp(field) || schema.safeParse(data[field]).success);
}

/** A stored draft with the code of its demo; `hasEmbed`: the draft has its own code. */
export interface StoredDraft {
  draft: Draft;
  code: string | null;
  hasEmbed: boolean;
}

/** The draft of a document; null if there is no valid one. */
export async function readDraft({ firestore, reads }: Reader, kind: Savable, id: string): Promise<StoredDraft | null> {
  if (!isDraftable(collectionOf(kind), id)) return null;
  const isDemo = kind === 'demo';
  const paths = [draftPath(kind, id), ...(isDemo ? [draftEmbedPath(id), embedPath(id)] : [])];
  const [stored, draftEmbed, embed] = await reads.getAll(...paths.map((path) => firestore.doc(path)));
  const draft = draftDocument.safeParse(timestampsToIso(stored?.data())).data;
  if (!draft) return null;
  const code = isDemo ? (embedIn(draftEmbed?.data() ?? null) ?? embedIn(embed?.data() ?? null)) : null;
  return { draft, code, hasEmbed: draftEmbed?.exists === true };
}

/** Whether a draft has exactly this revision and text. */
export const isApprovedDraft = (
  { draft, code }: StoredDraft,
  { draft_rev, draft_digest }: Pick<ApprovedAction, 'draft_rev' | 'draft_digest'>,
): boolean =>
  draft.rev === draft_rev && createHash('sha256').update(draftText(draft, code)).digest('hex') === draft_digest;

/** Publishes the draft of a document, if it has exactly the approved revision and text. */
async function publishDraft(step: ActionStep): Promise<ActionPlan | ScheduleFailure> {
  const { action, document, firestore, reads } = step;
  const { id, by: uid } = action;
  const kind = draftOf(action);
  if (kind === null) return 'draftMoved';
  if (action.draft_digest === null) return 'versionUnknown';
  const stored = await readDraft({ firestore, reads }, kind, id);
  if (!stored || !isApprovedDraft(stored, action)) return 'draftMoved';
  const { draft, code, hasEmbed } = stored;
  // A document in the trash is restored, not created again.
  if (!document.exists && kind !== 'setting' && (draft.base_rev > 0 || (await isTrashed(step, kind)))) return 'missing';
  const live = document.data() ?? null;
  const plan = planPublish({
    kind,
    id,
    document: hasRev(live) ? live : null,
    draft,
    embed: code,
    read: { version: null, hasEmbed },
    uid,
  });
  if (!plan.ok) return plan.reason === 'moved' ? 'liveMoved' : 'invalid';
  if (demandsSecondFactor(kind, id, plan.fields) && !action.second_factor) return 'notAllowed';
  if (kind !== 'setting') {
    const rule = await blockingRuleOf(step, { kind, before: live, after: { ...live, ...plan.fields } });
    if (rule !== null) return rule;
  }
  return { writes: plan.writes, slug: { kind, id, slug: plan.fields['slug'] } };
}

async function isTrashed({ action: { id }, firestore, reads }: ActionStep, kind: Kind): Promise<boolean> {
  const [trashed] = await reads.getAll(firestore.doc(trashPath(kind, id)));
  return trashed?.exists === true;
}

/**
 * Whether fields enable the second-factor requirement. That requires a second factor, so that it can be disabled again.
 */
export const demandsSecondFactor = (kind: Savable, id: string, { value }: Data): boolean =>
  kind === 'setting' &&
  id === 'security' &&
  settingSchemas.security.safeParse(value).data?.require_second_factor === true;

export const hasRev = (data: Data | null): data is Data & { rev: number } => typeof data?.['rev'] === 'number';

const plans: Record<ScheduleAction, (step: ActionStep) => Promise<ActionPlan | ScheduleFailure>> = {
  publish: (step) => changeTo(true, step),
  unpublish: (step) => changeTo(false, step),
  publish_draft: publishDraft,
};

/** Whether the user could perform the action manually. */
function mayPublish(viewer: Viewer, collection: Schedule['collection'], document: DocumentSnapshot): boolean {
  const kind = kindOf(collection);
  if (kind === null) return can(viewer, 'update', { what: collection });
  return abilities(kind, viewer, ownedBy(document.data() ?? {})).canPublish;
}
