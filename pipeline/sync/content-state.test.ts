import { describe, expect, it } from 'vitest';
import { applyRead, contentFrom, emptyContent, type ContentState } from './content-state.ts';
import { aDemo, anEmbed, aPage, aSection, aSetting } from './documents.fixture.ts';
import { addDeletedDocuments } from './deleted-documents.ts';
import type { JsonObject } from './source.ts';

type Written = Record<string, JsonObject | null>;

/** Content after reads a day apart, the first of them on the first of January. */
function contentAfter(...reads: Written[]): ContentState {
  return reads.reduce((state, written, index) => {
    const at = `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00.000Z`;
    const documents = Object.entries(written).map(([path, data]) => ({ path, data, time: at }));
    return applyRead(state, { documents, at }).state;
  }, emptyContent);
}

const slugs = ({ composition: { pages, demos } }: ContentState): string[] =>
  [...pages.published.keys(), ...demos.published.keys()].sort();

const problems = ({ invalid, composition: { pages, demos } }: ContentState): string[] =>
  [...[...invalid.values()].flat(), ...pages.problems, ...demos.problems].map(
    ({ document, field, message }) => `${document} ${String(field)}: ${message}`,
  );

describe('bad documents', () => {
  it('are left out, and the others stay', () => {
    const state = contentAfter({ 'pages/a': aPage({ slug: 'a' }), 'pages/b': aPage({ slug: 'B!' }) });
    expect(slugs(state)).toEqual(['a']);
    expect(problems(state)).toEqual(['pages/b slug: Slug must be lowercase with hyphens only']);
  });

  it('leave their last valid version live', () => {
    const state = contentAfter({ 'pages/a': aPage({ title: 'First' }) }, { 'pages/a': aPage({ title: '' }) });
    expect(state.composition.pages.published.get('about')?.title).toBe('First');
    expect(problems(state)).toEqual(['pages/a title: Title is required']);
  });

  it('leave it through any number of invalid versions', () => {
    const state = contentAfter(
      { 'pages/a': aPage({ title: 'First' }) },
      { 'pages/a': aPage({ title: '' }) },
      { 'pages/a': aPage({ title: '', slug: '' }) },
    );
    expect(state.composition.pages.published.get('about')?.title).toBe('First');
  });

  it.each<[string, Written, Written]>([
    ['unpublished', { 'pages/a': aPage() }, { 'pages/a': aPage({ title: '', is_published: false }) }],
    ['deleted', { 'pages/a': aPage() }, { 'pages/a': null }],
    [
      'protected',
      { 'demo_pages/a': aDemo(), 'demo_embeds/a': anEmbed() },
      { 'demo_pages/a': aDemo({ heading: '', is_password_protected: true }) },
    ],
  ])('withdraw a document that is now %s', (_, before, after) => {
    expect(slugs(contentAfter(before))).toHaveLength(1);
    expect(slugs(contentAfter(before, after))).toEqual([]);
  });

  it('do not bring back withdrawn documents', () => {
    const state = contentAfter(
      { 'pages/a': aPage() },
      { 'pages/a': aPage({ title: '', is_published: false }) },
      { 'pages/a': aPage({ title: '' }) },
    );
    expect(slugs(state)).toEqual([]);
  });

  it('are forgotten once they are put right', () => {
    const state = contentAfter({ 'pages/a': aPage({ title: '' }) }, { 'pages/a': aPage({ title: 'Right' }) });
    expect(problems(state)).toEqual([]);
    expect(slugs(state)).toEqual(['about']);
  });
});

describe('documents in each other’s way', () => {
  it('a slug taken twice belongs to the older document', () => {
    const state = contentAfter({
      'pages/a': aPage({ created_at: '2026-01-02T00:00:00.000Z' }),
      'pages/b': aPage({ created_at: '2026-01-01T00:00:00.000Z' }),
    });
    expect(state.composition.pages.published.get('about')?.id).toBe('b');
    expect([...state.composition.pages.claims.refused.keys()]).toEqual(['a']);
    expect(problems(state)).toEqual(['pages/a slug: This slug is already in use']);
  });

  it('a page and a demo may have the same slug', () => {
    const state = contentAfter({
      'pages/a': aPage({ slug: 'ada' }),
      'demo_pages/a': aDemo({ slug: 'ada' }),
      'demo_embeds/a': anEmbed(),
    });
    expect(problems(state)).toEqual([]);
  });

  it('pages in a cycle of parents are reported and stay', () => {
    const state = contentAfter({
      'pages/a': aPage({ slug: 'a', parent_id: 'b' }),
      'pages/b': aPage({ slug: 'b', parent_id: 'a' }),
      'pages/c': aPage({ slug: 'c', parent_id: 'a' }),
    });
    expect(slugs(state)).toEqual(['a', 'b', 'c']);
    expect(problems(state).sort()).toEqual([
      'pages/a parent_id: A page cannot be placed below itself',
      'pages/b parent_id: A page cannot be placed below itself',
    ]);
    const mended = applyRead(state, { documents: [{ path: 'pages/b', data: null, time: 'x' }], at: 'x' }).state;
    expect(problems(mended)).toEqual([]);
  });

  it('a published demo without embed code is left out until it has some', () => {
    const bare = contentAfter({ 'demo_pages/a': aDemo() });
    expect(slugs(bare)).toEqual([]);
    expect(problems(bare)).toEqual(['demo_pages/a iframe_url: Embed code is required']);
    const whole = contentAfter({ 'demo_pages/a': aDemo() }, { 'demo_embeds/a': anEmbed() });
    expect(slugs(whole)).toEqual(['ada-speaks']);
    expect(problems(whole)).toEqual([]);
  });

  it('hides the embed code of a protected demo from templates', () => {
    const state = contentAfter({
      'demo_pages/a': aDemo({ is_password_protected: true }),
      'demo_embeds/a': anEmbed(),
      'demo_pages/b': aDemo({ slug: 'open' }),
      'demo_embeds/b': anEmbed('https://demo.example/open'),
    });
    expect([...state.composition.demos.embeds]).toEqual([['b', 'https://demo.example/open']]);
  });
});

describe('the day content last changed', () => {
  const page = { 'pages/a': aPage() };
  it.each<[string, Written[], string]>([
    ['is that of the newest public document', [page], '2026-01-01'],
    ['is that of the first read when nothing is public', [{}], '2026-01-01'],
    ['moves with a public edit', [page, { 'pages/a': aPage({ title: 'New' }) }], '2026-01-02'],
    ['moves when something goes', [page, { 'pages/a': null }], '2026-01-02'],
    ['stays when a draft is saved', [page, { 'pages/b': aPage({ slug: 'b', is_published: false }) }], '2026-01-01'],
    [
      'stays when a section is hidden all along',
      [page, { 'homepage_sections/s': aSection({ is_visible: false }) }],
      '2026-01-01',
    ],
    ['moves with a setting', [page, { 'site_settings/ga4_id': aSetting('G-1') }], '2026-01-02'],
  ])('%s', (_, reads, asOf) => {
    expect(contentAfter(...reads).asOf).toBe(asOf);
  });
});

it('a repeated read changes nothing', () => {
  const state = contentAfter({ 'pages/a': aPage() });
  const documents = [{ path: 'pages/a', data: aPage(), time: '2026-01-01T00:00:00.000Z' }];
  const read = applyRead(state, { documents, at: '2026-01-09T00:00:00.000Z' });
  expect(read.changes).toEqual([]);
  expect(read.state).toBe(state);
});

it('documents that a full read does not find are gone', () => {
  const state = contentAfter({ 'pages/a': aPage({ slug: 'a' }), 'pages/b': aPage({ slug: 'b' }) });
  const found = [{ path: 'pages/a', data: aPage({ slug: 'a' }), time: '2026-01-01T00:00:00.000Z' }];
  const read = applyRead(state, addDeletedDocuments(state, { documents: found, at: '2026-01-02T00:00:00.000Z' }));
  expect(read.changes.map(({ path, after }) => [path, after])).toEqual([['pages/b', null]]);
  expect(slugs(read.state)).toEqual(['a']);
});

it('stored documents make the content they were stored from', () => {
  const state = contentAfter(
    { 'pages/a': aPage({ title: 'First' }), 'demo_pages/d': aDemo(), 'demo_embeds/d': anEmbed() },
    { 'pages/a': aPage({ title: '' }), 'site_settings/ga4_id': aSetting('G-1') },
  );
  const again = contentFrom(state.documents.values(), { asOf: state.asOf, leave: null });
  expect(again.asOf).toBe(state.asOf);
  expect(problems(again)).toEqual(problems(state));
  expect(again.composition.settings).toEqual(state.composition.settings);
  expect(Object.fromEntries(again.composition.pages.published)).toEqual(
    Object.fromEntries(state.composition.pages.published),
  );
});
