import { listedOf } from '@frontage/model/summaries/listed';
import { describe, expect, it } from 'vitest';
import { findTargets, linkTargets } from './link-targets.ts';

const page = (id: string, title: string, more: object = {}) =>
  listedOf('page', id, { title, slug: id, is_published: true, updated_at: '2026-01-01', ...more }).document;
const demo = (id: string, heading: string, more: object = {}) =>
  listedOf('demo', id, { heading, slug: id, is_published: true, updated_at: '2026-01-01', ...more }).document;
const section = (id: string, more: object = {}) =>
  listedOf('section', id, { title: `Title ${id}`, is_published: true, is_visible: true, order_index: 1, ...more })
    .document;

const listed = <Document>(...documents: Document[]) => documents.map((document) => ({ document }));

const targets = linkTargets({
  page: listed(
    page('about', 'About us', { updated_at: '2026-01-02' }),
    page('team', 'Überblick: our team', { updated_at: '2026-01-04' }),
    page('old', 'About the old days'),
    page('draft', 'Not yet', { is_published: false, updated_at: '2026-01-03' }),
  ),
  demo: listed(demo('ada', 'Talk to Ada', { updated_at: '2026-01-05' })),
  section: listed(
    section('a', { order_index: 2 }),
    section('hero', { section_key: 'hero', order_index: 9 }),
    section('b'),
    section('hidden', { is_visible: false }),
  ),
});

const found = (typed: string, count = 6) => findTargets(targets, typed, count).map(({ href }) => href);

describe('the targets of links', () => {
  it('are the most recently edited documents, the homepage, its sections and the gallery', () => {
    expect(targets.map(({ href, path }) => [href, path])).toEqual([
      ['demo:ada', '/demo/ada'],
      ['page:team', '/page/team'],
      ['page:draft', '/page/draft'],
      ['page:about', '/page/about'],
      ['page:old', '/page/old'],
      ['/', '/'],
      ['/demos', '/demos'],
      ['/#section-1', '/#section-1'],
      ['/#section-2', '/#section-2'],
    ]);
    expect(targets.filter(({ isPublished }) => !isPublished).map(({ href }) => href)).toEqual(['page:draft']);
    expect(targets.slice(-2).map(({ title }) => title)).toEqual(['Homepage: Title b', 'Homepage: Title a']);
  });

  it.each<[string, string[]]>([
    ['', ['demo:ada', 'page:team', 'page:draft', 'page:about', 'page:old', '/']],
    ['about', ['page:about', 'page:old']],
    ['uberblick', ['page:team']],
    ['TEAM over', []],
    ['team our', ['page:team']],
    ['page/ab', ['page:about']],
    ['days', ['page:old']],
    ['abus', ['page:about', 'page:old']],
    ['tlkada', ['demo:ada']],
    ['title', ['/#section-1', '/#section-2']],
    ['xyz', []],
  ])('found with %j are %j', (typed, hrefs) => {
    expect(found(typed)).toEqual(hrefs);
  });

  it('are limited in number', () => {
    expect(found('a', 2)).toHaveLength(2);
  });
});
