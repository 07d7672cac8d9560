import { type LaunchFailure, type LaunchMember, type LaunchProblem, memberPath } from '../launch.ts';
import { ownedBy } from '../permissions.ts';
import {
  approvedChange,
  type ChangePlan,
  planAlone,
  type Planning,
  type RefusedChange,
  takenSlugs,
} from './plan-change.ts';
import { readData, type Reads } from './reads.ts';

/** The inputs of a plan for documents that change together. */
export interface LaunchPlanning extends Planning {
  /** Reads outside of the transaction: continuous writes of an author would let it start again until it fails. */
  outside: Reads;
  /** Whether a user is an author without the right to publish. */
  isAuthor: (uid: string) => Promise<boolean>;
}

/** A planned launch. `leftOut` are the members that an author has changed, or whose slugs an author has taken. */
export type LaunchPlan =
  | { ok: true; changes: ChangePlan[]; leftOut: LaunchProblem[] }
  | { ok: false; problems: LaunchProblem[] };

/**
 * Plans the publication of all accepted members. It only reads; every member that cannot be published is named. A member
 * that its author changed or deleted after acceptance, or whose slug an author has taken, does not hold up the others: it
 * is left out, unless none remains.
 */
export async function planLaunch(planning: LaunchPlanning, members: readonly LaunchMember[]): Promise<LaunchPlan> {
  const all = members.filter(({ is_accepted }) => is_accepted);
  const leftOut = await movedByAuthors(planning, all);
  const accepted = all.filter((member) => !leftOut.some(({ document }) => document === memberPath(member)));
  if (accepted.length === 0)
    return leftOut.length > 0 ? { ok: false, problems: leftOut } : { ok: true, changes: [], leftOut };
  const plans = await Promise.all(accepted.map((member) => planMember(planning, member)));
  const problems: LaunchProblem[] = [];
  const changes: ChangePlan[] = [];
  for (const [index, plan] of plans.entries()) {
    const member = accepted[index] as LaunchMember;
    if (plan.ok) {
      changes.push(plan);
      continue;
    }
    const { reason } = plan;
    const isLeftOut = changedByAuthor.has(reason) && (await planning.isAuthor(member.owner ?? member.added_by));
    (isLeftOut ? leftOut : problems).push({ document: memberPath(member), reason });
  }
  const free = await separateTaken(planning, { changes, leftOut });
  problems.push(...free.problems);
  // The reasons of all members are named together, so that they are corrected at once.
  if (problems.length > 0 || free.changes.length === 0) return { ok: false, problems: [...problems, ...free.leftOut] };
  return { ok: true, changes: free.changes, leftOut: free.leftOut };
}

type RefusedMember = RefusedChange & { reason: LaunchFailure };

async function planMember(planning: Planning, member: LaunchMember): Promise<ChangePlan | RefusedMember> {
  const change = approvedChange(member);
  if (change === null) return { ok: false, before: null, reason: 'invalid' };
  return (await planAlone(planning, change)) as ChangePlan | RefusedMember;
}

/** The failures that the author of a document can cause after its acceptance; `image-alt` by describing an own image. */
const changedByAuthor: ReadonlySet<string> = new Set<LaunchFailure>([
  'missing',
  'documentMoved',
  'draftMoved',
  'liveMoved',
  'image-alt',
]);

/** The members that their authors have changed. A changed version does not return. */
async function movedByAuthors(planning: LaunchPlanning, members: readonly LaunchMember[]): Promise<LaunchProblem[]> {
  const areOwned = await Promise.all(members.map(({ owner, added_by }) => planning.isAuthor(owner ?? added_by)));
  const owned = members.filter((_, index) => areOwned[index]);
  const moved = owned.map(async (member): Promise<LaunchProblem[]> => {
    const plan = await planMember({ ...planning, reads: planning.outside, rules: [] }, member);
    const isMoved = !plan.ok && changedByAuthor.has(plan.reason);
    return isMoved ? [{ document: memberPath(member), reason: plan.reason }] : [];
  });
  return (await Promise.all(moved)).flat();
}

/** Changes that can be made, those that are left out, and those that prevent all. */
interface Separated {
  changes: ChangePlan[];
  leftOut: LaunchProblem[];
  problems: LaunchProblem[];
}

/**
 * Separates the changes whose slug another document has after all changes. One is left out if that document is an
 * unpublished one of an author, so that authors hold up no launch, or is left out itself and keeps its slug.
 */
export async function separateTaken(
  planning: LaunchPlanning,
  planned: Pick<Separated, 'changes' | 'leftOut'>,
): Promise<Separated> {
  // Outside of the transaction first, as in `movedByAuthors`.
  return separate(planning, await separate({ ...planning, reads: planning.outside }, planned));
}

async function separate(
  { reads, isAuthor }: Pick<LaunchPlanning, 'reads' | 'isAuthor'>,
  { changes: planned, leftOut: before }: Pick<Separated, 'changes' | 'leftOut'>,
): Promise<Separated> {
  let changes = planned;
  const leftOut = [...before];
  for (;;) {
    const taken = await takenSlugs(reads, changes);
    const lost = new Set<string>();
    const keepers = new Set(leftOut.map(({ document }) => document));
    const accepted = new Set(changes.map(({ path }) => path));
    for (const { path, holder } of taken) {
      if (accepted.has(holder)) continue;
      if (keepers.has(holder) || (await isUnpublishedOfAuthor({ reads, isAuthor }, holder))) lost.add(path);
    }
    if (lost.size === 0)
      return { changes, leftOut, problems: taken.map(({ path }) => ({ document: path, reason: 'slugTaken' })) };
    leftOut.push(...[...lost].map((document) => ({ document, reason: 'slugTaken' as const })));
    // Others may have planned to take their slugs, or the same slug.
    changes = changes.filter(({ path }) => !lost.has(path));
  }
}

async function isUnpublishedOfAuthor(
  { reads, isAuthor }: Pick<LaunchPlanning, 'reads' | 'isAuthor'>,
  path: string,
): Promise<boolean> {
  const data = await readData(reads, path);
  const { created_by, is_published } = ownedBy(data ?? {});
  return data !== null && !is_published && created_by !== null && isAuthor(created_by);
}
