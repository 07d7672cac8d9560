import { slugKindOf, type Savable } from '@frontage/model/kinds';
import { invalid } from '@frontage/model/messages';
import { collections, slugId, type SlugKind } from '@frontage/model/paths';
import { can, type Viewer } from '@frontage/model/permissions';
import type { PreviewProblem } from '@frontage/model/preview';
import { keepsSlug, numberedSlug } from '@frontage/model/slug';
import { documentPath } from '@frontage/model/writes/document-paths';
import { planDelete } from '@frontage/model/writes/plan-delete';
import { baseAfter, changeOf, planSave } from '@frontage/model/writes/plan-save';
import { serverTime, type Data, type Write } from '@frontage/model/writes/write';
import { applyRead, type ContentState } from '../sync/content-state.ts';
import type { Json, JsonObject, SourceDocument } from '../sync/source.ts';
import type { StoredDocument } from '../sync/stored-document.ts';
import { readEmbed, readForm, type ReadForm } from './read-form.ts';

/** A proposed change of a document or setting. */
export interface ProposedChange {
  what: Savable;
  id: string;
  action: 'publish' | 'unpublish' | 'delete';
  /** The form's values; null to publish the stored document. A demo's include `embed_code`, else the live one is shown. */
  data: Data | null;
}

export interface PreviewContext {
  /** When it would be done (ISO). */
  at: string;
  /** The viewer; without roles for a preview link. */
  viewer: Viewer;
}

/** The content as it would be. */
export interface PreviewContent {
  content: ContentState;
  document: string;
  /** Null where it would have none. */
  slug: string | null;
  problems: PreviewProblem[];
  /** Whether some typed values are invalid and replaced by the live ones. */
  isRefused: boolean;
}

/** `unknown`: there is no such document; `guarded`: it would show embed code that the viewer may not see. */
export type PreviewRejection = 'unknown' | 'guarded';

/** Applies one proposed change to a copy of the content, by the same writes that publishing would make. */
export function applyDraft(
  content: ContentState,
  proposed: ProposedChange,
  considered: PreviewContext,
): PreviewContent | PreviewRejection {
  const { what, id, action } = proposed;
  const document = documentPath(what, id);
  const stored = content.documents.get(document) ?? null;
  if (action === 'publish') return applyFields(content, { ...proposed, document, stored }, considered);
  if (stored === null || what === 'setting') return 'unknown';
  const uid = uidOf(considered.viewer);
  const writes =
    action === 'delete'
      ? planDelete({ kind: what, id, data: stored.data, embed: embedOf(content, id), uid })
      : planSave(changeOf({ kind: what, id, fields: { is_published: false }, uid, rev: revOf(stored) })).writes;
  return { content: afterWrites(content, writes, considered.at), document, slug: null, problems: [], isRefused: false };
}

interface Fields extends ProposedChange {
  document: string;
  stored: StoredDocument | null;
}

function applyFields(
  content: ContentState,
  proposed: Fields,
  { at, viewer }: PreviewContext,
): PreviewContent | PreviewRejection {
  const { what, id, data, document, stored } = proposed;
  if (data === null && stored === null) return 'unknown';
  const live = what === 'setting' ? settingOf(content, id) : (stored?.used ?? null);
  const form = readForm({ what, id, data: data ?? {}, live });
  if (form === null) return 'unknown';
  const { fields, problems } = withFreeSlug(form, { content, ...proposed });
  const companions = what === 'demo' ? embedShown(content, { ...proposed, fields, viewer }) : { problems: [] };
  if (companions === 'guarded') return companions;
  const { writes } = planSave({
    kind: what,
    id,
    base: stored && baseAfter(revOf(stored), stored.data),
    fields:
      what === 'setting' ? { value: id === 'ga4_id' ? fields['ga4_id'] : fields } : { ...fields, is_published: true },
    companions: companions.embed === undefined ? {} : { embed: companions.embed },
    uid: uidOf(viewer),
  });
  const laid = afterWrites(content, writes, at);
  const { slug } = fields;
  const refused = [...problems, ...companions.problems];
  return {
    content: laid,
    document,
    slug: typeof slug === 'string' ? slug : null,
    problems: [...refused, ...problemsOf(laid, document)],
    isRefused: refused.length > 0,
  };
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

/** Whether another document has a slug, published or not. */
function isTaken(
  { composition }: ContentState,
  { kind, slug, id }: { kind: SlugKind; slug: string; id: string },
): boolean {
  const { values } = composition;
  const [documents, { published }] =
    kind === 'page' ? [values.pages, composition.pages] : [values.demo_pages, composition.demos];
  const taken = values.slugs.get(slugId(kind, slug))?.id ?? id;
  const holder = published.get(slug)?.id ?? id;
  return holder !== id || (taken !== id && keepsSlug(documents.get(taken), slug));
}

/** A demo's embed code to write: the entered one, or an empty one. */
function embedShown(
  content: ContentState,
  { id, data, fields, stored, viewer }: Fields & { fields: Data; viewer: Viewer },
): { embed?: string; problems: PreviewProblem[] } | 'guarded' {
  // A form contains only code that its author may see; a preview link reads the
  // stored draft.
  const isHidden = !mayReadEmbed(stored, viewer) && (viewer.uid === null || data?.['embed_code'] === '');
  const entered = isHidden ? undefined : data?.['embed_code'];
  const { code, problem } = entered === undefined ? { code: null, problem: null } : readEmbed(entered);
  const problems = problem ? [problem] : [];
  if (code !== null) return { embed: code, problems };
  if (embedOf(content, id) === null) return { embed: nothingEmbedded, problems: problem ? problems : missing() };
  if (fields['is_password_protected'] === true || mayReadEmbed(stored, viewer)) return { problems };
  // Of protected demos, code that the viewer may not read would come to be seen.
  return 'guarded';
}

const missing = (): PreviewProblem[] => [{ field: 'iframe_url', message: invalid.embedRequired }];

// A script that does nothing: a demo without code has a frame, and nothing in it.
const nothingEmbedded = '<script></script>';

/** As the rules have it for `demo_embeds`. */
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
export const uidOf = ({ uid }: Viewer): string => uid ?? 'preview link';

/** The content after a batch of writes. Writes to other collections are ignored. */
export function afterWrites(content: ContentState, writes: readonly Write[], at: string): ContentState {
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
