import { z } from 'zod';
import { embedCode } from '../kinds/demo-form.ts';
import { draftInCurrentShape } from '../kinds/field-changes.ts';
import { currentFields, hasEmbed, type Kind, kinds, type Savable } from '../kinds/kinds.ts';
import { invalid } from '../messages.ts';
import type { PreviewProblem } from '../preview.ts';
import { defaultSettings, type SettingKey, settingSchemas } from '../kinds/settings.ts';
import { numberedSlug } from '../slug.ts';
import {
  type Change,
  type ChangePlan,
  dataAfter,
  hasRev,
  pathOf,
  planAlone,
  type Planning,
  takenSlugs,
} from './plan-change.ts';
import { firstFreeSlug, readEmbed, readSlug } from './reads.ts';
import { type Data, embedPath } from './write.ts';

/** A change to show, and the access of the viewer. */
export interface ShownChange {
  change: Change;
  /** The values that visitors see: a field without a valid value takes them. Null if there are none. */
  live: Data | null;
  /** Whether the viewer may see the stored code of the demo. */
  mayReadEmbed: boolean;
}

/** The plan of a change to show. */
export interface ShownPlan extends ChangePlan {
  /** Whether publishing would refuse the change. */
  isRefused: boolean;
  /** Invalid values, which were replaced. */
  problems: readonly PreviewProblem[];
}

/** `unknown`: the document does not exist; `guarded`: the change shows embed code that the viewer may not see. */
export type PreviewRejection = 'unknown' | 'guarded';

/**
 * Plans a change to show it. One that publishing would refuse is planned with valid values instead, and with a free slug
 * unless `keepsSlug`.
 */
export async function planShown(
  planning: Planning,
  shown: ShownChange,
  { keepsSlug = false } = {},
): Promise<ShownPlan | PreviewRejection> {
  const { change } = shown;
  if (change.action === 'publish_draft' && formOf(change.kind, change.id) === null) return 'unknown';
  const plan = await planAlone(planning, change);
  if (plan.ok && (keepsSlug || !(await losesSlug(planning, change, plan)))) {
    const isGuarded = await showsHiddenEmbed(planning, shown, plan);
    return isGuarded ? 'guarded' : { ...plan, isRefused: false, problems: [] };
  }
  if (!publishes(change) || (plan.before === null && change.action === 'publish')) return 'unknown';
  const corrected = await correct(planning, { ...shown, change, before: plan.before, keepsSlug });
  if (corrected === null) return 'unknown';
  const valid = await planAlone(planning, corrected.change);
  if (!valid.ok) return 'unknown';
  if (await showsHiddenEmbed(planning, shown, valid)) return 'guarded';
  return { ...valid, isRefused: true, problems: corrected.problems };
}

/** Whether another document has the slug that the document has or gets. */
async function losesSlug({ reads }: Planning, change: Change, plan: ChangePlan): Promise<boolean> {
  if (!publishes(change)) return false;
  const { kind, id } = change;
  return (await readSlug(reads, { kind, id, slug: dataAfter(plan)?.['slug'] })).state === 'taken';
}

/** Whether the document is an open demo after the change, with stored code that the viewer may not see. */
async function showsHiddenEmbed(
  { reads }: Planning,
  { change, mayReadEmbed }: ShownChange,
  plan: ChangePlan,
): Promise<boolean> {
  if (mayReadEmbed || !publishes(change) || !hasEmbed(change.kind)) return false;
  const isWritten = plan.writes.some(({ path }) => path === embedPath(change.id));
  if (isWritten || dataAfter(plan)?.['is_password_protected'] === true) return false;
  return (await readEmbed(reads, change.kind, change.id)) !== null;
}

type Publication = Extract<Change, { action: 'publish' | 'publish_draft' }>;

const publishes = (change: Change): change is Publication =>
  change.action === 'publish' || change.action === 'publish_draft';

interface Correction extends ShownChange {
  change: Publication;
  before: Data | null;
  keepsSlug: boolean;
}

interface Corrected {
  change: Change;
  problems: PreviewProblem[];
}

/** The publication with valid values, a free slug and code to show; null if the document has no form. */
async function correct(
  { reads, uid }: Planning,
  { change, live, before, keepsSlug }: Correction,
): Promise<Corrected | null> {
  const { kind, id } = change;
  const draft = change.action === 'publish_draft' && 'entered' in change.draft ? change.draft : null;
  const form = readForm({ kind, id, data: draft?.entered.data ?? {}, live });
  if (form === null) return null;
  const { problems } = form;
  const fields = { ...form.fields };
  const isTaken = async (slug: unknown) => (await readSlug(reads, { kind, id, slug })).state === 'taken';
  const entered = String(fields['slug']);
  if (!keepsSlug && (await isTaken(entered))) {
    const own = live?.['slug'];
    const keepsOwn = own !== undefined && own !== entered && !(await isTaken(own));
    fields['slug'] = keepsOwn ? own : await firstFreeSlug(reads, kind, numberedSlugs(entered));
    if (!problems.some(({ field }) => field === 'slug')) problems.push({ field: 'slug', message: invalid.slugTaken });
  }
  const hasStored = hasEmbed(kind) && (await readEmbed(reads, kind, id)) !== null;
  const code = hasEmbed(kind) ? embedToShow(draft?.embed, hasStored) : { problems: [] };
  const base_rev = hasRev(before) ? before.rev : 0;
  const values = { data: fields, base_rev, created_by: draft?.entered.created_by ?? uid };
  const shown = { entered: values, embed: code.embed, isValid: true };
  return {
    change: { action: 'publish_draft', kind, id, draft: shown },
    problems: [...problems, ...code.problems],
  };
}

function* numberedSlugs(slug: string): Generator<string> {
  for (let number = 2; ; number += 1) yield numberedSlug(slug, number);
}

// A script without content: a demo without code is shown with an empty frame.
const emptyEmbed = '<script></script>';

/** The code to write with a demo; undefined keeps the stored one. */
function embedToShow(
  entered: string | undefined,
  hasStored: boolean,
): { embed?: string | undefined; problems: PreviewProblem[] } {
  const read = entered === undefined ? null : embedCode.safeParse(entered);
  if (read?.success) return { embed: read.data, problems: [] };
  const message = read ? read.error.issues[0]?.message : hasStored ? null : invalid.embedRequired;
  const problems = message == null ? [] : [{ field: 'iframe_url', message }];
  return { embed: hasStored ? undefined : emptyEmbed, problems };
}

/** The valid values of a form, and its invalid fields. */
interface ReadForm {
  /** Every field of the document, or of the setting. */
  fields: Data;
  problems: PreviewProblem[];
}

interface Entered {
  kind: Savable;
  id: string;
  data: Data;
  live: Data | null;
}

/**
 * Reads a form. An invalid field takes its live value or, if that is missing or invalid, its default. Null if the
 * document has no form.
 */
function readForm({ kind, id, data, live }: Entered): ReadForm | null {
  const form = formOf(kind, id);
  if (form === null) return null;
  const current: Data = { ...form.start, ...(live && currentFields(kind, live)) };
  const known = Object.keys(form.schema.shape);
  const entered = { ...current, ...(kind === 'setting' ? data : draftInCurrentShape(kinds[kind], data, current)) };
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
  if (!read.success) return null;
  return { fields: read.data, problems: [...problems].map(([field, message]) => ({ field, message })) };
}

interface Form {
  schema: z.ZodObject;
  /** The default of a field without any valid value. */
  start: Data;
}

/** The form of a kind. A new document has a name, an address and its first choices before they are entered. */
function formOfKind(kind: Kind): Form {
  const { form, fields, nameField } = kinds[kind];
  const start = Object.entries(fields).map(([name, { type, blank, options = {} }]): [string, unknown] => {
    if (name === nameField) return [name, 'Untitled'];
    if (type === 'slug') return [name, 'untitled'];
    return [name, type === 'choice' ? Object.keys(options)[0] : blank];
  });
  return { schema: form, start: Object.fromEntries(start) };
}

function formOf(kind: Savable, id: string): Form | null {
  if (kind !== 'setting') return formOfKind(kind);
  if (!Object.hasOwn(settingSchemas, id)) return null;
  const key = id as SettingKey;
  if (key === 'ga4_id') return { schema: z.object({ ga4_id: settingSchemas.ga4_id }), start: { ga4_id: null } };
  return { schema: settingSchemas[key], start: defaultSettings[key] };
}

/**
 * Plans the changes of a launch to show them in one step: documents can exchange their slugs. A refused one does not
 * prevent the others. For a viewer without access to the code of a demo, the demo stays protected.
 */
export async function planShownTogether(
  planning: Planning,
  members: readonly ShownChange[],
): Promise<{ plans: ShownPlan[]; refused: string[] }> {
  const plans = await Promise.all(members.map((member) => planMember(planning, member)));
  // Of members that take the same slug, all are named.
  const takers = new Set(
    plans.flatMap(({ path, slug, before }) => (slug === null || slug === before?.['slug'] ? [] : [path])),
  );
  const found = await takenSlugs(planning.reads, plans);
  const taken = new Set(found.flatMap(({ path, holder }) => (takers.has(holder) ? [path, holder] : [path])));
  const refused = plans.filter(({ path, isRefused }) => isRefused || taken.has(path));
  return { plans, refused: refused.map(({ path }) => path) };
}

async function planMember(launch: Planning, member: ShownChange): Promise<ShownPlan> {
  const { change } = member;
  // The id was checked when the redirect was added to the launch.
  const planning = change.action === 'redirect' ? { ...launch, digest: () => change.id } : launch;
  const plan = await planShown(planning, member, { keepsSlug: true });
  if (typeof plan !== 'string') return plan;
  const shown = plan === 'guarded' ? await planShown(planning, protect(member), { keepsSlug: true }) : plan;
  if (typeof shown !== 'string') return shown;
  const path = pathOf(change);
  return { ok: true, path, before: null, writes: [], slug: null, isRefused: true, problems: [] };
}

/** The change of a demo that keeps its protection. */
function protect(member: ShownChange): ShownChange {
  const { change } = member;
  if (change.action !== 'publish_draft' || !('entered' in change.draft)) return member;
  const { entered } = change.draft;
  const data = { ...entered.data, is_password_protected: true };
  return { ...member, change: { ...change, draft: { ...change.draft, entered: { ...entered, data } } } };
}
