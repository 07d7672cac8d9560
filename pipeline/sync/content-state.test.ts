import { describe, expect, it } from 'vitest';
import { addDeletedDocuments, applyRead, contentFrom, type ContentState, emptyContent } from './content-state.ts';
import { aDemo, anEmbed, aPage, aSection, aSetting } from './documents.fixture.ts';
import type { JsonObject } from './source.ts';

type Written = Record<string, JsonObject | null>;

/** Content after reads on successive days, the first on January 1. */
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

describe('applyRead with invalid documents', () => {
  it('excludes an invalid document and keeps the others', () => {
    const state = contentAfter({ 'pages/a': aPage({ slug: 'a' }), 'pages/b': aPage({ slug: 'B!' }) });
    expect(slugs(state)).toEqual(['a']);
    expect(problems(state)).toEqual(['pages/b slug: Slug must be lowercase with hyphens only']);
  });

  it('keeps the last valid version live', () => {
    const state = contentAfter({ 'pages/a': aPage({ title: 'First' }) }, { 'pages/a': aPage({ title: '' }) });
    expect(state.composition.pages.published.get('about')?.title).toBe('First');
    expect(problems(state)).toEqual(['pages/a title: Title is required']);
  });

  it('keeps the last valid version live through several invalid versions', () => {
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
  ])('withdraws a document that is now %s', (_, before, after) => {
    expect(slugs(contentAfter(before))).toHaveLength(1);
    expect(slugs(contentAfter(before, after))).toEqual([]);
  });

  it('does not restore the valid version of a withdrawn document', () => {
    const state = contentAfter(
      { 'pages/a': aPage() },
      { 'pages/a': aPage({ title: '', is_published: false }) },
      { 'pages/a': aPage({ title: '' }) },
    );
    expect(slugs(state)).toEqual([]);
  });

  it('drops the problems of a corrected document', () => {
    const state = contentAfter({ 'pages/a': aPage({ title: '' }) }, { 'pages/a': aPage({ title: 'Right' }) });
    expect(problems(state)).toEqual([]);
    expect(slugs(state)).toEqual(['about']);
  });
});

describe('applyRead with conflicting documents', () => {
  it('assigns a slug taken twice to the older document', () => {
    const state = contentAfter({
      'pages/a': aPage({ created_at: '2026-01-02T00:00:00.000Z' }),
      'pages/b': aPage({ created_at: '2026-01-01T00:00:00.000Z' }),
    });
    expect(state.composition.pages.published.get('about')?.id).toBe('b');
    expect([...state.composition.pages.claims.refused.keys()]).toEqual(['a']);
    expect(problems(state)).toEqual(['pages/a slug: This slug is already in use']);
  });

  it('allows a page and a demo with the same slug', () => {
    const state = contentAfter({
      'pages/a': aPage({ slug: 'ada' }),
      'demo_pages/a': aDemo({ slug: 'ada' }),
      'demo_embeds/a': anEmbed(),
    });
    expect(problems(state)).toEqual([]);
  });

  it('reports pages in a cycle of parents and keeps them', () => {
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
    const fixed = applyRead(state, { documents: [{ path: 'pages/b', data: null, time: 'x' }], at: 'x' }).state;
    expect(problems(fixed)).toEqual([]);
  });

  it('excludes a published demo until it has embed code', () => {
    const bare = contentAfter({ 'demo_pages/a': aDemo() });
    expect(slugs(bare)).toEqual([]);
    expect(problems(bare)).toEqual(['demo_pages/a iframe_url: Embed code is required']);
    const complete = contentAfter({ 'demo_pages/a': aDemo() }, { 'demo_embeds/a': anEmbed() });
    expect(slugs(complete)).toEqual(['ada-speaks']);
    expect(problems(complete)).toEqual([]);
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

describe('asOf', () => {
  const page = { 'pages/a': aPage() };
  it.each<[string, Written[], string]>([
    ['is the day of the newest public document', [page], '2026-01-01'],
    ['is the day of the first read when nothing is public', [{}], '2026-01-01'],
    ['changes with a public edit', [page, { 'pages/a': aPage({ title: 'New' }) }], '2026-01-02'],
    ['changes when a public document is deleted', [page, { 'pages/a': null }], '2026-01-02'],
    ['stays when a draft is saved', [page, { 'pages/b': aPage({ slug: 'b', is_published: false }) }], '2026-01-01'],
    [
      'stays when a hidden section is saved',
      [page, { 'homepage_sections/s': aSection({ is_visible: false }) }],
      '2026-01-01',
    ],
    ['changes with a setting', [page, { 'site_settings/ga4_id': aSetting('G-1') }], '2026-01-02'],
  ])('%s', (_, reads, asOf) => {
    expect(contentAfter(...reads).asOf).toBe(asOf);
  });
});

it('returns the same state for a repeated read', () => {
  const state = contentAfter({ 'pages/a': aPage() });
  const documents = [{ path: 'pages/a', data: aPage(), time: '2026-01-01T00:00:00.000Z' }];
  const read = applyRead(state, { documents, at: '2026-01-09T00:00:00.000Z' });
  expect(read.changes).toEqual([]);
  expect(read.state).toBe(state);
});

it('deletes documents that a full read does not find', () => {
  const state = contentAfter({ 'pages/a': aPage({ slug: 'a' }), 'pages/b': aPage({ slug: 'b' }) });
  const found = [{ path: 'pages/a', data: aPage({ slug: 'a' }), time: '2026-01-01T00:00:00.000Z' }];
  const read = applyRead(state, addDeletedDocuments(state, { documents: found, at: '2026-01-02T00:00:00.000Z' }));
  expect(read.changes.map(({ path, after }) => [path, after])).toEqual([['pages/b', null]]);
  expect(slugs(read.state)).toEqual(['a']);
});

it('restores the content from stored documents', () => {
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
