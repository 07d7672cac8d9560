import { expect, it } from 'vitest';
import { filterRows, oldAddresses, redirectRows } from './redirect-rows.ts';

const own = (from: string, to: string) => ({ from, to, status: 301 as const });
const rows = redirectRows(
  [own('/%C3%BCber', '/page/about'), own('/page/old', '/demos')],
  [
    { from: '/page/old', to: '/page/new', of: 'New' },
    { from: '/demo/ada', to: '/demo/eve', of: 'Eve' },
    { from: '/page/100%', to: '/page/new', of: 'Malformed' },
  ],
);

it.each([
  ['', 'all', ['/%C3%BCber', '/demo/ada', '/page/100%', '/page/old']],
  ['', 'own', ['/%C3%BCber', '/page/old']],
  ['', 'old', ['/demo/ada', '/page/100%']],
  ['Uber', 'all', ['/%C3%BCber']],
  ['about', 'all', ['/%C3%BCber']],
  ['eve', 'all', ['/demo/ada']],
  ['100%', 'all', ['/page/100%']],
  ['nothing', 'all', []],
])('filters redirects by the text %j and the type %s: %j', (search, sort, expected) => {
  expect(filterRows(rows, { search, sort }).map(({ from }) => from)).toEqual(expected);
});

it('lists the old addresses of published documents', () => {
  const page = (id: string, slug: string, is_published = true) => ({
    id,
    slug,
    name: `Page ${id}`,
    path: `/page/${slug}`,
    is_published,
  });
  const slugs = Object.entries({
    'page:new': 'p1',
    'page:older': 'p1',
    'page:old': 'p1',
    'page:draft': 'p2',
    'page:gone': 'p3',
    'page:taken': 'p1',
    'demo:ada': 'd1',
  }).map(([id, holder]) => ({ id, data: { id: holder } }));
  const documents = {
    page: [page('p1', 'new'), page('p2', 'hidden', false), page('p4', 'taken')],
    demo: [{ ...page('d1', 'eve'), path: '/demo/eve' }],
  };
  expect(oldAddresses(slugs, documents).map(({ from, to }) => `${from} ${to}`)).toEqual([
    '/demo/ada /demo/eve',
    '/page/old /page/new',
    '/page/older /page/new',
  ]);
});
