import { expect, it } from 'vitest';
import { oldAddresses } from './old-addresses.ts';

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
