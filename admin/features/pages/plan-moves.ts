import { pagesBelow } from '@frontage/model/navigation';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { withDescendants } from './page-tree.ts';

/** The fields of a page that decide its place. */
export type Placed = Pick<ListedPage, 'id' | 'parent_id' | 'menu_order'>;

/** A row of a tree that is shown without closed branches. */
export interface TreeRow {
  id: string;
  depth: number;
}

/** A place in a tree: below a page (null for the top level), directly after a sibling, first (null) or last. */
export interface Place {
  parentId: string | null;
  after: string | null | 'last';
}

/** A place between two rows. */
export interface Drop extends Place {
  /** The index of the gap among the rows without the moved branch. */
  gap: number;
  depth: number;
}

/** The rows without page `id` and the rows below it. */
export function withoutBranch<Row extends TreeRow>(rows: readonly Row[], id: string): Row[] {
  const start = rows.findIndex((row) => row.id === id);
  const depth = rows[start]?.depth ?? 0;
  const length = rows.slice(start + 1).findIndex((row) => row.depth <= depth);
  return start < 0 ? [...rows] : rows.toSpliced(start, length < 0 ? rows.length : length + 1);
}

/**
 * The place in gap `gap` of `rows`, which do not contain the moved branch. The depth is the nearest possible one to
 * `depth`: at most one below the row before, at least that of the row after. A page dropped below a closed one becomes
 * its last child.
 */
export function dropBetween(
  rows: readonly TreeRow[],
  wanted: { gap: number; depth: number },
  isClosed: (id: string) => boolean = () => false,
): Drop {
  const gap = Math.max(0, Math.min(wanted.gap, rows.length));
  const previous = rows[gap - 1];
  const deepest = previous ? previous.depth + 1 : 0;
  const depth = Math.min(deepest, Math.max(rows[gap]?.depth ?? 0, wanted.depth, 0));
  const above = rows.slice(0, gap);
  const parent = above.findLast((row) => row.depth < depth);
  const sibling = above.findLast((row) => row.depth <= depth);
  const parentId = parent?.id ?? null;
  if (previous && parentId === previous.id && isClosed(previous.id)) return { gap, depth, parentId, after: 'last' };
  return { gap, depth, parentId, after: sibling?.depth === depth ? sibling.id : null };
}

interface Numbered {
  id: string;
  order: number;
  /** The cost of writing a new number; infinite if this is not permitted. */
  cost: number;
}

const largest = Number.MAX_SAFE_INTEGER;
// Leaves numbers free, so that the next moves change a single page.
const stride = 10;

/**
 * New order numbers for pages in a wanted order; pages that are not in the result keep theirs. Pages with equal numbers
 * are ordered by id. The sum of the costs is the lowest possible; null if no permitted change results in the order.
 */
export function renumber(pages: readonly Numbered[]): Map<string, number> | null {
  const kept = cheapestKept(pages);
  if (kept === null) return null;
  const numbers = new Map<string, number>();
  for (const [index, end] of [...kept, pages.length].entries()) {
    const start = kept[index - 1] ?? -1;
    const run = pages.slice(start + 1, end);
    const step = strideOf(run.length, pages[start]?.order, pages[end]?.order);
    const base = pages[start]?.order ?? (end === pages.length ? -step : -1);
    let last: Pick<Numbered, 'id' | 'order'> = pages[start] ?? { order: 0, id: '' };
    for (const [position, { id }] of run.entries()) {
      const order = step > 0 ? base + step * (position + 1) : lowestAfter(last, id);
      numbers.set(id, order);
      last = { order, id };
    }
  }
  return numbers;
}

/** The lowest number that orders page `id` after the page `last`. */
const lowestAfter = (last: { order: number; id: string }, id: string): number =>
  id > last.id ? last.order : last.order + 1;

/** The distance between the numbers of `count` pages between two others; 0 if only the lowest numbers are possible. */
function strideOf(count: number, from: number | undefined, to: number | undefined): number {
  if (to !== undefined) return Math.floor((to - (from ?? -1)) / (count + 1));
  const step = count > 1 ? stride : 1;
  return (from ?? 0) + step * count <= largest ? step : 0;
}

/** The indices of the pages that keep their number, so that the cost of the others is lowest; null if it is infinite. */
function cheapestKept(pages: readonly Numbered[]): number[] | null {
  const count = pages.length;
  // Index 0 is the start, index `count + 1` the end, and index i the page before it in the list.
  const best = Array.from({ length: count + 2 }, () => ({ cost: Infinity, from: -1 }));
  best[0] = { cost: 0, from: -1 };
  const improve = (index: number, cost: number, from: number): void => {
    if (cost < (best[index]?.cost ?? 0)) best[index] = { cost, from };
  };
  for (let from = 0; from <= count; from += 1) {
    const start = pages[from - 1];
    let cost = best[from]?.cost ?? Infinity;
    let last = start ?? { order: 0, id: '' };
    for (let index = from + 1; index <= count && cost < Infinity; index += 1) {
      const page = pages[index - 1];
      if (!page) break;
      const { id, order } = page;
      if (order > last.order || (order === last.order && id > last.id)) improve(index, cost, from);
      cost += page.cost;
      last = { order: lowestAfter(last, id), id };
    }
    if (last.order <= largest) improve(count + 1, cost, from);
  }
  if (best[count + 1]?.cost === Infinity) return null;
  const kept: number[] = [];
  for (let index = best[count + 1]?.from ?? 0; index > 0; index = best[index]?.from ?? 0) kept.unshift(index - 1);
  return kept;
}

/** The new values of one page. */
export interface Move<P> {
  page: P;
  fields: { menu_order?: number; parent_id?: string | null };
}

export type MovePlan<P> = { ok: true; moves: Move<P>[] } | { ok: false; reason: 'cycle' | 'missing' | 'denied' };

interface MoveRequest<P> extends Place {
  /** The pages to move, which become neighbors in their present order. Pages below them move along. */
  ids: readonly string[];
  mayWrite: (page: P) => boolean;
  /** The pages at the place, in order; those below the parent by default. */
  siblings?: readonly P[];
  /** Whether moved pages that are already among `siblings` keep their parent. */
  keepsParent?: boolean;
}

// Below any sum of differences between whole costs.
const tiny = 1e-9;

/** The fewest changes that move pages to a place. */
export function planMove<P extends Placed>(pages: readonly P[], request: MoveRequest<P>): MovePlan<P> {
  const { parentId, after, mayWrite, siblings, keepsParent = false } = request;
  const byId = new Map(pages.map((page) => [page.id, page]));
  const ids = request.ids.filter((id) => !request.ids.some((o) => o !== id && withDescendants(pages, o).has(id)));
  if (!ids.every((id) => byId.has(id)) || (parentId !== null && !byId.has(parentId))) {
    return { ok: false, reason: 'missing' };
  }
  if (parentId !== null && ids.some((id) => withDescendants(pages, id).has(parentId))) {
    return { ok: false, reason: 'cycle' };
  }
  const present = siblings ?? pagesBelow(pages).get(parentId) ?? [];
  const moved = inTreeOrder(pages, ids);
  if (moved.some((page) => !mayWrite(page))) return { ok: false, reason: 'denied' };
  const others = present.filter(({ id }) => !ids.includes(id));
  const index = after === 'last' ? others.length : others.findIndex(({ id }) => id === after) + 1;
  const ordered = others.toSpliced(index, 0, ...moved);
  const staysBelow = (page: P) =>
    page.parent_id === parentId || (keepsParent && present.some(({ id }) => id === page.id));
  // A page with a new parent is written anyway; among equally few changes, the moved pages change.
  const costOf = (page: P) => (ids.includes(page.id) ? (staysBelow(page) ? 1 - tiny : tiny) : 1);
  const numbers = renumber(
    ordered.map((page) => ({
      id: page.id,
      order: page.menu_order,
      cost: mayWrite(page) ? costOf(page) : Infinity,
    })),
  );
  if (numbers === null) return { ok: false, reason: 'denied' };
  const moves = ordered.flatMap((page): Move<P>[] => {
    const order = numbers.get(page.id) ?? page.menu_order;
    const fields = {
      ...(order !== page.menu_order && { menu_order: order }),
      ...(ids.includes(page.id) && !staysBelow(page) && { parent_id: parentId }),
    };
    return Object.keys(fields).length === 0 ? [] : [{ page, fields }];
  });
  return { ok: true, moves };
}

/** The pages `ids` in the order of the tree. */
function inTreeOrder<P extends Placed>(pages: readonly P[], ids: readonly string[]): P[] {
  const below = pagesBelow(pages);
  const ordered: P[] = [];
  const visit = (parent: string | null): void => {
    for (const page of below.get(parent) ?? []) {
      if (ids.includes(page.id)) ordered.push(page);
      visit(page.id);
    }
  };
  visit(null);
  return ordered;
}
