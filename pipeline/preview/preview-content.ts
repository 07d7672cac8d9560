import { embedKind, hasSlugs, type Savable } from '@frontage/model/kinds/kinds';
import { collections, sitePaths, slugId } from '@frontage/model/paths';
import { can, type Viewer } from '@frontage/model/permissions';
import type { PreviewProblem } from '@frontage/model/preview';
import { keepsSlug } from '@frontage/model/slug';
import { type Change, dataAfter, planAlone, type Planning } from '@frontage/model/changes/plan-change';
import {
  planShown,
  planShownTogether,
  type PreviewRejection,
  type ShownChange,
} from '@frontage/model/changes/plan-preview';
import type { Reads } from '@frontage/model/changes/reads';
import { appliedWrite, type Data, documentPath, type Write } from '@frontage/model/changes/write';
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

/** Applies one proposed change to a copy of the content, by the same writes that publishing would make. */
export async function applyDraft(
  content: ContentState,
  proposed: ProposedChange,
  context: PreviewContext,
): Promise<PreviewContent | PreviewRejection> {
  const shown = shownChange(content, proposed, context.viewer);
  const plan = shown && (await planShown(planningFor(content, context), shown));
  if (plan === null || typeof plan === 'string') return plan ?? 'unknown';
  const document = pathOf(proposed);
  const after = proposed.action === 'publish' ? dataAfter(plan) : null;
  const slug = typeof after?.['slug'] === 'string' ? after['slug'] : null;
  const changed = afterWrites(content, plan.writes, context.at);
  const reported = proposed.action === 'publish' ? problemsOf(changed, document) : [];
  const refused = plan.problems.length > 0 ? [document] : [];
  return { content: changed, documents: [document], slug, problems: [...plan.problems, ...reported], refused };
}

/** Applies all members of a launch to a copy of the content, in one step as publishing does. */
export async function applyLaunch(
  content: ContentState,
  { members, missing }: ProposedLaunch,
  context: PreviewContext,
): Promise<PreviewContent> {
  const shown = members.map((member) => shownChange(content, member, context.viewer));
  const unknown = members.filter((_, index) => shown[index] === null).map(pathOf);
  const planning = planningFor(content, context);
  const { plans, refused } = await planShownTogether(
    planning,
    shown.filter((one) => one !== null),
  );
  return {
    content: afterWrites(
      content,
      plans.flatMap(({ writes }) => writes),
      context.at,
    ),
    documents: members.map(pathOf),
    slug: null,
    problems: [],
    refused: [...missing, ...unknown, ...refused],
  };
}

const pathOf = (member: ProposedLaunch['members'][number]): string =>
  'redirect' in member ? `${collections.redirects}/${member.id}` : documentPath(member.what, member.id);

/** The planner's change for a proposed one; null if there is no document to change. */
function shownChange(
  content: ContentState,
  proposed: ProposedLaunch['members'][number],
  viewer: Viewer,
): ShownChange | null {
  const open = { live: null, mayReadEmbed: true };
  if ('redirect' in proposed) return { change: { action: 'redirect', ...proposed }, ...open };
  const { what, id, action, data, draft } = proposed;
  const stored = content.documents.get(pathOf(proposed)) ?? null;
  const rev = stored ? revOf(stored) : 0;
  const live = what === 'setting' ? settingOf(content, id) : (stored?.used ?? null);
  const mayRead = mayReadEmbed(stored, viewer);
  if (what !== 'setting') {
    if (action === 'delete') return { change: { action, kind: what, id, rev: null }, ...open };
    if (action === 'unpublish') return { change: { action, kind: what, id }, ...open };
    if (data === null) return { change: { action, kind: what, id, rev }, live, mayReadEmbed: mayRead };
  }
  if (action !== 'publish' || (data === null && stored === null)) return null;
  // A form contains only code that its author may see. Preview links and launches read the stored draft.
  const isEntered = viewer.uid !== null && draft === undefined && data?.['embed_code'] !== '';
  const code = mayRead || isEntered ? data?.['embed_code'] : undefined;
  const entered = draft
    ? { data: { ...live, ...data }, ...draft }
    : {
        // Only the stored draft of a published document may unpublish it.
        data: { ...live, ...data, ...(what !== 'setting' && { is_published: true }) },
        base_rev: rev,
        // A new document belongs to the creator of its draft: this decides access to protected code.
        created_by: uidOf(viewer),
      };
  const embed = code === undefined ? undefined : typeof code === 'string' ? code : '';
  const change: Change = { action: 'publish_draft', kind: what, id, draft: { entered, embed } };
  return { change, live, mayReadEmbed: mayRead };
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
    const [, kind = '', slug = ''] = slugAddress.exec(path) ?? [];
    if (!hasSlugs(kind)) return null;
    const stored = composition.values.slugs.get(slugId(kind, slug));
    const holder = stored && documents.get(documentPath(kind, stored.id));
    const owner = composition.published[kind].get(slug);
    return owner && !keepsSlug(holder?.used, slug) ? { id: owner.id } : null;
  };
  // Invalid code is not shown.
  const embedAt = (path: string): Data | null => {
    const [, id = ''] = embedAddress.exec(path) ?? [];
    const iframe_url = composition.values.demo_embeds.get(id);
    return iframe_url === undefined ? null : { iframe_url };
  };
  const dataOf = (path: string): Data | null =>
    embedAddress.test(path) ? embedAt(path) : (reservation(path) ?? documents.get(path)?.data ?? null);
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

const embedAddress = new RegExp(`^${collections.demoEmbeds}/(.*)$`);
const slugAddress = new RegExp(`^${collections.slugs}/([^:]*):(.*)$`);

/** Whether the viewer may read the demo's embed code, by the rules for `demo_embeds`. */
function mayReadEmbed(stored: StoredDocument | null, viewer: Viewer): boolean {
  if (!isProtected(stored)) return true;
  const owner = stored?.data['created_by'];
  const subject = { what: collections.demoEmbeds, owner: typeof owner === 'string' ? owner : null, isProtected: true };
  return can(viewer, 'get', subject);
}

const isProtected = (stored: StoredDocument | null): boolean =>
  [stored?.marks, stored?.usedMarks].some((marks) => marks !== undefined && marks['is_password_protected'] !== false);

function settingOf({ composition: { settings } }: ContentState, id: string): Data | null {
  const value = (settings as Readonly<Record<string, unknown>>)[id];
  return id === 'ga4_id' ? { ga4_id: value } : ((value as Data | undefined) ?? null);
}

/** The problems that the pipeline would report for a document. */
function problemsOf({ composition, invalid: unread }: ContentState, document: string): PreviewProblem[] {
  const reported = [...composition.problems, ...(unread.get(document) ?? [])];
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
  if (context.viewer.uid === null || embedKind === null) return null;
  const stored = content.documents.get(documentPath(embedKind, id));
  const data = { ...stored?.used, is_password_protected: false };
  // A millisecond later, because the proposed change may be of this demo, and a version with an equal time is ignored.
  const at = new Date(Date.parse(context.at) + 1).toISOString();
  const changed = await applyDraft(content, { what: embedKind, id, action: 'publish', data }, { ...context, at });
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
