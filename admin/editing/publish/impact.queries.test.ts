import type { PlannedChange } from '@frontage/model/preview';
import { describe, expect, it } from 'vitest';
import { sortByImportance, withdrawalWords } from './impact.queries.ts';

const change = (path: string, kind: PlannedChange['change']): PlannedChange => ({ path, change: kind, reason: '' });

it('lists removed addresses first', () => {
  const changes = [change('/', 'changed'), change('/page/b', 'added'), change('/page/a', 'removed')];
  expect(sortByImportance(changes).map(({ path }) => path)).toEqual(['/page/a', '/page/b', '/']);
});

describe('withdrawalWords', () => {
  const about = change('/page/about', 'removed');
  it.each([
    ['no change', { changes: [], total: 0, inbound: 0 }, 'Visitors see no difference.'],
    ['one removed page', { changes: [about], total: 1, inbound: 0 }, '/page/about is removed.'],
    [
      'a removed page with links and a changed page',
      { changes: [about, change('/', 'changed')], total: 2, inbound: 12, links: [{ path: '/page/a', title: 'Ada' }] },
      '/page/about is removed. 12 pages link here. Linked from “Ada” and 11 more. 1 other address changes.',
    ],
    ['a changed page', { changes: [change('/', 'changed')], total: 1, inbound: 0 }, '1 other address changes.'],
    [
      'two addresses of one page',
      { changes: [about, change('/about', 'removed')], total: 9, inbound: 1 },
      '/page/about, /about are removed. 1 page links here. 7 other addresses change.',
    ],
  ])('describes %s', (_name, plan, words) => {
    expect(withdrawalWords(plan)).toBe(words);
  });
});
