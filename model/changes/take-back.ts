import { z } from 'zod';
import { contentCollections } from '../content-collections.ts';
import { draftOf } from '../draft.ts';
import { isStamp } from '../fields.ts';
import { hasEmbed, kindOf, type Savable } from '../kinds/kinds.ts';
import { type LaunchFailure, type LaunchMember, type LaunchProblem, type TakeBackAction } from '../launch.ts';
import { mergeTexts } from '../merge-texts.ts';
import { collections } from '../paths.ts';
import { can } from '../permissions.ts';
import { redirectFields } from '../redirect.ts';
import { defaultSettings, type SettingKey } from '../kinds/settings.ts';
import { isSameValue, toPlain } from '../stored-values.ts';
import { baseAfter, type Companions, putRedirect } from './document-writes.ts';
import {
  type Change,
  type ChangePlan,
  dataAfter,
  hasRev,
  planAlone,
  type Planning,
  refusedPublication,
} from './plan-change.ts';
import { type LaunchPlan, type LaunchPlanning, separateTaken } from './plan-launch.ts';
import { readData, readEmbed, type Reads } from './reads.ts';
import { appliedWrite, type Data, embedIn, embedPath, secretPath } from './write.ts';

/** A stored `launch_versions` document: one document before and after a launch. */
export const launchVersion = z.object({
  launch: z.string(),
  path: z.string(),
  existed: z.boolean(),
  exists: z.boolean(),
  /** The revision that the launch wrote; null for documents without revisions and for deleted ones. */
  rev: z.number().nullable(),
  /** The changed fields without stamps; null for a field that a version lacks. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  embed_before: z.string().nullable(),
  embed_after: z.string().nullable(),
  /** The hash of a password that the launch removed. */
  secret_before: z.string().nullable(),
});

type Version = z.output<typeof launchVersion>;

const collectionAndId = (path: string): [string, string] => {
  const [collection = '', id = ''] = path.split('/');
  return [collection, id];
};

/** The version of a document that taking back the launch `launch` needs. */
export async function versionBefore(reads: Reads, launch: string, change: ChangePlan): Promise<Version> {
  const { path, writes } = change;
  const [collection, id] = collectionAndId(path);
  const kind = kindOf(collection);
  const isEmbed = kind !== null && hasEmbed(kind);
  const [embed, secret] = isEmbed ? await reads.read([embedPath(id), secretPath(id)]) : [];
  const before = change.before ?? {};
  const stored = dataAfter(change);
  const after = stored ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isStamp(name) && !isSameValue(before[name], after[name]));
  const fieldsOf = (data: Data) => Object.fromEntries(changed.map((name) => [name, data[name] ?? null]));
  const code = embedIn(embed?.data ?? null);
  const written = writes.find((write) => write.path === embedPath(id));
  const hash = secret?.data['password_hash'];
  const losesSecret = writes.some((write) => write.type === 'delete' && write.path === secretPath(id));
  const exists = stored !== null;
  return {
    launch,
    path,
    existed: change.before !== null,
    exists,
    rev: hasRev(stored) ? stored.rev : null,
    // A deleted document is in the trash, with all its fields.
    before: exists ? fieldsOf(before) : {},
    after: exists ? fieldsOf(after) : {},
    embed_before: isEmbed ? code : null,
    embed_after: isEmbed && written?.type === 'set' ? embedIn(written.data) : code,
    secret_before: losesSecret && typeof hash === 'string' ? hash : null,
  };
}

/** A field that was changed since the launch, too; `field` is null for the document as a whole. */
export interface TakeBackConflict {
  document: string;
  field: string | null;
}

/** How conflicts are resolved, by `{document}` or `{document}#{field}`: as before the launch, or as it is now. */
export type TakeBackChoices = Readonly<Record<string, 'before' | 'current'>>;

export type TakeBackPlan = LaunchPlan | { ok: 'undecided'; conflicts: TakeBackConflict[] };

/**
 * Plans the return of each document to its stored `launch_versions` document. Edits made since are kept. It only reads.
 */
export async function planTakeBack(
  planning: LaunchPlanning,
  stored: readonly unknown[],
  choices: TakeBackChoices,
): Promise<TakeBackPlan> {
  const versions = stored.flatMap((one) => launchVersion.safeParse(one).data ?? []);
  const problems: LaunchProblem[] = [];
  const conflicts: TakeBackConflict[] = [];
  const changes: ChangePlan[] = [];
  const plans = await Promise.all(
    versions.map(async (version) => {
      const before = await readData(planning.reads, version.path);
      return planReturn({ ...planning, before }, { version, choices });
    }),
  );
  for (const [index, plan] of plans.entries()) {
    const { path } = versions[index] as Version;
    if ('conflicts' in plan) conflicts.push(...plan.conflicts);
    else if ('reason' in plan) problems.push({ document: path, reason: plan.reason });
    else if (plan.writes.length > 0) changes.push(plan);
  }
  if (conflicts.length > 0) return { ok: 'undecided', conflicts };
  const free = await separateTaken(planning, { changes, leftOut: [] });
  problems.push(...free.problems);
  if (problems.length > 0 || (free.changes.length === 0 && free.leftOut.length > 0))
    return { ok: false, problems: [...problems, ...free.leftOut] };
  return { ok: true, changes: free.changes, leftOut: free.leftOut };
}

interface Return extends Planning {
  before: Data | null;
}

interface FormerVersion {
  version: Version;
  choices: TakeBackChoices;
}

type ReturnPlan = ChangePlan | { ok: false; reason: LaunchFailure } | { conflicts: TakeBackConflict[] };

const unchanged = ({ path }: Version, before: Data | null): ChangePlan => ({
  ok: true,
  path,
  before,
  writes: [],
  slug: null,
});

const planOf = async (step: Return, change: Change): Promise<ReturnPlan> =>
  (await planAlone(step, change, step.before)) as ReturnPlan;

async function planReturn(step: Return, { version, choices }: FormerVersion): Promise<ReturnPlan> {
  const { before } = step;
  const [collection, id] = collectionAndId(version.path);
  if (collection === collections.redirects) return returnRedirect(step, { version, choices, id });
  const kind = draftOf({ collection });
  if (kind === null) return unchanged(version, before);
  if (!version.exists) {
    // The launch deleted it.
    if (before !== null || kind === 'setting') return unchanged(version, before);
    return planOf(step, { action: 'restore', kind, id });
  }
  // Deleted since: that edit is kept.
  if (!hasRev(before)) return unchanged(version, before);
  if (version.existed || kind === 'setting') return returnFields(step, { kind, id, version, data: before, choices });
  // The launch created it.
  const choice = before.rev === version.rev ? 'before' : choices[version.path];
  if (choice === undefined) return { conflicts: [{ document: version.path, field: null }] };
  return choice === 'current'
    ? unchanged(version, before)
    : planOf(step, { action: 'delete', kind, id, rev: before.rev });
}

interface Returned extends FormerVersion {
  kind: Savable;
  id: string;
  data: Data & { rev: number };
}

/** Gives the changed fields their former values; texts are merged by lines with the edits made since. */
async function returnFields(step: Return, { kind, id, version, data, choices }: Returned): Promise<ReturnPlan> {
  const refused = refusedPublication(step, kind);
  if (refused !== null) return { ok: false, ...refused };
  const former = kind === 'setting' ? formerSetting(id, version, data) : version;
  const current = kind === 'setting' ? partsOf(data['value']) : data;
  const merged = mergeFields(former, current, { document: version.path, choices });
  if ('conflicts' in merged) return merged;
  const companions: Companions = {};
  if (hasEmbed(kind) && version.embed_before !== version.embed_after && version.embed_before !== null) {
    const now = await readEmbed(step.reads, kind, id);
    const choice = now === version.embed_after ? 'before' : choices[`${version.path}#iframe_url`];
    if (choice === undefined) return { conflicts: [{ document: version.path, field: 'iframe_url' }] };
    if (choice === 'before') companions.embed = version.embed_before;
  }
  const { fields } = merged;
  if (version.secret_before !== null && fields['is_password_protected'] === true)
    companions.passwordHash = version.secret_before;
  if (Object.keys(fields).length === 0 && Object.keys(companions).length === 0) return unchanged(version, data);
  const stored = kind === 'setting' ? { value: wholeOf(data['value'], { ...current, ...fields }) } : fields;
  return planOf(step, { action: 'save', kind, id, base: baseAfter(data.rev, data), fields: stored, companions });
}

/** The fields of a setting's value; a value that is no object is one field. */
const partsOf = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : { value };

const wholeOf = (value: unknown, parts: Data): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? parts : parts['value'];

/** The former parts of a setting; those of a setting that was never saved are the defaults. */
function formerSetting(id: string, version: Version, data: Data): Pick<Version, 'before' | 'after'> {
  const start = version.existed ? version.before['value'] : defaultSettings[id as SettingKey];
  const [before, after] = [
    partsOf(start),
    partsOf(version.existed ? version.after['value'] : (version.after['value'] ?? data['value'])),
  ];
  const names = Object.keys({ ...before, ...after }).filter((name) => !isSameValue(before[name], after[name]));
  const fieldsOf = (parts: Data) => Object.fromEntries(names.map((name) => [name, parts[name] ?? null]));
  return { before: fieldsOf(before), after: fieldsOf(after) };
}

interface MergeOptions {
  document: string;
  choices: TakeBackChoices;
}

/** The former values of fields, merged with edits made since the launch; or the fields that need a choice. */
function mergeFields(
  { before, after }: Pick<Version, 'before' | 'after'>,
  current: Data,
  { document, choices }: MergeOptions,
): { fields: Record<string, unknown> } | { conflicts: TakeBackConflict[] } {
  const fields: Record<string, unknown> = {};
  const conflicts: TakeBackConflict[] = [];
  for (const [field, former] of Object.entries(before)) {
    const now = current[field];
    if (isSameValue(now, former)) continue;
    const choice = isSameValue(now, after[field]) ? 'before' : choices[`${document}#${field}`];
    if (choice === 'before') fields[field] = former;
    else if (choice === undefined) {
      const text = mergedText({ base: after[field], mine: former, theirs: now });
      if (text === null) conflicts.push({ document, field });
      else fields[field] = text;
    }
  }
  return conflicts.length > 0 ? { conflicts } : { fields };
}

/** Both changes of a text, by lines; null if they affect the same words or a value is no text. */
function mergedText({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', unknown>): string | null {
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return null;
  const lines: string[] = [];
  for (const piece of mergeTexts({ base, mine, theirs })) {
    const merged = piece.isConflict ? piece.merged : piece.lines;
    if (merged === null) return null;
    lines.push(...merged);
  }
  return lines.join('\n');
}

function returnRedirect(step: Return, { version, choices, id }: FormerVersion & { id: string }): ReturnPlan {
  const { before, rights, uid } = step;
  if (rights && !can(rights.viewer, 'update', { what: collections.redirects })) {
    return { ok: false, reason: 'notAllowed' };
  }
  const current = redirectFields.safeParse(before).data;
  if (!current) return unchanged(version, before);
  // A redirect that did not exist before is removed; its document remains.
  const former = version.existed ? version : { before: { to: null }, after: { to: version.after['to'] } };
  const merged = mergeFields(former, current, { document: version.path, choices });
  if ('conflicts' in merged) return merged;
  const fields = redirectFields.safeParse({ ...current, ...merged.fields }).data;
  if (!fields || Object.keys(merged.fields).length === 0) return unchanged(version, before);
  return { ...unchanged(version, before), writes: [putRedirect(id, fields, uid)] };
}

/** The action that a planned return carries out: on the publication state if that changes, else on the content. */
export function takeBackAction(change: ChangePlan): TakeBackAction {
  const { path, before } = change;
  if (path.startsWith(`${collections.redirects}/`)) return 'redirect';
  const after = dataAfter(change);
  if (after === null) return 'delete';
  if (before === null) return 'restore';
  const [wasPublished, isPublished] = [before['is_published'] === true, after['is_published'] === true];
  if (wasPublished === isPublished) return 'return';
  return isPublished ? 'publish' : 'unpublish';
}

/** The member of the launch that takes back `member` by this change. */
export function takenBack(member: LaunchMember, change: ChangePlan): LaunchMember {
  const redirect = member.redirect && redirectFields.safeParse(dataAfter(change)).data;
  return { ...member, took_back: takeBackAction(change), ...(redirect && { redirect }) };
}

/**
 * The public documents after a change at the time `now` (ISO), with moments as ISO strings; null for a deleted one. The
 * code of a protected demo is left out: it is not public, and the caller may not read it.
 */
export function publicDocuments(change: ChangePlan, now: string): { path: string; data: Data | null }[] {
  const { before, writes } = change;
  const isProtected = before?.['is_password_protected'] !== false;
  const shown = writes.filter(
    ({ path }) => isPublicPath(path) && !(path.startsWith(`${collections.demoEmbeds}/`) && isProtected),
  );
  return shown.map((write) => {
    const data = appliedWrite(write.path === change.path ? before : null, write, now);
    return { path: write.path, data: data && (toPlain(data) as Data) };
  });
}

/** Whether documents at this path are public. */
export const isPublicPath = (path: string): boolean => contentCollections.some((name) => path.startsWith(`${name}/`));
