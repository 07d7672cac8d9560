import { orderPages, pagesBelow, pagesInCycles } from '@frontage/model/navigation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropBetween, planMove, type Placed, renumber, withoutBranch } from './plan-moves.ts';

const costs: Record<string, number> = { '*': 0, '!': Infinity };

const numbered = (text: string) =>
  text.split(' ').map((word) => {
    const [, id = '', order = '', mark = ''] = /^(.):(\d+)(.?)$/.exec(word) ?? [];
    return { id, order: Number(order), cost: costs[mark] ?? 1 };
  });

describe('renumber', () => {
  // `id:order` in the wanted order; `*` is written anyway, `!` may not be written.
  it.each([
    ['keeps an order that is as wanted', 'a:0 b:1 c:5', {}],
    ['keeps equal numbers that are ordered by id', 'a:1 b:1 c:1', {}],
    ['changes only the page that moves to the end', 'b:1 c:2 a:0', { a: 3 }],
    ['uses a free number between two others', 'a:0 c:20* b:10', { c: 5 }],
    ['uses an equal number if the ids are in order', 'a:3 c:9* d:3', { c: 3 }],
    ['changes the pages after it if no number is free', 'c:9* a:0 b:0', { a: 10, b: 20 }],
    ['leaves numbers free when all change', 'c:0! b:0 a:0', { b: 10, a: 20 }],
    ['changes another page than a forbidden one', 'b:1! a:0', { a: 2 }],
  ])('%s', (_title, text, expected) => {
    const numbers = renumber(numbered(text));
    expect(Object.fromEntries(numbers ?? [])).toMatchObject(expected);
  });

  it.each(['b:0! a:0!', 'b:1! a:0!', `b:${String(Number.MAX_SAFE_INTEGER)}! a:0`])('returns null for %s', (text) => {
    expect(renumber(numbered(text))).toBeNull();
  });

  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const pages = fc
    .tuple(
      fc.shuffledSubarray(ids, { minLength: 1 }),
      fc.array(fc.oneof(fc.nat(4), fc.constant(Number.MAX_SAFE_INTEGER)), { minLength: 6, maxLength: 6 }),
      fc.array(fc.constantFrom(0, 1, 1, 1, Infinity), { minLength: 6, maxLength: 6 }),
    )
    .map(([order, numbers, costs]) =>
      order.map((id, index) => ({ id, order: numbers[index] ?? 0, cost: costs[index] ?? 1 })),
    );

  const isOrdered = (list: readonly { id: string; order: number }[]) =>
    orderPages(list.map(({ id, order }) => ({ id, menu_order: order }))).every(({ id }, i) => id === list[i]?.id);

  /** The lowest cost of all sets of changed pages, by brute force. */
  function lowestCost(list: readonly { id: string; order: number; cost: number }[]): number {
    const costs = Array.from({ length: 2 ** list.length }, (_, set) => {
      let last = { order: 0, id: '' };
      for (const [index, { id, order }] of list.entries()) {
        const lowest = id > last.id ? last.order : last.order + 1;
        if (set & (2 ** index)) last = { order: lowest, id };
        else if (order < lowest) return Infinity;
        else last = { order, id };
        if (last.order > Number.MAX_SAFE_INTEGER) return Infinity;
      }
      return list.reduce((sum, { cost }, index) => (set & (2 ** index) ? sum + cost : sum), 0);
    });
    return Math.min(...costs);
  }

  it('results in the wanted order at the lowest cost, with valid numbers', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const numbers = renumber(list);
        const lowest = lowestCost(list);
        if (numbers === null) {
          expect(lowest).toBe(Infinity);
          return;
        }
        const after = list.map((page) => ({ ...page, order: numbers.get(page.id) ?? page.order }));
        expect(isOrdered(after)).toBe(true);
        expect(after.every(({ order }) => Number.isSafeInteger(order) && order >= 0)).toBe(true);
        expect(list.reduce((sum, { id, cost }) => (numbers.has(id) ? sum + cost : sum), 0)).toBe(lowest);
      }),
      { numRuns: 500 },
    );
  });
});

const tree = (text: string) =>
  text.split(' ').map((word) => ({ id: word.replaceAll('-', ''), depth: word.lastIndexOf('-') + 1 }));

describe('a drop between rows', () => {
  // a, -b, --c, d without the moved branch.
  it.each([
    [0, 0, null, null, 0],
    [0, 3, null, null, 0],
    [1, 0, 'a', null, 1],
    [1, 1, 'a', null, 1],
    [2, 1, 'b', null, 2],
    [3, 3, 'c', null, 3],
    [3, 2, 'b', 'c', 2],
    [3, 1, 'a', 'b', 1],
    [3, 0, null, 'a', 0],
    [4, 0, null, 'd', 0],
    [4, 1, 'd', null, 1],
    [9, 9, 'd', null, 1],
  ])('in gap %d at depth %d is below %s after %s', (...[gap, depth, parentId, after, resulting]) => {
    const drop = dropBetween(tree('a -b --c d'), { gap, depth });
    expect(drop).toMatchObject({ parentId, after, depth: resulting });
  });

  it('below a closed page is after its last child', () => {
    expect(dropBetween(tree('a d'), { gap: 1, depth: 1 }, (id) => id === 'a')).toMatchObject({
      parentId: 'a',
      after: 'last',
    });
  });

  it.each([
    ['a', 'd'],
    ['b', 'a d'],
    ['c', 'a -b d'],
    ['d', 'a -b --c'],
  ])('withoutBranch removes %s and the rows below it: %s', (id, expected) => {
    expect(withoutBranch(tree('a -b --c d'), id)).toEqual(tree(expected));
  });
});

const page = (id: string, parent_id: string | null, menu_order: number): Placed => ({ id, parent_id, menu_order });
const pages = [page('a', null, 0), page('b', null, 1), page('c', null, 2), page('d', 'a', 0), page('e', 'd', 0)];
const all = () => true;

describe('planMove', () => {
  const plan = (request: Partial<Parameters<typeof planMove<Placed>>[1]>) =>
    planMove(pages, { ids: [], parentId: null, after: 'last', mayWrite: all, ...request });

  it.each([
    ['reorders', { ids: ['c'], after: 'a' }, { c: { menu_order: 0 } }],
    ['moves to the start', { ids: ['c'], after: null }, { c: { menu_order: 0 }, a: { menu_order: 1 } }],
    ['changes the parent', { ids: ['c'], parentId: 'a' }, { c: { parent_id: 'a' } }],
    ['moves to the top level', { ids: ['e'] }, { e: { parent_id: null, menu_order: 3 } }],
    ['moves several together', { ids: ['c', 'b'], parentId: 'd' }, { b: { parent_id: 'd' }, c: { parent_id: 'd' } }],
    ['moves pages below along', { ids: ['d', 'e'], parentId: 'b' }, { d: { parent_id: 'b' } }],
    ['changes nothing for the present place', { ids: ['b'], after: 'a' }, {}],
  ] as const)('%s', (_title, request, expected) => {
    const planned = plan(request);
    const moves = planned.ok ? planned.moves : [];
    expect(Object.fromEntries(moves.map(({ page: { id }, fields }) => [id, fields]))).toEqual(expected);
  });

  it('keeps the parent of a page that is shown at another level', () => {
    const siblings = [pages[0], pages[3]].flatMap((each) => (each ? { ...each } : []));
    const request = { ids: ['d'], after: null, siblings };
    expect(plan({ ...request, keepsParent: true })).toMatchObject({ moves: [{ fields: { menu_order: 1 } }] });
    expect(plan(request)).toMatchObject({ moves: [{ fields: { parent_id: null } }, {}] });
  });

  it.each([
    ['cycle', { ids: ['a'], parentId: 'e' }],
    ['cycle', { ids: ['a'], parentId: 'a' }],
    ['missing', { ids: ['gone'] }],
    ['missing', { ids: ['a'], parentId: 'gone' }],
    ['denied', { ids: ['a'], parentId: 'b', mayWrite: () => false }],
    ['denied', { ids: ['c'], after: null, mayWrite: ({ id }: Placed) => id === 'c' }],
  ] as const)('refuses with %s', (reason, request) => {
    expect(plan(request)).toEqual({ ok: false, reason });
  });

  const arbitrary = fc
    .array(fc.tuple(fc.option(fc.nat(7)), fc.nat(3)), { minLength: 2, maxLength: 8 })
    .map((rows) =>
      rows.map(([parent, order], index) => page(`p${index}`, parent === null ? null : `p${parent}`, order)),
    );

  it('never makes a cycle and results in the wanted order for any tree', () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(7), fc.option(fc.nat(7)), fc.nat(7), (...[list, moved, target, position]) => {
        const id = `p${moved % list.length}`;
        const parentId = target === null ? null : `p${target % list.length}`;
        const siblings = (pagesBelow(list).get(parentId) ?? []).filter((sibling) => sibling.id !== id);
        const after = siblings[position - 1]?.id ?? null;
        const planned = planMove(list, { ids: [id], parentId, after, mayWrite: all });
        const cyclic = pagesInCycles(list);
        if (!planned.ok) {
          expect(planned.reason).toBe('cycle');
          return;
        }
        const changes = new Map(planned.moves.map((move) => [move.page.id, move.fields]));
        const next = list.map((each) => ({ ...each, ...changes.get(each.id) }));
        expect([...pagesInCycles(next)].filter((each) => !cyclic.has(each))).toEqual([]);
        const wanted = siblings.map((sibling) => sibling.id);
        wanted.splice(wanted.indexOf(after ?? '') + 1, 0, id);
        const shown = (pagesBelow(next).get(parentId) ?? []).map((each) => each.id);
        // A page that leaves a cycle may free others, which then leave the top level.
        expect(shown).toEqual(wanted.filter((each) => shown.includes(each)));
        expect(shown).toContain(id);
      }),
      { numRuns: 500 },
    );
  });
});
