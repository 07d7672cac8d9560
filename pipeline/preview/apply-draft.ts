import { type Savable, slugKindOf } from '@frontage/model/kinds';
import { invalid } from '@frontage/model/messages';
import { collections, sitePaths } from '@frontage/model/paths';
import { can, type Viewer } from '@frontage/model/permissions';
import type { PreviewProblem } from '@frontage/model/preview';
import { keepsSlug, numberedSlug } from '@frontage/model/slug';
import {
  type Change,
  type ChangePlan,
  planAlone,
  type Planning,
  takenSlugs,
} from '@frontage/model/changes/plan-change';
import { type Reads, readSlug } from '@frontage/model/changes/reads';
import { appliedWrite, type Data, documentPath, type Write } from '@frontage/model/changes/write';
import { demoFields, newDemo } from '@frontage/model/demo';
import { embedCode } from '@frontage/model/demo-form';
import { newPage, pageForm } from '@frontage/model/page';
import { newSection, sectionForm, sectionKeys } from '@frontage/model/section';
import { defaultSettings, type SettingKey, settingSchemas } from '@frontage/model/settings';
import { z } from 'zod';
import type { RedirectFields } from '@frontage/model/redirect';
import { applyRead, type ContentState, hintedPaths } from '../sync/content-state.ts';
import type { JsonObject, SourceDocument } from '../sync/source.ts';
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
  /** The SHA-256 of bytes, in hexadecimal digits. */
  hash: (bytes: Uint8Array) => string;
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
export async function applyDraft(
  content: ContentState,
  proposed: ProposedChange,
  context: PreviewContext,
): Promise<PreviewContent | PreviewRejection> {
  const plan = await planProposed(content, proposed, { ...context, keepsSlugs: false });
  if (typeof plan === 'string') return plan;
  const document = documentPath(proposed.what, proposed.id);
  const { problems: refused } = plan;
  const slug = typeof plan.slug === 'string' ? plan.slug : null;
  const changed = afterWrites(content, plan.writes, context.at);
  const problems = proposed.action === 'publish' ? [...refused, ...problemsOf(changed, document)] : [];
  return { content: changed, documents: [document], slug, problems, refused: refused.length > 0 ? [document] : [] };
}

/**
 * Applies all members of a launch to a copy of the content, in one step as publishing does: documents can exchange their
 * slugs. A member that cannot be published does not prevent the others.
 */
export async function applyLaunch(
  content: ContentState,
  { members, missing }: ProposedLaunch,
  context: PreviewContext,
): Promise<PreviewContent> {
  const plans = await Promise.all(members.map((member) => planMember(content, member, context)));
  const writes = plans.flatMap((plan) => plan.writes);
  // Of members that take the same slug, all are named.
  const takers = new Set(
    plans.flatMap(({ path, slug, before }) => (slug === null || slug === before?.['slug'] ? [] : [path])),
  );
  const found = await takenSlugs(contentReads(content), plans);
  const taken = new Set(found.flatMap(({ path, holder }) => (takers.has(holder) ? [path, holder] : [path])));
  const refused = plans.filter(({ path, problems }) => problems.length > 0 || taken.has(path));
  return {
    content: afterWrites(content, writes, context.at),
    documents: plans.map(({ path }) => path),
    slug: null,
    problems: [],
    refused: [...missing, ...refused.map(({ path }) => path)],
  };
}

const pathOf = (member: ProposedLaunch['members'][number]): string =>
  'redirect' in member ? `${collections.redirects}/${member.id}` : documentPath(member.what, member.id);

/** The plan of a proposed change. `problems`: invalid values, which were replaced, or why it cannot be made. */
interface ProposedPlan extends ChangePlan {
  problems: PreviewProblem[];
}

async function planMember(
  content: ContentState,
  member: ProposedLaunch['members'][number],
  context: PreviewContext,
): Promise<ProposedPlan> {
  const stored = content.documents.get(pathOf(member));
  const unchanged: ProposedPlan = {
    ok: true,
    path: pathOf(member),
    before: stored?.data ?? null,
    writes: [],
    slug: null,
    problems: [],
  };
  const refused = (message: string) => ({ ...unchanged, problems: [{ field: '', message }] });
  if ('redirect' in member) {
    // The id was checked when the redirect was added to the launch.
    const planning = { ...planningFor(content, context), digest: () => member.id };
    const plan = await planAlone(planning, { action: 'redirect', ...member });
    return plan.ok ? { ...plan, problems: [] } : refused(plan.reason);
  }
  const { action, data, draft } = member;
  const isPublished = stored?.data['is_published'] === true;
  if (stored && !draft && action !== 'delete' && isPublished === (action === 'publish')) return unchanged;
  if (stored && data === null && action === 'publish' && member.what !== 'setting') {
    const change: Change = { action, kind: member.what, id: member.id, rev: revOf(stored) };
    const plan = await planAlone(planningFor(content, context), change);
    if (plan.ok) return { ...plan, problems: [] };
  }
  // A member that is refused is shown with valid values.
  const asMember = { ...context, keepsSlugs: true };
  const planned = await planProposed(content, member, asMember);
  // For a viewer without access to the code, the demo stays protected.
  const protectedData = { ...data, is_password_protected: true };
  const plan =
    planned === 'guarded' ? await planProposed(content, { ...member, data: protectedData }, asMember) : planned;
  if (typeof plan === 'string') return refused(plan);
  const isMoved = draft !== undefined && draft.base_rev !== (stored ? revOf(stored) : 0);
  return isMoved ? { ...plan, problems: [...plan.problems, { field: '', message: 'moved' }] } : plan;
}

interface PlanContext extends PreviewContext {
  /** Whether a document gets its slug although another document has it. */
  keepsSlugs: boolean;
}

/** Nothing is written, so that rights and health rules prevent no plan: the answer names their problems. */
const planningFor = (content: ContentState, { viewer, hash }: PreviewContext): Planning => ({
  reads: contentReads(content),
  uid: uidOf(viewer),
  rights: null,
  rules: [],
  digest: (text) => hash(new TextEncoder().encode(text)),
});

/**
 * The reads of a plan from the content of the pipeline, which contains neither drafts nor the trash. A published document
 * has its slug also without a reservation.
 */
function contentReads({ documents, composition }: ContentState): Reads {
  const reservation = (path: string): Data | null => {
    const [, kind, slug = ''] = slugAddress.exec(path) ?? [];
    if (kind === undefined) return null;
    const { published } = kind === 'page' ? composition.pages : composition.demos;
    const stored = composition.values.slugs.get(`${kind}:${slug}`);
    const holder = stored && documents.get(`${kind === 'page' ? collections.pages : collections.demos}/${stored.id}`);
    const owner = published.get(slug);
    return owner && !keepsSlug(holder?.used, slug) ? { id: owner.id } : null;
  };
  const dataOf = (path: string): Data | null => reservation(path) ?? documents.get(path)?.data ?? null;
  return {
    read: (paths) =>
      Promise.resolve(
        paths.map((path) => {
          const data = dataOf(path);
          return data && { data };
        }),
      ),
  };
}

const slugAddress = new RegExp(`^${collections.slugs}/(page|demo):(.*)$`);

async function planProposed(
  content: ContentState,
  proposed: ProposedChange,
  context: PlanContext,
): Promise<ProposedPlan | PreviewRejection> {
  const corrected = await correctedChange(content, proposed, context);
  if (typeof corrected === 'string') return corrected;
  const plan = await planAlone(planningFor(content, context), corrected.change);
  return plan.ok ? { ...plan, problems: corrected.problems } : 'unknown';
}

interface Corrected {
  change: Change;
  /** Invalid values, which were replaced. */
  problems: PreviewProblem[];
}

/** A proposed change that can be planned. The values of a form are valid in it. */
async function correctedChange(
  content: ContentState,
  proposed: ProposedChange,
  { viewer, keepsSlugs }: PlanContext,
): Promise<Corrected | PreviewRejection> {
  const { what, id, action, data, draft } = proposed;
  if (action !== 'publish') {
    if (what === 'setting') return 'unknown';
    const change: Change = action === 'delete' ? { action, kind: what, id, rev: null } : { action, kind: what, id };
    return { change, problems: [] };
  }
  const stored = content.documents.get(documentPath(what, id)) ?? null;
  if (data === null && stored === null) return 'unknown';
  const live = what === 'setting' ? settingOf(content, id) : (stored?.used ?? null);
  const form = readForm({ what, id, data: data ?? {}, live });
  if (form === null) return 'unknown';
  const { fields, problems } = keepsSlugs ? form : await withFreeSlug(form, { content, ...proposed, stored });
  const companions =
    what === 'demo' ? embedToWrite(content, { ...proposed, fields, stored, viewer }) : { problems: [] };
  if (companions === 'guarded') return companions;
  const entered = {
    // Only the stored draft of a published document may unpublish it.
    data: what === 'setting' || draft ? fields : { ...fields, is_published: true },
    base_rev: stored ? revOf(stored) : 0,
    // A new document belongs to the creator of its draft: this decides access to protected code.
    created_by: draft ? draft.created_by : uidOf(viewer),
  };
  return {
    change: { action: 'publish_draft', kind: what, id, draft: { entered, embed: companions.embed } },
    problems: [...problems, ...companions.problems],
  };
}

interface Fields extends ProposedChange {
  stored: StoredDocument | null;
}

/** The form with a free slug. */
async function withFreeSlug(
  form: ReadForm,
  { content, what, id, stored }: Fields & { content: ContentState },
): Promise<ReadForm> {
  const reads = contentReads(content);
  const isTaken = async (slug: string) => (await readSlug(reads, { kind: what, id, slug })).state === 'taken';
  const entered = String(form.fields['slug']);
  if (slugKindOf(what) === null || !(await isTaken(entered))) return form;
  const own = stored?.used['slug'];
  let slug = typeof own === 'string' && own !== entered ? own : numberedSlug(entered, 2);
  for (let number = 3; await isTaken(slug); number += 1) slug = numberedSlug(entered, number);
  const isKnown = form.problems.some(({ field }) => field === 'slug');
  const problem = { field: 'slug', message: invalid.slugTaken };
  return { fields: { ...form.fields, slug }, problems: isKnown ? form.problems : [...form.problems, problem] };
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
  const documents = writes.map((write): SourceDocument => {
    const before = content.documents.get(write.path)?.data ?? null;
    return { path: write.path, data: appliedWrite(before, write, at) as JsonObject | null, time: at };
  });
  return applyRead(content, { documents, at }).state;
}

interface AppliedRedirects {
  content: ContentState;
  /** Paths of the documents that would be written. */
  documents: ReadonlySet<string>;
}

/** Applies administrators' redirects to a copy of the content, by the same writes that storing them would make. */
export async function applyRedirects(
  content: ContentState,
  redirects: readonly RedirectFields[],
  context: PreviewContext,
): Promise<AppliedRedirects> {
  const planning = planningFor(content, context);
  const plans = await Promise.all(
    redirects.map(async (redirect) =>
      planAlone(planning, { action: 'redirect', id: await planning.digest(redirect.from), redirect }),
    ),
  );
  const writes = plans.flatMap((plan) => (plan.ok ? plan.writes : []));
  return { content: afterWrites(content, writes, context.at), documents: new Set(writes.map(({ path }) => path)) };
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
export async function openGate(
  content: ContentState,
  id: string,
  context: PreviewContext,
): Promise<PreviewContent | null> {
  // A preview link grants no rights.
  if (context.viewer.uid === null) return null;
  const stored = content.documents.get(`demo_pages/${id}`);
  const data = { ...stored?.used, is_password_protected: false };
  // A millisecond later, because the proposed change may be of this demo, and a version with an equal time is ignored.
  const at = new Date(Date.parse(context.at) + 1).toISOString();
  const changed = await applyDraft(content, { what: 'demo', id, action: 'publish', data }, { ...context, at });
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
