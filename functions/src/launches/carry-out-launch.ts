import { createHash } from 'node:crypto';
import {
  type ApprovedAction,
  demandsSecondFactor,
  hasRev,
  isComplete,
  planAction,
  readBlockingRules,
} from '../content/plan-action.ts';
import { draftOf } from '@frontage/model/draft';
import { isStamp } from '@frontage/model/fields';
import { kindOf, type Kind, type Savable } from '@frontage/model/kinds';
import {
  type LaunchFailure,
  type LaunchMember,
  type LaunchProblem,
  memberPath,
  type TakeBackAction,
} from '@frontage/model/launch';
import { durations } from '@frontage/model/limits';
import { mergeTexts } from '@frontage/model/merge-texts';
import { collections, contentCollections } from '@frontage/model/paths';
import { abilities, can, canRestoreDocument, canReview, ownedBy, type Viewer } from '@frontage/model/permissions';
import { redirectFields } from '@frontage/model/redirect';
import { defaultSettings, type SettingKey } from '@frontage/model/settings';
import { baseAfter, planDelete, planSave, putRedirect } from '@frontage/model/changes/document-writes';
import {
  type Data,
  embedIn,
  embedPath,
  secretPath,
  serverTime,
  trashPath,
  type Write,
} from '@frontage/model/changes/write';
import { type DocumentSnapshot, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import { applyWrites, batchReads, type DocumentReads, findSlugHolder, timestampsToIso } from '../content/documents.ts';
import { planRestore, readTrashed } from '../content/plan-restore.ts';
import { readApprover } from '../schedules/carry-out.ts';

/** The publishing user, with their current rights. */
export interface Publisher {
  viewer: Viewer & { uid: string };
  usedSecondFactor: boolean;
}

interface Context {
  firestore: Firestore;
  transaction: Transaction;
  by: Publisher;
}

/** A context that reads the documents of all members together. */
type Step = Pick<Context, 'firestore' | 'by'> & { reads: DocumentReads };

const stepOf = ({ firestore, transaction, by }: Context): Step => ({ firestore, by, reads: batchReads(transaction) });

async function readData({ firestore, reads }: Omit<Step, 'by'>, path: string): Promise<Data | undefined> {
  const [document] = await reads.getAll(firestore.doc(path));
  return document?.data();
}

/** The planned change of one document, with its version before. */
interface Change {
  path: string;
  before: DocumentSnapshot;
  writes: Write[];
  slug: unknown;
}

/** A planned launch. `leftOut` are the members that an author has changed, or whose slugs an author has taken. */
export type Planned =
  | { ok: true; changes: Change[]; leftOut: LaunchProblem[] }
  | { ok: false; problems: LaunchProblem[] };

/**
 * Plans the publication of all accepted members. It only reads; every member that cannot be published is named. A member
 * that its author changed or deleted after acceptance, or whose slug an author has taken, does not hold up the others: it
 * is left out, unless none remains.
 */
export async function planLaunch(context: Context, members: readonly LaunchMember[]): Promise<Planned> {
  const step = stepOf(context);
  const isAuthor = authorCheck(context);
  const all = members.filter(({ is_accepted }) => is_accepted);
  const leftOut = await movedByAuthors(step, isAuthor, all);
  const accepted = all.filter((member) => !leftOut.some(({ document }) => document === memberPath(member)));
  if (accepted.length === 0)
    return leftOut.length > 0 ? { ok: false, problems: leftOut } : { ok: true, changes: [], leftOut };
  const [documents, rules] = await Promise.all([
    step.reads.getAll(...accepted.map((member) => step.firestore.doc(memberPath(member)))),
    readBlockingRules(step),
  ]);
  const plans = await Promise.all(
    accepted.map(async (member, index): Promise<Change | LaunchFailure> => {
      const before = documents[index];
      if (!before) return 'missing';
      const plan = await planMember({ ...step, rules }, member, before);
      return typeof plan === 'string' ? plan : { path: memberPath(member), before, ...plan };
    }),
  );
  const problems: LaunchProblem[] = [];
  for (const [index, reason] of plans.entries()) {
    if (typeof reason !== 'string') continue;
    const member = accepted[index] as LaunchMember;
    const isLeftOut = changedByAuthor.has(reason) && (await isAuthor(member.owner ?? member.added_by));
    (isLeftOut ? leftOut : problems).push({ document: memberPath(member), reason });
  }
  const changes = plans.filter((plan) => typeof plan !== 'string');
  const free = await separateTaken(step, isAuthor, { changes, leftOut });
  problems.push(...free.problems);
  // The reasons of all members are named together, so that they are corrected at once.
  if (problems.length > 0 || free.changes.length === 0) return { ok: false, problems: [...problems, ...free.leftOut] };
  return { ok: true, changes: free.changes, leftOut: free.leftOut };
}

/** The failures that the author of a document can cause after its acceptance; `image-alt` by describing an own image. */
const changedByAuthor: ReadonlySet<string> = new Set<LaunchFailure>([
  'missing',
  'documentMoved',
  'draftMoved',
  'liveMoved',
  'image-alt',
]);

/**
 * The members that their authors have changed. Read outside of the transaction: continuous writes of an author would let it
 * start again until it fails. A changed version does not return.
 */
async function movedByAuthors(
  { firestore, by }: Step,
  isAuthor: AuthorCheck,
  members: readonly LaunchMember[],
): Promise<LaunchProblem[]> {
  const areOwned = await Promise.all(members.map(({ owner, added_by }) => isAuthor(owner ?? added_by)));
  const owned = members.filter((_, index) => areOwned[index]);
  if (owned.length === 0) return [];
  const documents = await firestore.getAll(...owned.map((member) => firestore.doc(memberPath(member))));
  const moved = owned.map(async (member, index): Promise<LaunchProblem[]> => {
    const plan = await planMember(
      { firestore, by, reads: firestore, rules: [] },
      member,
      documents[index] as DocumentSnapshot,
    );
    const isMoved = typeof plan === 'string' && changedByAuthor.has(plan);
    return isMoved ? [{ document: memberPath(member), reason: plan }] : [];
  });
  return (await Promise.all(moved)).flat();
}

type AuthorCheck = (uid: string) => Promise<boolean>;

/** Whether a user is an author without the right to publish. Their sign-outs write the document that this reads. */
function authorCheck({ firestore }: Pick<Context, 'firestore'>): AuthorCheck {
  const known = new Map<string, Promise<boolean>>();
  return (uid) => {
    const answer =
      known.get(uid) ??
      readApprover(firestore, firestore, { by: uid, second_factor: true }).then(
        (user) => user.roles.includes('author') && !canReview(user),
      );
    known.set(uid, answer);
    return answer;
  };
}

/** Whether a redirect has the hash of its path as id, as the rules require; true for other members. */
export const hasRedirectId = ({ id, redirect }: Pick<LaunchMember, 'id' | 'redirect'>): boolean =>
  redirect === null || createHash('sha256').update(redirect.from).digest('hex') === id;

type MemberPlan = Pick<Change, 'writes' | 'slug'>;

async function planMember(
  step: Step & { rules: readonly string[] },
  member: LaunchMember,
  document: DocumentSnapshot,
): Promise<MemberPlan | LaunchFailure> {
  const { firestore, reads, rules, by } = step;
  const { viewer, usedSecondFactor } = by;
  const { uid } = viewer;
  const { collection, id, action, redirect } = member;
  if (action === 'redirect' || collection === collections.redirects) {
    if (redirect === null || !hasRedirectId(member)) return 'invalid';
    if (!can(viewer, 'update', { what: collections.redirects })) return 'notAllowed';
    return { writes: [putRedirect(id, redirect, uid)], slug: null };
  }
  if (action === 'delete') {
    const kind = kindOf(collection);
    const data = document.data();
    if (kind === null) return 'invalid';
    if (data === undefined) return 'missing';
    if (!abilities(kind, viewer, ownedBy(data)).canDelete) return 'notAllowed';
    if (data['rev'] !== member.document_rev) return 'documentMoved';
    const embed = kind === 'demo' ? embedIn((await readData(step, embedPath(id))) ?? null) : null;
    return { writes: planDelete({ kind, id, data, embed, uid }), slug: null };
  }
  const approved: ApprovedAction = { ...member, collection, action, by: uid, second_factor: usedSecondFactor };
  const plan = await planAction({ action: approved, document, viewer, rules, firestore, reads });
  return typeof plan === 'string' ? plan : { writes: plan.writes, slug: plan.slug?.slug ?? null };
}

/** Changes that can be made, those that are left out, and those that prevent all. */
interface Separated {
  changes: Change[];
  leftOut: LaunchProblem[];
  problems: LaunchProblem[];
}

/**
 * Separates the changes whose slug another document has after all changes. One is left out if that document is an
 * unpublished one of an author, so that authors hold up no launch, or is left out itself and keeps its slug.
 */
async function separateTaken(
  step: Step,
  isAuthor: AuthorCheck,
  planned: Pick<Separated, 'changes' | 'leftOut'>,
): Promise<Separated> {
  // Outside of the transaction first, as in `movedByAuthors`.
  return separate(step, isAuthor, await separate({ ...step, reads: step.firestore }, isAuthor, planned));
}

async function separate(
  step: Step,
  isAuthor: AuthorCheck,
  { changes: planned, leftOut: before }: Pick<Separated, 'changes' | 'leftOut'>,
): Promise<Separated> {
  let changes = planned;
  const leftOut = [...before];
  for (;;) {
    const taken = await takenSlugs(step, changes);
    const lost = new Set<string>();
    const keepers = new Set(leftOut.map(({ document }) => document));
    const accepted = new Set(changes.map(({ path }) => path));
    for (const { path, holder } of taken) {
      if (accepted.has(holder)) continue;
      if (keepers.has(holder) || (await isUnpublishedOfAuthor(step, isAuthor, holder))) lost.add(path);
    }
    if (lost.size === 0)
      return { changes, leftOut, problems: taken.map(({ path }) => ({ document: path, reason: 'slugTaken' })) };
    leftOut.push(...[...lost].map((document) => ({ document, reason: 'slugTaken' as const })));
    // Others may have planned to take their slugs, or the same slug.
    changes = changes.filter(({ path }) => !lost.has(path));
  }
}

async function isUnpublishedOfAuthor(step: Step, isAuthor: AuthorCheck, path: string): Promise<boolean> {
  const data = await readData(step, path);
  const { created_by, is_published } = ownedBy(data ?? {});
  return data !== undefined && !is_published && created_by !== null && isAuthor(created_by);
}

/** The changes whose slug another document has after all changes, with the path of that document. */
async function takenSlugs(
  { firestore, reads }: Step,
  changes: readonly Change[],
): Promise<{ path: string; holder: string }[]> {
  const planned = new Map(changes.map((change) => [change.path, afterOf(change)]));
  const takers = new Map<string, string>();
  const holders = await Promise.all(
    changes.map(async ({ path, before, slug }) => {
      const [collection = '', id = ''] = path.split('/');
      const kind = kindOf(collection);
      if (kind === null || typeof slug !== 'string') return null;
      const key = `${kind}:${slug}`;
      const first = takers.get(key);
      takers.set(key, first ?? path);
      if (first !== undefined) return first;
      // The document has this slug already.
      return before.get('slug') === slug ? null : findSlugHolder({ firestore, reads, planned }, kind, { id, slug });
    }),
  );
  return changes.flatMap(({ path }, index) => {
    const holder = holders[index] ?? null;
    return holder === null ? [] : [{ path, holder }];
  });
}

/** The action that a planned return carries out: on the publication state if that changes, else on the content. */
export function takeBackAction(change: Change): TakeBackAction {
  const { path, before } = change;
  if (path.startsWith(`${collections.redirects}/`)) return 'redirect';
  const after = afterOf(change);
  if (after === null) return 'delete';
  if (!before.exists) return 'restore';
  const [wasPublished, isPublished] = [before.get('is_published') === true, after['is_published'] === true];
  if (wasPublished === isPublished) return 'return';
  return isPublished ? 'publish' : 'unpublish';
}

/** The member of the launch that takes back `member` by this change. */
export function takenBack(member: LaunchMember, change: Change): LaunchMember {
  const redirect = member.redirect && redirectFields.safeParse(afterOf(change)).data;
  return { ...member, took_back: takeBackAction(change), ...(redirect && { redirect }) };
}

/** A document's data after its planned writes; null if it is deleted. */
function afterOf({ path, before, writes }: Change): Data | null {
  const write = writes.find((one) => one.path === path);
  if (!write) return before.data() ?? null;
  if (write.type === 'delete') return null;
  return write.type === 'set' ? write.data : { ...before.data(), ...write.data };
}

/**
 * The public documents after a change, with moments as ISO strings; null for a deleted one. The code of a protected demo
 * is left out: it is not public, and the caller may not read it.
 */
export function publicDocuments(change: Change, now: Date): { path: string; data: Data | null }[] {
  const { before, writes } = change;
  const isProtected = before.get('is_password_protected') !== false;
  const shown = writes.filter(
    ({ path }) => isContent(path) && !(path.startsWith(`${collections.demoEmbeds}/`) && isProtected),
  );
  return shown.map((write) => {
    const data = write.path === change.path ? afterOf(change) : write.type === 'delete' ? null : write.data;
    if (data === null) return { path: write.path, data };
    const stored: Data = Object.fromEntries(
      Object.entries(data).map(([field, value]) => [field, value === serverTime ? now.toISOString() : value]),
    );
    return { path: write.path, data: timestampsToIso(stored) ?? null };
  });
}

const isContent = (path: string): boolean => contentCollections.some((name) => path.startsWith(`${name}/`));

/** A stored `launch_versions` document: one document before and after a launch. */
const version = z.object({
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

type Version = z.output<typeof version>;

/**
 * Adds the planned writes to the transaction, with the versions that taking back needs. Returns the paths of the public
 * documents that are written.
 */
export async function applyLaunch(
  { firestore, transaction }: Context,
  launch: string,
  changes: readonly Change[],
): Promise<string[]> {
  const reads = batchReads(transaction);
  const versions = await Promise.all(changes.map((change) => versionOf({ firestore, reads }, launch, change)));
  const writes = changes.flatMap((change) => change.writes);
  applyWrites(firestore, transaction, writes);
  const expires_at = Timestamp.fromMillis(Date.now() + durations.launchKept);
  for (const [index, one] of versions.entries())
    transaction.set(firestore.doc(`${collections.launchVersions}/${launch}_${index}`), { ...one, expires_at });
  return [...new Set(writes.map(({ path }) => path).filter(isContent))];
}

async function versionOf({ firestore, reads }: Omit<Step, 'by'>, launch: string, change: Change): Promise<Version> {
  const { path, before: snapshot, writes } = change;
  const [collection = '', id = ''] = path.split('/');
  const isDemo = collection === collections.demos;
  const [embed, secret] = isDemo ? await reads.getAll(firestore.doc(embedPath(id)), firestore.doc(secretPath(id))) : [];
  const before = snapshot.data() ?? {};
  const after = afterOf(change) ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isStamp(name) && !isSame(before[name], after[name]));
  const fieldsOf = (data: Data) => Object.fromEntries(changed.map((name) => [name, data[name] ?? null]));
  const code = embedIn(embed?.data() ?? null);
  const written = writes.find((write) => write.path === embedPath(id));
  const hash: unknown = secret?.get('password_hash');
  const losesSecret = writes.some((write) => write.type === 'delete' && write.path === secretPath(id));
  const exists = afterOf(change) !== null;
  const rev = after['rev'];
  return {
    launch,
    path,
    existed: snapshot.exists,
    exists,
    rev: typeof rev === 'number' ? rev : null,
    // A deleted document is in the trash, with all its fields.
    before: exists ? fieldsOf(before) : {},
    after: exists ? fieldsOf(after) : {},
    embed_before: isDemo ? code : null,
    embed_after: isDemo && written?.type === 'set' ? embedIn(written.data) : code,
    secret_before: losesSecret && typeof hash === 'string' ? hash : null,
  };
}

const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** A field that was changed since the launch, too; `field` is null for the document as a whole. */
export interface TakeBackConflict {
  document: string;
  field: string | null;
}

/** How conflicts are resolved, by `{document}` or `{document}#{field}`: as before the launch, or as it is now. */
export type TakeBackChoices = Readonly<Record<string, 'before' | 'current'>>;

export type TakeBackPlan = Planned | { ok: 'undecided'; conflicts: TakeBackConflict[] };

/** Plans the return of each document to its version before a launch. Edits made since are kept. It only reads. */
export async function planTakeBack(context: Context, launch: string, choices: TakeBackChoices): Promise<TakeBackPlan> {
  const { firestore, transaction } = context;
  const stored = await transaction.get(firestore.collection(collections.launchVersions).where('launch', '==', launch));
  const step = stepOf(context);
  const versions = stored.docs.flatMap((one) => version.safeParse(one.data()).data ?? []);
  const problems: LaunchProblem[] = [];
  const conflicts: TakeBackConflict[] = [];
  const changes: Change[] = [];
  const documents =
    versions.length === 0 ? [] : await step.reads.getAll(...versions.map(({ path }) => firestore.doc(path)));
  const plans = await Promise.all(
    documents.map((current, index) => planReturn(step, { version: versions[index] as Version, current, choices })),
  );
  for (const [index, plan] of plans.entries()) {
    const { path } = versions[index] as Version;
    const before = documents[index] as DocumentSnapshot;
    if ('conflicts' in plan) conflicts.push(...plan.conflicts);
    else if ('reason' in plan) problems.push({ document: path, reason: plan.reason });
    else if (plan.writes.length > 0) changes.push({ path, before, ...plan });
  }
  if (conflicts.length > 0) return { ok: 'undecided', conflicts };
  const free = await separateTaken(step, authorCheck(context), { changes, leftOut: [] });
  problems.push(...free.problems);
  if (problems.length > 0 || (free.changes.length === 0 && free.leftOut.length > 0))
    return { ok: false, problems: [...problems, ...free.leftOut] };
  return { ok: true, changes: free.changes, leftOut: free.leftOut };
}

interface Return {
  version: Version;
  current: DocumentSnapshot;
  choices: TakeBackChoices;
}

type ReturnPlan = MemberPlan | { reason: LaunchFailure } | { conflicts: TakeBackConflict[] };

const nothing: MemberPlan = { writes: [], slug: null };

async function planReturn(step: Step, { version, current, choices }: Return): Promise<ReturnPlan> {
  const { by } = step;
  const { viewer } = by;
  const { path } = version;
  const [collection = '', id = ''] = path.split('/');
  const data = current.data() ?? null;
  if (collection === collections.redirects) return returnRedirect(by, { version, data, id, choices });
  const kind = draftOf({ collection });
  if (kind === null) return nothing;
  if (!version.exists) {
    // The launch deleted it.
    if (data !== null || kind === 'setting') return nothing;
    const trashed = readTrashed(await readData(step, trashPath(kind, id)));
    if (!trashed) return { reason: 'missing' };
    if (!canRestoreDocument(trashed.kind, viewer, ownedBy(trashed.data))) return { reason: 'notAllowed' };
    return { writes: planRestore(trashed, viewer.uid).writes, slug: trashed.data['slug'] ?? null };
  }
  // Deleted since: that edit is kept.
  if (data === null || !hasRev(data)) return nothing;
  if (!version.existed && kind !== 'setting') return returnCreation(step, { kind, id, version, data, choices });
  return returnFields(step, { kind, id, version, data, choices });
}

interface Returned {
  kind: Savable;
  id: string;
  version: Version;
  data: Data & { rev: number };
  choices: TakeBackChoices;
}

/** Moves a document that the launch created to the trash. */
async function returnCreation(
  step: Step,
  { kind, id, version, data, choices }: Returned & { kind: Kind },
): Promise<ReturnPlan> {
  if (data.rev !== version.rev) {
    const choice = choices[version.path];
    if (choice === undefined) return { conflicts: [{ document: version.path, field: null }] };
    if (choice === 'current') return nothing;
  }
  const { viewer } = step.by;
  if (!abilities(kind, viewer, ownedBy(data)).canDelete) return { reason: 'notAllowed' };
  const embed = kind === 'demo' ? embedIn((await readData(step, embedPath(id))) ?? null) : null;
  return { writes: planDelete({ kind, id, data, embed, uid: viewer.uid }), slug: null };
}

/** Gives the changed fields their former values; texts are merged by lines with the edits made since. */
async function returnFields(step: Step, { kind, id, version, data, choices }: Returned): Promise<ReturnPlan> {
  const { viewer, usedSecondFactor } = step.by;
  const mayChange =
    kind === 'setting'
      ? can(viewer, 'update', { what: collections.settings })
      : abilities(kind, viewer, ownedBy(data)).canPublish;
  if (!mayChange) return { reason: 'notAllowed' };
  const former = kind === 'setting' ? formerSetting(id, version, data) : version;
  const current = kind === 'setting' ? partsOf(data['value']) : data;
  const merged = mergeFields(former, current, { document: version.path, choices });
  if ('conflicts' in merged) return merged;
  const companions: { embed?: string; passwordHash?: string } = {};
  if (kind === 'demo' && version.embed_before !== version.embed_after && version.embed_before !== null) {
    const now = embedIn((await readData(step, embedPath(id))) ?? null);
    const choice = now === version.embed_after ? 'before' : choices[`${version.path}#iframe_url`];
    if (choice === undefined) return { conflicts: [{ document: version.path, field: 'iframe_url' }] };
    if (choice === 'before') companions.embed = version.embed_before;
  }
  const { fields } = merged;
  if (version.secret_before !== null && fields['is_password_protected'] === true)
    companions.passwordHash = version.secret_before;
  if (Object.keys(fields).length === 0 && Object.keys(companions).length === 0) return nothing;
  const stored = kind === 'setting' ? { value: wholeOf(data['value'], { ...current, ...fields }) } : fields;
  if (demandsSecondFactor(kind, id, stored) && !usedSecondFactor) return { reason: 'notAllowed' };
  const after = { ...data, ...stored };
  if (kind !== 'setting' && after['is_published'] === true && !isComplete(kind, after)) return { reason: 'invalid' };
  const { writes } = planSave({
    kind,
    id,
    base: baseAfter(data.rev, data),
    fields: stored,
    companions,
    uid: viewer.uid,
  });
  return { writes, slug: after['slug'] ?? null };
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
  const names = Object.keys({ ...before, ...after }).filter((name) => !isSame(before[name], after[name]));
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
    if (isSame(now, former)) continue;
    const choice = isSame(now, after[field]) ? 'before' : choices[`${document}#${field}`];
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
    const merged = piece.clash ? piece.merged : piece.lines;
    if (merged === null) return null;
    lines.push(...merged);
  }
  return lines.join('\n');
}

function returnRedirect(
  { viewer }: Publisher,
  { version, data, id, choices }: { version: Version; data: Data | null; id: string; choices: TakeBackChoices },
): ReturnPlan {
  if (!can(viewer, 'update', { what: collections.redirects })) return { reason: 'notAllowed' };
  const current = redirectFields.safeParse(data).data;
  if (!current) return nothing;
  // A redirect that did not exist before is removed; its document remains.
  const former = version.existed ? version : { before: { to: null }, after: { to: version.after['to'] } };
  const merged = mergeFields(former, current, { document: version.path, choices });
  if ('conflicts' in merged) return merged;
  const fields = redirectFields.safeParse({ ...current, ...merged.fields }).data;
  if (!fields || Object.keys(merged.fields).length === 0) return nothing;
  return { writes: [putRedirect(id, fields, viewer.uid)], slug: null };
}
