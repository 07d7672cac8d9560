import { expect, it } from 'vitest';
import { filterRows, redirectRows } from './redirect-rows.ts';

const own = (from: string, to: string) => ({ from, to, status: 301 as const });
const rows = redirectRows(
  [own('/%C3%BCber', '/page/about'), own('/page/old', '/demos')],
  [
    { from: '/page/old', to: '/page/new', of: 'New' },
    { from: '/demo/ada', to: '/demo/eve', of: 'Eve' },
  ],
);

it.each([
  ['', 'all', ['/%C3%BCber', '/demo/ada', '/page/old']],
  ['', 'own', ['/%C3%BCber', '/page/old']],
  ['', 'old', ['/demo/ada']],
  ['Uber', 'all', ['/%C3%BCber']],
  ['about', 'all', ['/%C3%BCber']],
  ['eve', 'all', ['/demo/ada']],
  ['nothing', 'all', []],
])('filters redirects by the text %j and the type %s: %j', (search, sort, expected) => {
  expect(filterRows(rows, { search, sort }).map(({ from }) => from)).toEqual(expected);
});
