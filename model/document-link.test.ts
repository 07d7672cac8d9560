import { describe, expect, it } from 'vitest';
import { aDemo, aPage, aSnapshot } from './content.fixture.ts';
import { queries } from './content.ts';
import { formatDocumentLink, parseDocumentLink, referenceOf } from './document-link.ts';

describe('parseDocumentLink', () => {
  it.each([
    ['page:about', { kind: 'page', id: 'about', anchor: '' }],
    ['demo:Ab_1-2.3~', { kind: 'demo', id: 'Ab_1-2.3~', anchor: '' }],
    ['page:about#our-team', { kind: 'page', id: 'about', anchor: 'our-team' }],
    ['page:about#a#b', { kind: 'page', id: 'about', anchor: 'a#b' }],
    ['page:about#', { kind: 'page', id: 'about', anchor: '' }],
    ['page:two%20words', { kind: 'page', id: 'two words', anchor: '' }],
    ['page:%C3%BCber', { kind: 'page', id: 'über', anchor: '' }],
  ])('reads %j', (target, link) => {
    expect(parseDocumentLink(target)).toEqual(link);
  });

  it.each([
    'page:',
    'page',
    'Page:about',
    'pages:about',
    'section:about',
    'page:about?x=1',
    'page:about/team',
    'page://about',
    'page:two words',
    'page:über',
    'page:a%2Fb',
    'page:%FF',
    'page:%c3%bc',
    'page:..',
    'page:__x__',
    'page:a"b',
    'page:about#two words',
    'page:about#"x',
    'page:about#<x>',
    ' page:about',
    'page:about\n',
    'javascript:page:about',
  ])('rejects %j', (target) => {
    expect(parseDocumentLink(target)).toBeNull();
  });
});

it.each(['about', 'Ab_1-2.3~', 'two words', "(it's)*!", 'über', '%41', '#?"<>\\'])(
  'formats and reads the id %j',
  (id) => {
    for (const kind of ['page', 'demo'] as const) {
      expect(parseDocumentLink(formatDocumentLink({ kind, id }))).toEqual({ kind, id, anchor: '' });
      const link = { kind, id, anchor: 'part' };
      expect(parseDocumentLink(formatDocumentLink(link))).toEqual(link);
    }
  },
);

it.each([
  ['pages/a', 'page:a'],
  ['demo_pages/d', 'demo:d'],
  ['homepage_sections/s', null],
])('the reference to %s is %s', (path, reference) => {
  expect(referenceOf(path)).toBe(reference);
});

describe('the address of a reference', () => {
  const snapshot = aSnapshot({
    pages: [aPage('a', { slug: 'about' }), aPage('draft', { is_published: false })],
    demos: [aDemo('a', { slug: 'ada' })],
  });

  it.each([
    ['page:a', '/page/about'],
    ['demo:a', '/demo/ada'],
    ['page:draft', null],
    ['page:missing', null],
    ['demo:missing', null],
  ] as const)('of %s is %s', (reference, address) => {
    expect(queries.address(snapshot, reference)).toBe(address);
  });

  it('is null for a document whose slug belongs to another one', () => {
    const pages = new Map([...snapshot.pageSlugs, ['b', { slug: 'about' }]]);
    expect(queries.address({ ...snapshot, pageSlugs: pages }, 'page:b')).toBeNull();
  });
});
