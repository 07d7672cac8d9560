import type { z } from 'zod';
import { demoForm } from '../kinds/demo-form.ts';
import { type Draft, draftOf, draftText } from '../draft.ts';
import { isStamp } from '../fields.ts';
import { draftInCurrentShape } from '../kinds/field-changes.ts';
import {
  currentFields,
  firstSegment,
  hasEmbed,
  type Kind,
  kindOf,
  kinds,
  type Savable,
  shortKind,
  switchedOn,
} from '../kinds/kinds.ts';
import type { LaunchFailure, LaunchMember } from '../launch.ts';
import { collections } from '../paths.ts';
import { abilities, can, canCreate, canRestoreDocument, ownedBy, type Viewer } from '../permissions.ts';
import type { DocumentRule, Publication as CheckedPublication } from '../publish-check.ts';
import type { RedirectFields } from '../redirect.ts';
import { type SettingKey, settingSchemas, storedBlockingRules } from '../kinds/settings.ts';
import { baseAfter, changeOf, planSave, putRedirect, type ReadVersion, type SaveIntent } from './document-writes.ts';
import { readCopy } from './duplicate.ts';
import { type PlannedData, readData, readDraft, readEmbed, type Reads, readSlug, type StoredDraft } from './reads.ts';
import { planDelete, planRestore, readTrashed } from './trash.ts';
import { appliedWrite, type Data, documentPath, draftPath, trashPath, type Write } from './write.ts';

/** The author of a change with their rights, and the reads of stored documents. */
export interface Planning {
  reads: Reads;
  /** Uid of the writer. */
  uid: string;
  /** The writer's current rights. Null if the security rules or the caller check them, or if nothing is written. */
  rights: { viewer: Viewer; usedSecondFactor: boolean } | null;
  /** The names of the health rules that prevent publishing, see `readBlockingRules`. */
  rules: readonly string[];
  /** The SHA-256 of a text, in hexadecimal digits. */
  digest: (text: string) => string | Promise<string>;
}

/** Identifies the text of a draft that is published. */
export type ApprovedDraft =
  /** Null in schedules of earlier versions of Frontage. */
  | { rev: number | null; digest: string | null }
  /** The update time of the draft that was on the screen. */
  | { version: string }
  /**
   * The values of a form instead of the stored draft; `embed` is absent if the code of the demo stays. `isValid`: whether
   * the values are known to be valid.
   */
  | { entered: Pick<Draft, 'data' | 'base_rev' | 'created_by'>; embed?: string | undefined; isValid?: boolean };

/** A change of one document or setting. */
export type Change =
  /** Publishes the document in this revision. Null in schedules of earlier versions of Frontage. */
  | { action: 'publish'; kind: Kind; id: string; rev: number | null }
  | { action: 'unpublish'; kind: Kind; id: string }
  /** Also creates documents that are drafts so far. */
  | { action: 'publish_draft'; kind: Savable; id: string; draft: ApprovedDraft }
  /** Moves the document to the trash; null in any revision. */
  | { action: 'delete'; kind: Kind; id: string; rev: number | null }
  | { action: 'restore'; kind: Kind; id: string }
  /** Writes these fields over the revision on which they are based. An undo writes the previous ones. */
  | ({ action: 'save' } & Omit<SaveIntent, 'uid'>)
  /** Copies the stored document to the new, unpublished document `copy`; `order`: its position among the sections. */
  | { action: 'duplicate'; kind: Kind; id: string; copy: string; order: number }
  | { action: 'redirect'; id: string; redirect: RedirectFields };

/**
 * Why a change cannot be made; `existing`: the document to restore or to create exists, `passwordRequired`: the copy of a
 * protected demo needs its own password.
 */
export type Refusal = LaunchFailure | 'existing' | 'passwordRequired';

interface FieldProblem {
  field: string;
  message: string;
}

/** The writes of a change. */
export interface ChangePlan {
  ok: true;
  /** The path of the document. */
  path: string;
  /** The stored document; null without one. */
  before: Data | null;
  /** No writes if the document has that state already. */
  writes: readonly Write[];
  /** The slug that the document will have; null if the change does not concern it. */
  slug: unknown;
}

export interface RefusedChange {
  ok: false;
  /** The stored document; null without one. */
  before: Data | null;
  reason: Refusal;
  problems?: readonly FieldProblem[];
}

/** The writes of a change of one document, or the reason against it. It only reads. */
export async function planChange(planning: Planning, change: Change): Promise<ChangePlan | RefusedChange> {
  const plan = await planAlone(planning, change);
  if (!plan.ok) return plan;
  const taken = await takenSlugs(planning.reads, [plan]);
  return taken.length > 0 ? { ok: false, before: plan.before, reason: 'slugTaken' } : plan;
}

/**
 * As `planChange`, without a check whether another document has the slug: see `takenSlugs`. `known` is the stored
 * document if it was read already.
 */
export async function planAlone(
  planning: Planning,
  change: Change,
  known?: Data | null,
): Promise<ChangePlan | RefusedChange> {
  const path = pathOf(change);
  const before = known === undefined ? await readData(planning.reads, path) : known;
  const decision = await decide({ ...planning, before }, change);
  return 'writes' in decision ? { ok: true, path, before, ...decision } : { ok: false, before, ...decision };
}

/** The path of the document that a change concerns. */
export function pathOf(change: Change): string {
  if (change.action === 'redirect') return `${collections.redirects}/${change.id}`;
  return documentPath(change.kind, change.action === 'duplicate' ? change.copy : change.id);
}

interface Step extends Planning {
  before: Data | null;
}

type Decision = Pick<ChangePlan, 'writes' | 'slug'> | Omit<RefusedChange, 'ok' | 'before'>;

const unchanged: Decision = { writes: [], slug: null };

/** The single place that decides whether a document may change. */
async function decide(step: Step, change: Change): Promise<Decision> {
  switch (change.action) {
    case 'publish':
    case 'unpublish':
      return (
        refusedPublication(step, change.kind) ??
        (step.before === null ? { reason: 'missing' } : changePublication(step, change))
      );
    case 'publish_draft':
      return refusedPublication(step, change.kind) ?? publishDraft(step, change);
    case 'delete':
      return deleteDocument(step, change);
    case 'restore':
      return restoreDocument(step, change);
    case 'save':
      return saveFields(step, change);
    case 'duplicate':
      return copyDocument(step, change);
    case 'redirect':
      return storeRedirect(step, change);
  }
}

/** The refusal of a change to a published document; null if the writer may make it. */
export function refusedPublication(
  { rights, before }: Pick<Step, 'rights' | 'before'>,
  kind: Savable,
): { reason: 'notAllowed' } | null {
  if (rights === null) return null;
  const mayPublish =
    kind === 'setting'
      ? can(rights.viewer, 'update', { what: collections.settings })
      : abilities(kind, rights.viewer, ownedBy(before ?? {})).canPublish;
  return mayPublish ? null : { reason: 'notAllowed' };
}

/** Publishes a document in exactly the approved revision, or unpublishes it. */
async function changePublication(
  step: Step,
  change: Extract<Change, { action: 'publish' | 'unpublish' }>,
): Promise<Decision> {
  const { kind, id } = change;
  const { uid } = step;
  const before = step.before ?? {};
  const is_published = change.action === 'publish';
  if ((before['is_published'] === true) === is_published) return unchanged;
  const rev = revOf(before);
  if (change.action === 'publish') {
    if (change.rev === null) return { reason: 'versionUnknown' };
    if (change.rev !== rev) return { reason: 'documentMoved' };
    if (!isComplete(kind, before)) return { reason: 'invalid' };
    const rule = await blockingRuleOf(step, { kind, before, after: { ...before, is_published } });
    if (rule !== null) return { reason: rule };
  }
  return { writes: planSave(changeOf({ kind, id, rev, fields: { is_published }, uid })).writes, slug: null };
}

/**
 * Publishes the draft of a document, if it has exactly the approved text and the document has not changed since. The
 * reasons against it, with texts in `launchFailures`: `notAllowed`, `versionUnknown`, `draftMoved`, `missing`,
 * `liveMoved`, `invalid`, `addressTaken`, a health rule (`../publish-check.ts`), and `slugTaken` from `planChange`.
 */
async function publishDraft(step: Step, change: Extract<Change, { action: 'publish_draft' }>): Promise<Decision> {
  const { kind, id } = change;
  const { before, reads, uid, rights } = step;
  if ('digest' in change.draft && change.draft.digest === null) return { reason: 'versionUnknown' };
  const stored = await approvedDraft(step, change);
  if (stored === null) return { reason: 'draftMoved' };
  const { draft, embed, version, hasEmbed, isValid } = stored;
  if (before === null && kind !== 'setting') {
    // A document in the trash is restored, not created again.
    const isTrashed = draft.base_rev > 0 || (await readData(reads, trashPath(kind, id))) !== null;
    if (isTrashed) return { reason: 'missing' };
  }
  const document = hasRev(before) ? before : null;
  const plan = planPublish({ kind, id, document, draft, embed, read: { version, hasEmbed }, uid, isValid });
  if (!plan.ok) return plan.reason === 'moved' ? { reason: 'liveMoved' } : plan;
  if (rights && demandsSecondFactor(kind, id, plan.fields) && !rights.usedSecondFactor) return { reason: 'notAllowed' };
  if (kind !== 'setting') {
    const rule = await blockingRuleOf(step, { kind, before, after: { ...before, ...plan.fields } });
    if (rule !== null) return { reason: rule };
  } else if (await switchesOnTaken(reads, id, plan.fields)) return { reason: 'addressTaken' };
  return { writes: plan.writes, slug: plan.fields['slug'] ?? null };
}

type DraftToPublish = Pick<StoredDraft, 'embed' | 'version' | 'hasEmbed'> & {
  draft: Publication['draft'];
  isValid: boolean;
};

async function approvedDraft(
  { reads, digest }: Step,
  { kind, id, draft: approved }: Extract<Change, { action: 'publish_draft' }>,
): Promise<DraftToPublish | null> {
  if ('entered' in approved) {
    const { entered, embed, isValid = false } = approved;
    const draft = { ...entered, authors: null, review: null };
    const hasEmbed = embed !== undefined;
    return { draft, embed: embed ?? (await readEmbed(reads, kind, id)), version: null, hasEmbed, isValid };
  }
  const stored = await readDraft(reads, kind, id);
  if (stored === null || !(await isApprovedDraft(stored, approved, digest))) return null;
  return { ...stored, isValid: false };
}

/** Whether a draft has exactly the approved revision and text. */
export async function isApprovedDraft(
  { draft, embed, version }: StoredDraft,
  approved: Exclude<ApprovedDraft, { entered: unknown }>,
  digest: Planning['digest'],
): Promise<boolean> {
  if ('version' in approved) return version === approved.version;
  return draft.rev === approved.rev && (await digest(draftText(draft, embed))) === approved.digest;
}

/** A draft and its document, read together. */
export interface Publication {
  kind: Savable;
  id: string;
  /** The stored document; null for a setting that was never saved. */
  document: (Data & { rev: number }) | null;
  draft: Pick<Draft, 'data' | 'base_rev' | 'authors' | 'review'> & { created_by?: string };
  /** Embed code of a demo: that of the draft, else the published one. Null for other kinds. */
  embed: string | null;
  read: ReadVersion;
  /** Whether the values are known to be valid. */
  isValid?: boolean;
  uid: string;
}

export type PublishPlan =
  | { ok: true; rev: number; fields: Data; writes: Write[] }
  /** The document changed since the draft's base. */
  | { ok: false; reason: 'moved' }
  | { ok: false; reason: 'invalid'; problems: FieldProblem[] };

/** One batch that publishes a draft and deletes it. Used for publishing by users and by schedules. */
export function planPublish(publication: Publication): PublishPlan {
  const { kind, id, document, draft, embed, read, uid } = publication;
  if (draft.base_rev !== (document?.rev ?? 0)) return { ok: false, reason: 'moved' };
  const entered = enteredIn(publication);
  const parsed = publication.isValid ? null : formOf(publication).safeParse(entered);
  if (parsed?.error) {
    const problems = parsed.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
    return { ok: false, reason: 'invalid', problems };
  }
  const values = parsed ? parsed.data : entered;
  const fields = kind === 'setting' ? { value: values } : publishedFields(values as Data, document);
  const intent: SaveIntent = {
    kind,
    id,
    base: document && baseAfter(document.rev, document),
    fields,
    companions: hasEmbed(kind) && read.hasEmbed && embed !== null ? { embed } : {},
    uid,
    draft: { ...read, draft },
  };
  const { rev, writes } = planSave(intent);
  return { ok: true, rev, fields, writes };
}

function formOf({ kind, id, document }: Publication): z.ZodType {
  if (kind === 'setting') return settingSchemas[id as SettingKey];
  // A draft contains no password. If one is required and none is stored, the draft is invalid until a user enters one.
  if (hasEmbed(kind)) return demoForm({ hasPassword: document?.['is_password_protected'] === true });
  return kinds[kind].form;
}

/**
 * The form fields stored in the document. Publishing the draft of an unpublished document publishes it, regardless of
 * the draft's switch: proposals keep it off. The draft of a published document may unpublish it.
 */
const publishedFields = ({ iframe_url: _, password: __, ...content }: Data, document: Data | null): Data =>
  document?.['is_published'] === true ? content : { ...content, is_published: true };

function enteredIn({ kind, id, document, draft, embed }: Publication): unknown {
  const data = kind === 'setting' ? draft.data : draftInCurrentShape(kinds[kind], draft.data, document);
  if (hasEmbed(kind)) return { ...data, iframe_url: embed ?? '', password: '' };
  return kind === 'setting' && id === 'ga4_id' ? data['ga4_id'] : data;
}

async function deleteDocument(
  { before, reads, rights, uid }: Step,
  { kind, id, rev }: Extract<Change, { action: 'delete' }>,
): Promise<Decision> {
  if (before === null) return { reason: 'missing' };
  if (rights && !abilities(kind, rights.viewer, ownedBy(before)).canDelete) return { reason: 'notAllowed' };
  if (rev !== null && before['rev'] !== rev) return { reason: 'documentMoved' };
  const embed = await readEmbed(reads, kind, id);
  return { writes: planDelete({ kind, id, data: before, embed, uid }), slug: null };
}

async function restoreDocument(
  { before, reads, rights, uid }: Step,
  { kind, id }: Extract<Change, { action: 'restore' }>,
): Promise<Decision> {
  const trashed = readTrashed(await readData(reads, trashPath(kind, id)));
  if (!trashed || trashed.kind !== kind || trashed.id !== id) return { reason: 'missing' };
  if (rights && !canRestoreDocument(kind, rights.viewer, ownedBy(trashed.data))) return { reason: 'notAllowed' };
  if (before !== null) return { reason: 'existing' };
  return { writes: planRestore(trashed, uid).writes, slug: trashed.data['slug'] ?? null };
}

async function saveFields(
  step: Step,
  { action: _, ...change }: Extract<Change, { action: 'save' }>,
): Promise<Decision> {
  const { kind, id, base, fields, draft } = change;
  const { before, reads, rights, uid } = step;
  if (base === null && before !== null) return { reason: 'existing' };
  if (base !== null && before === null) return { reason: 'missing' };
  if (base !== null && before !== null && revOf(before) !== base.rev) return { reason: 'documentMoved' };
  if (draft) {
    const [stored] = await reads.read([draftPath(kind, id)]);
    if ((stored?.version ?? null) !== draft.version) return { reason: 'draftMoved' };
  }
  const after: Data = { ...before, ...fields };
  if (rights !== null) {
    const refused = refusedPublication(step, kind);
    if (refused !== null) return refused;
    if (demandsSecondFactor(kind, id, fields) && !rights.usedSecondFactor) return { reason: 'notAllowed' };
    if (kind !== 'setting' && after['is_published'] === true && !isComplete(kind, after)) return { reason: 'invalid' };
  }
  if (kind !== 'setting') {
    const rule = await blockingRuleOf(step, { kind, before, after });
    if (rule !== null) return { reason: rule };
  } else if (await switchesOnTaken(reads, id, fields)) return { reason: 'addressTaken' };
  const trashedRev = base === null && kind !== 'setting' ? await readTrashedRev(reads, kind, id) : 0;
  return { writes: planSave({ ...change, uid }, trashedRev).writes, slug: after['slug'] ?? null };
}

/** The last revision of a deleted document; 0 if none is in the trash. */
async function readTrashedRev(reads: Reads, kind: Kind, id: string): Promise<number> {
  const data = (await readData(reads, trashPath(kind, id), ['data.rev']))?.['data'];
  return revOf((data ?? {}) as Data);
}

async function copyDocument(
  step: Step,
  { kind, id, copy, order }: Extract<Change, { action: 'duplicate' }>,
): Promise<Decision> {
  const { before, reads, rights } = step;
  if (rights !== null && !canCreate(kind, rights.viewer)) return { reason: 'notAllowed' };
  if (before !== null) return { reason: 'existing' };
  const found = await readCopy(reads, { kind, id, order });
  if (typeof found === 'string') return { reason: found };
  const { fields, embed } = found;
  if (fields['is_password_protected'] === true) return { reason: 'passwordRequired' };
  const companions = embed === null ? {} : { embed };
  const { writes } = planSave({ kind, id: copy, base: null, fields, companions, uid: step.uid });
  return { writes, slug: fields['slug'] ?? null };
}

async function storeRedirect(
  { rights, uid, digest }: Step,
  { id, redirect }: Extract<Change, { action: 'redirect' }>,
): Promise<Decision> {
  if (!(await hasRedirectId({ id, redirect }, digest))) return { reason: 'invalid' };
  if (rights && !can(rights.viewer, 'update', { what: collections.redirects })) return { reason: 'notAllowed' };
  return { writes: [putRedirect(id, redirect, uid)], slug: null };
}

/** Whether a redirect has the hash of its path as id, as the rules require. */
export const hasRedirectId = async (
  { id, redirect }: { id: string; redirect: Pick<RedirectFields, 'from'> },
  digest: Planning['digest'],
): Promise<boolean> => (await digest(redirect.from)) === id;

/** The names of the health rules that prevent publishing. */
export const readBlockingRules = async (reads: Reads): Promise<string[]> =>
  storedBlockingRules(await readData(reads, `${collections.settings}/seo`));

/** The health rule that prevents publishing a document; null if none does. */
export async function blockingRuleOf(
  { rules, reads }: Pick<Planning, 'rules' | 'reads'>,
  versions: Pick<CheckedPublication, 'kind' | 'before' | 'after'>,
): Promise<DocumentRule | null> {
  if (rules.length === 0) return null;
  // Contains the Markdown parser.
  const { blockingRule } = await import('../publish-check.ts');
  return blockingRule({
    ...versions,
    rules,
    readMedia: async (ids) =>
      (await reads.read(ids.map((id) => `${collections.media}/${id}`))).map((media) => media?.data),
  });
}

/** Whether the stored document passes its form's validation. */
function isComplete(kind: Kind, stored: Data): boolean {
  const { shape } = kinds[kind].schema;
  const data = currentFields(kind, stored);
  return Object.entries(shape).every(([field, schema]) => isStamp(field) || schema.safeParse(data[field]).success);
}

/**
 * Whether fields enable the second-factor requirement. That requires a second factor, so that it can be disabled again.
 */
const demandsSecondFactor = (kind: Savable, id: string, { value }: Data): boolean =>
  kind === 'setting' &&
  id === 'security' &&
  settingSchemas.security.safeParse(value).data?.require_second_factor === true;

/** Whether the setting `content` switches on a kind whose address a document has as its short one. */
async function switchesOnTaken(reads: Reads, id: string, { value }: Data): Promise<boolean> {
  if (id !== 'content' || shortKind === null) return false;
  for (const kind of switchedOn((value ?? {}) as Data)) {
    const holder = await readSlug(reads, { kind: shortKind, id: null, slug: firstSegment(kind) }, { fields: ['slug'] });
    if (holder.state === 'taken') return true;
  }
  return false;
}

export const hasRev = (data: Data | null): data is Data & { rev: number } => typeof data?.['rev'] === 'number';

const revOf = (data: Data): number => (hasRev(data) ? data.rev : 0);

/** The changes whose slug another document has after all of them, with the path of that document. */
export async function takenSlugs(
  reads: Reads,
  plans: readonly ChangePlan[],
): Promise<{ path: string; holder: string }[]> {
  const planned: PlannedData = new Map(plans.map((plan) => [plan.path, dataAfter(plan)]));
  const takers = new Map<string, string>();
  const holders = await Promise.all(
    plans.map(async ({ path, before, slug }) => {
      const [collection = '', id = ''] = path.split('/');
      const kind = kindOf(collection);
      if (kind === null || typeof slug !== 'string') return null;
      const key = `${kind}:${slug}`;
      const first = takers.get(key);
      takers.set(key, first ?? path);
      if (first !== undefined) return first;
      // The document has this slug already.
      if (before?.['slug'] === slug) return null;
      const holder = await readSlug(reads, { kind, id, slug }, { planned, fields: ['slug'] });
      return holder.state === 'taken' ? holder.path : null;
    }),
  );
  return plans.flatMap(({ path }, index) => {
    const holder = holders[index] ?? null;
    return holder === null ? [] : [{ path, holder }];
  });
}

/** A document's data after its planned writes, with server times as symbols; null if it is deleted. */
export function dataAfter({ path, before, writes }: Pick<ChangePlan, 'path' | 'before' | 'writes'>): Data | null {
  const write = writes.find((one) => one.path === path);
  return write ? appliedWrite(before, write) : before;
}

/** The change that a member of a launch stands for. */
export function approvedChange(
  approved: Pick<LaunchMember, 'id' | 'action' | 'document_rev' | 'draft_rev' | 'draft_digest' | 'redirect'> & {
    collection: string;
  },
): Change | null {
  const { collection, id, action, document_rev, draft_rev, draft_digest, redirect } = approved;
  if (action === 'redirect' || collection === collections.redirects)
    return redirect && { action: 'redirect', id, redirect };
  if (action === 'publish_draft') {
    const kind = draftOf({ collection });
    return kind && { action, kind, id, draft: { rev: draft_rev, digest: draft_digest } };
  }
  const kind = kindOf(collection);
  if (kind === null) return null;
  return action === 'delete' ? { action, kind, id, rev: document_rev ?? 0 } : { action, kind, id, rev: document_rev };
}
