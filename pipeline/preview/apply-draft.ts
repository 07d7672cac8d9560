import { type Savable, slugKindOf } from '@frontage/model/kinds';
import { invalid } from '@frontage/model/messages';
import { collections, sitePaths, slugId, type SlugKind } from '@frontage/model/paths';
import { can, type Viewer } from '@frontage/model/permissions';
import type { PreviewProblem } from '@frontage/model/preview';
import { keepsSlug, numberedSlug } from '@frontage/model/slug';
import { type Data, documentPath, serverTime, type Write } from '@frontage/model/changes/write';
import { baseAfter, changeOf, planDelete, planSave, putRedirect } from '@frontage/model/changes/document-writes';
import { demoFields, newDemo } from '@frontage/model/demo';
import { embedCode } from '@frontage/model/demo-form';
import { newPage, pageForm } from '@frontage/model/page';
import { newSection, sectionForm, sectionKeys } from '@frontage/model/section';
import { defaultSettings, type SettingKey, settingSchemas } from '@frontage/model/settings';
import { z } from 'zod';
import type { RedirectFields } from '@frontage/model/redirect';
import { applyRead, type ContentState, hintedPaths } from '../sync/content-state.ts';
import type { Json, JsonObject, SourceDocument } from '../sync/source.ts';
import type { StoredDocument } from '../sync/stored-document.ts';
import { shownContent, type Site } from '../site/site.ts';

/** A proposed change of a document or setting. */
export interface ProposedChange {
  what: Savable;
  id: string;
  action: 'publish' | 'unpublish' | 'delete';
  /**
   * The form's values; null to publish the stored document. A demo's include `embed_code`, else the live one is shown.
   */
  data: Data | null;
  /** Present if `data` is a stored draft: the viewer did not enter it. */
  draft?: { created_by: string; base_rev: number };
}

/** A launch as publishing would carry it out now, with the current drafts. */
export interface ProposedLaunch {
  name: string;
  members: readonly (ProposedChange | { id: string; redirect: RedirectFields })[];
  /** Document paths of members without the draft that they would publish. */
  missing: readonly string[];
}

export type Proposal = ProposedChange | ProposedLaunch;

export const isLaunch = (proposal: object): proposal is ProposedLaunch => 'members' in proposal;

export interface PreviewContext {
  /** The time of the change (ISO). */
  at: string;
  /** The viewer; without roles for a preview link. */
  viewer: Viewer;
}

/** The content after a proposed change. */
export interface PreviewContent {
  content: ContentState;
  /** Paths of the proposed documents. */
  documents: readonly string[];
  /** The slug of the document after the change; null if it has none, and for several documents. */
  slug: string | null;
  problems: PreviewProblem[];
  /** Paths of the documents that cannot be published as proposed. Their invalid values were replaced. */
  refused: readonly string[];
}

/** `unknown`: the document does not exist; `guarded`: the change shows embed code that the viewer may not see. */
export type PreviewRejection = 'unknown' | 'guarded';

/** Applies one proposed change to a copy of the content, by the same writes that publishing would make. */
export function applyDraft(
  content: ContentState,
  proposed: ProposedChange,
  context: PreviewContext,
): PreviewContent | PreviewRejection {
  const plan = planChange(content, proposed, { ...context, keepsSlugs: false });
  if (typeof plan === 'string') return plan;
  const document = documentPath(proposed.what, proposed.id);
  const { slug, problems: refused } = plan;
  const changed = afterWrites(content, plan.writes, context.at);
  const problems = proposed.action === 'publish' ? [...refused, ...problemsOf(changed, document)] : [];
  return { content: changed, documents: [document], slug, problems, refused: refused.length > 0 ? [document] : [] };
}

/**
 * Applies all members of a launch to a copy of the content, in one step as publishing does: documents can exchange their
 * slugs. A member that cannot be published does not prevent the others.
 */
export function applyLaunch(
  content: ContentState,
  { members, missing }: ProposedLaunch,
  context: PreviewContext,
): PreviewContent {
  const plans = members.map((member) => ({
    member,
    document: pathOf(member),
    ...planMember(content, member, context),
  }));
  const writes = plans.flatMap((plan) => plan.writes);
  const changed = afterWrites(content, writes, context.at);
  const hasTakenSlug = ({ member, slug }: (typeof plans)[number]): boolean => {
    const kind = 'what' in member ? slugKindOf(member.what) : null;
    return kind !== null && slug !== null && isTaken(content, { kind, slug, id: member.id }, changed);
  };
  const refused = plans.filter((plan) => plan.problems.length > 0 || hasTakenSlug(plan));
  return {
    content: changed,
    documents: plans.map(({ document }) => document),
    slug: null,
    problems: [],
    refused: [...missing, ...refused.map(({ document }) => document)],
  };
}

const pathOf = (member: ProposedLaunch['members'][number]): string =>
  'redirect' in member ? `${collections.redirects}/${member.id}` : documentPath(member.what, member.id);

function planMember(
  content: ContentState,
  member: ProposedLaunch['members'][number],
  context: PreviewContext,
): ChangePlan {
  const nothing: ChangePlan = { writes: [], slug: null, problems: [] };
  if ('redirect' in member)
    return { ...nothing, writes: [putRedirect(member.id, member.redirect, uidOf(context.viewer))] };
  const { action, data, draft } = member;
  const stored = content.documents.get(pathOf(member));
  const isPublished = stored?.data['is_published'] === true;
  if (stored && !draft && action !== 'delete' && isPublished === (action === 'publish')) return nothing;
  const planned = planChange(content, member, { ...context, keepsSlugs: true });
  // For a viewer without access to the code, the demo stays protected.
  const plan =
    planned === 'guarded'
      ? planChange(
          content,
          { ...member, data: { ...data, is_password_protected: true } },
          { ...context, keepsSlugs: true },
        )
      : planned;
  if (typeof plan === 'string') return { ...nothing, problems: [{ field: '', message: plan }] };
  const isMoved = draft !== undefined && draft.base_rev !== (stored ? revOf(stored) : 0);
  return isMoved ? { ...plan, problems: [...plan.problems, { field: '', message: 'moved' }] } : plan;
}

interface ChangePlan {
  writes: Write[];
  slug: string | null;
  /** Invalid values, which were replaced. */
  problems: PreviewProblem[];
}

interface PlanContext extends PreviewContext {
  /** Whether a document gets its slug although another document has it. */
  keepsSlugs: boolean;
}

function planChange(
  content: ContentState,
  proposed: ProposedChange,
  context: PlanContext,
): ChangePlan | PreviewRejection {
  const { what, id, action } = proposed;
  const document = documentPath(what, id);
  const stored = content.documents.get(document) ?? null;
  if (action === 'publish') return planFields(content, { ...proposed, stored }, context);
  if (stored === null || what === 'setting') return 'unknown';
  const uid = uidOf(context.viewer);
  const writes =
    action === 'delete'
      ? planDelete({ kind: what, id, data: stored.data, embed: embedOf(content, id), uid })
      : planSave(changeOf({ kind: what, id, fields: { is_published: false }, uid, rev: revOf(stored) })).writes;
  return { writes, slug: null, problems: [] };
}

interface Fields extends ProposedChange {
  stored: StoredDocument | null;
}

function planFields(
  content: ContentState,
  proposed: Fields,
  { viewer, keepsSlugs }: PlanContext,
): ChangePlan | PreviewRejection {
  const { what, id, data, stored, draft } = proposed;
  if (data === null && stored === null) return 'unknown';
  const live = what === 'setting' ? settingOf(content, id) : (stored?.used ?? null);
  const form = readForm({ what, id, data: data ?? {}, live });
  if (form === null) return 'unknown';
  const { fields, problems } = keepsSlugs ? form : withFreeSlug(form, { content, ...proposed });
  const companions = what === 'demo' ? embedToWrite(content, { ...proposed, fields, viewer }) : { problems: [] };
  if (companions === 'guarded') return companions;
  // The stored draft of a published document may unpublish it.
  const isPublished = !(draft && stored?.data['is_published'] === true && data?.['is_published'] === false);
  const { writes } = planSave({
    kind: what,
    id,
    base: stored && baseAfter(revOf(stored), stored.data),
    fields:
      what === 'setting'
        ? { value: id === 'ga4_id' ? fields['ga4_id'] : fields }
        : { ...fields, is_published: isPublished },
    companions: companions.embed === undefined ? {} : { embed: companions.embed },
    // A new document belongs to the creator of its draft, as after publishing: this decides access to protected code.
    uid: draft ? draft.created_by : uidOf(viewer),
  });
  const { slug } = fields;
  return { writes, slug: typeof slug === 'string' ? slug : null, problems: [...problems, ...companions.problems] };
}

/** The form with a free slug. */
function withFreeSlug(form: ReadForm, { content, what, id, stored }: Fields & { content: ContentState }): ReadForm {
  const kind = slugKindOf(what);
  const entered = String(form.fields['slug']);
  if (kind === null || !isTaken(content, { kind, slug: entered, id })) return form;
  const own = stored?.used['slug'];
  let slug = typeof own === 'string' && own !== entered ? own : numberedSlug(entered, 2);
  for (let number = 3; isTaken(content, { kind, slug, id }); number += 1) slug = numberedSlug(entered, number);
  const isKnown = form.problems.some(({ field }) => field === 'slug');
  const problem = { field: 'slug', message: invalid.slugTaken };
  return { fields: { ...form.fields, slug }, problems: isKnown ? form.problems : [...form.problems, problem] };
}

interface SlugOfDocument {
  kind: SlugKind;
  slug: string;
  id: string;
}

/** Whether another document has a slug, published or not, and keeps it `after` a change. */
function isTaken(content: ContentState, { kind, slug, id }: SlugOfDocument, after = content): boolean {
  const { pages, demo_pages: demos } = after.composition.values;
  const documents = kind === 'page' ? pages : demos;
  return [content, after].some(({ composition }) => {
    const { published } = kind === 'page' ? composition.pages : composition.demos;
    const holders = [composition.values.slugs.get(slugId(kind, slug))?.id, published.get(slug)?.id];
    return holders.some((other) => other !== undefined && other !== id && keepsSlug(documents.get(other), slug));
  });
}

/**
 * The embed code to write with a demo: the entered code, or an empty script for a demo without code. Undefined keeps
 * the stored code. `guarded` if the change would show code that the viewer may not see.
 */
function embedToWrite(
  content: ContentState,
  { id, data, fields, stored, draft, viewer }: Fields & { fields: Data; viewer: Viewer },
): { embed?: string; problems: PreviewProblem[] } | 'guarded' {
  // A form contains only code that its author may see. Preview links and launches read the stored draft.
  const isEntered = viewer.uid !== null && draft === undefined && data?.['embed_code'] !== '';
  const isHidden = !mayReadEmbed(stored, viewer) && !isEntered;
  const entered = isHidden ? undefined : data?.['embed_code'];
  const { code, problem } = entered === undefined ? { code: null, problem: null } : readEmbed(entered);
  const problems = problem ? [problem] : [];
  if (code !== null) return { embed: code, problems };
  if (embedOf(content, id) === null) return { embed: emptyEmbed, problems: problem ? problems : missingEmbed() };
  if (fields['is_password_protected'] === true || mayReadEmbed(stored, viewer)) return { problems };
  // The change would remove the protection from code that the viewer may not read.
  return 'guarded';
}

const missingEmbed = (): PreviewProblem[] => [{ field: 'iframe_url', message: invalid.embedRequired }];

// A script without content: a demo without code is shown with an empty frame.
const emptyEmbed = '<script></script>';

/** Whether the viewer may read the demo's embed code, by the rules for `demo_embeds`. */
function mayReadEmbed(stored: StoredDocument | null, viewer: Viewer): boolean {
  if (!isProtected(stored)) return true;
  const owner = stored?.data['created_by'];
  const subject = { what: collections.demoEmbeds, owner: typeof owner === 'string' ? owner : null, isProtected: true };
  return can(viewer, 'get', subject);
}

const isProtected = (stored: StoredDocument | null): boolean =>
  [stored?.marks, stored?.usedMarks].some((marks) => marks !== undefined && marks['is_password_protected'] !== false);

const embedOf = ({ composition }: ContentState, id: string): string | null =>
  composition.values.demo_embeds.get(id) ?? null;

function settingOf({ composition: { settings } }: ContentState, id: string): Data | null {
  const value = (settings as Readonly<Record<string, unknown>>)[id];
  return id === 'ga4_id' ? { ga4_id: value } : ((value as Data | undefined) ?? null);
}

/** The problems that the pipeline would report for a document. */
function problemsOf({ composition, invalid: unread }: ContentState, document: string): PreviewProblem[] {
  const reported = [...composition.pages.problems, ...composition.demos.problems, ...(unread.get(document) ?? [])];
  return reported.flatMap((problem) =>
    problem.document === document ? [{ field: problem.field ?? '', message: problem.message }] : [],
  );
}

const revOf = ({ marks: { rev } }: StoredDocument): number => (typeof rev === 'number' ? rev : 0);

const uidOf = ({ uid }: Viewer): string => uid ?? 'preview link';

/** The content after a batch of writes. Writes to other collections are ignored. */
function afterWrites(content: ContentState, writes: readonly Write[], at: string): ContentState {
  const after = ({ path, ...write }: Write): SourceDocument => {
    if (write.type === 'delete') return { path, data: null, time: at };
    const before = write.type === 'update' ? content.documents.get(path)?.data : {};
    return { path, data: { ...before, ...stamped(write.data, at) }, time: at };
  };
  return applyRead(content, { documents: writes.map(after), at }).state;
}

const stamped = (data: Data, at: string): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]): [string, Json] => [field, value === serverTime ? at : (value as Json)]),
  );

interface AppliedRedirects {
  content: ContentState;
  /** Paths of the documents that would be written. */
  documents: ReadonlySet<string>;
}

/** Applies administrators' redirects to a copy of the content, by the same writes that storing them would make. */
export function applyRedirects(
  content: ContentState,
  redirects: readonly RedirectFields[],
  { at, viewer, hash }: PreviewContext & { hash: (bytes: Uint8Array) => string },
): AppliedRedirects {
  const writes = redirects.map((one) => putRedirect(hash(new TextEncoder().encode(one.from)), one, uidOf(viewer)));
  return { content: afterWrites(content, writes, at), documents: new Set(writes.map(({ path }) => path)) };
}

/** The content after these documents are written; null deletes one. */
export function applyDocuments(
  content: ContentState,
  documents: readonly Pick<SourceDocument, 'path' | 'data'>[],
  at: string,
): ContentState {
  return applyRead(content, { documents: documents.map((one) => ({ ...one, time: at })), at }).state;
}

/** The id of the password-protected demo at an address; null if there is none. */
export function protectedDemoAt(address: string, { composition }: ContentState): string | null {
  const prefix = sitePaths.demo('');
  const demo = address.startsWith(prefix) ? composition.demos.published.get(address.slice(prefix.length)) : undefined;
  return demo?.is_password_protected ? demo.id : null;
}

/** The content behind a demo's password for this viewer; null if the viewer may not see it. */
export function openGate(content: ContentState, id: string, context: PreviewContext): PreviewContent | null {
  // A preview link grants no rights.
  if (context.viewer.uid === null) return null;
  const stored = content.documents.get(`demo_pages/${id}`);
  const data = { ...stored?.used, is_password_protected: false };
  // A millisecond later, because the proposed change may be of this demo, and a version with an equal time is ignored.
  const at = new Date(Date.parse(context.at) + 1).toISOString();
  const changed = applyDraft(content, { what: 'demo', id, action: 'publish', data }, { ...context, at });
  return typeof changed === 'string' ? null : changed;
}

/**
 * The shown content with the proposed documents in their current versions: a pinned site shows earlier versions of them,
 * or none.
 */
export function contentForPreview(
  site: Pick<Site, 'content' | 'pinned'>,
  proposal: Pick<ProposedChange, 'what' | 'id'> | ProposedLaunch,
): ContentState {
  const shown = shownContent(site);
  if (site.pinned === null) return shown;
  const proposed = isLaunch(proposal) ? proposal.members.map(pathOf) : [documentPath(proposal.what, proposal.id)];
  const documents = hintedPaths(proposed).flatMap((path) => site.content.documents.get(path) ?? []);
  return applyRead(shown, { documents, at: '' }).state;
}

/** The valid values of a form, and its invalid fields. */
interface ReadForm {
  /** Every field of the document, or of the setting. */
  fields: Data;
  problems: PreviewProblem[];
}

interface Entered {
  what: Savable;
  id: string;
  /** The form's values. */
  data: Data;
  /** The live values of these fields; null if there are none. */
  live: Data | null;
}

/**
 * Reads a form. An invalid field takes its live value or, if that is missing or invalid, its default. Null if the
 * document has no form.
 */
function readForm({ what, id, data, live }: Entered): ReadForm | null {
  const form = formOf(what, id);
  if (form === null) return null;
  const current: Data = { ...form.start, ...live };
  const known = Object.keys(form.schema.shape);
  const entered = { ...current, ...data };
  const candidate: Record<string, unknown> = Object.fromEntries(known.map((field) => [field, entered[field]]));
  const problems = new Map<string, string>();
  for (const fallback of [current, form.start]) {
    for (const { path, message } of form.schema.safeParse(candidate).error?.issues ?? []) {
      const field = String(path[0] ?? '');
      if (!problems.has(field)) problems.set(field, message);
      candidate[field] = fallback[field];
    }
  }
  const read = form.schema.safeParse(candidate);
  return read.success ? { fields: read.data, problems: problemsIn(problems) } : null;
}

const problemsIn = (problems: ReadonlyMap<string, string>): PreviewProblem[] =>
  [...problems].map(([field, message]) => ({ field, message }));

/** A demo's entered embed code; null with its error if it cannot be shown. */
function readEmbed(entered: unknown): { code: string | null; problem: PreviewProblem | null } {
  const read = embedCode.safeParse(entered);
  if (read.success) return { code: read.data, problem: null };
  return { code: null, problem: { field: 'iframe_url', message: read.error.issues[0]?.message ?? '' } };
}

interface Form {
  schema: z.ZodObject;
  /** The default of a field without any valid value. */
  start: Data;
}

const [firstKey] = Object.keys(sectionKeys);

// A new document gets an address before its slug is entered.
const untitled = 'untitled';

const forms: Record<Exclude<Savable, 'setting'>, Form> = {
  page: { schema: pageForm, start: { ...newPage, title: 'Untitled', slug: untitled } },
  section: { schema: sectionForm, start: { ...newSection, section_key: firstKey, title: 'Untitled' } },
  demo: { schema: z.object(demoFields), start: { ...newDemo, heading: 'Untitled', slug: untitled } },
};

function formOf(what: Savable, id: string): Form | null {
  if (what !== 'setting') return forms[what];
  if (!Object.hasOwn(settingSchemas, id)) return null;
  const key = id as SettingKey;
  if (key === 'ga4_id') return { schema: z.object({ ga4_id: settingSchemas.ga4_id }), start: { ga4_id: null } };
  return { schema: settingSchemas[key], start: defaultSettings[key] };
}
