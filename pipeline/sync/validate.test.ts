import { describe, expect, it } from 'vitest';
import { invalid } from '@frontage/model/messages';
import { defaultSettings } from '@frontage/model/kinds/settings';
import type { ContentCollection } from '@frontage/model/content-collections';
import { aDemo, anEmbed, aPage, aSection, aSetting } from './documents.fixture.ts';
import type { JsonObject } from './source.ts';
import { mayStayLive, validateDocument } from './validate.ts';

const branding = { site_name: 'Ada', logo_url: '', primary_color: '#123456', favicon_url: null };

describe('validateDocument with valid documents', () => {
  it.each<[ContentCollection, JsonObject]>([
    ['pages', aPage()],
    ['demo_pages', aDemo()],
    ['demo_embeds', anEmbed()],
    ['homepage_sections', aSection()],
  ])('accepts a document of %s', (collection, data) => {
    expect(validateDocument(collection, 'x', data)).toMatchObject({ ok: true });
  });

  it('returns a setting under its key', () => {
    expect(validateDocument('site_settings', 'branding', aSetting(branding))).toEqual({
      ok: true,
      value: { branding: { ...defaultSettings.branding, ...branding, logo_url: null } },
    });
  });
});

describe('validateDocument with invalid documents', () => {
  it.each<[string, ContentCollection, string, JsonObject, string | null, string]>([
    ['a bad slug', 'pages', 'p', aPage({ slug: 'No Way' }), 'slug', 'Slug must be lowercase with hyphens only'],
    [
      'a slug with a path to another folder',
      'pages',
      'p',
      aPage({ slug: '../x' }),
      'slug',
      'Slug must be lowercase with hyphens only',
    ],
    ['a reserved slug', 'pages', 'p', aPage({ slug: 'admin' }), 'slug', 'This slug is reserved by the site'],
    ['a missing title', 'pages', 'p', aPage({ title: '' }), 'title', 'Title is required'],
    [
      'a huge body',
      'pages',
      'p',
      aPage({ body: 'x'.repeat(900_000) }),
      'body',
      'Body must be less than 200,000 characters',
    ],
    [
      'a bad embed',
      'demo_embeds',
      'd',
      anEmbed('hello'),
      'iframe_url',
      'Must be a valid URL, iframe embed code, or script-based embed code',
    ],
    [
      'an embed of a page of the site, as earlier versions stored it',
      'demo_embeds',
      'd',
      anEmbed('<iframe src="/page/about"></iframe>'),
      'iframe_url',
      invalid.embedOwnPage,
    ],
    [
      'an unknown section',
      'homepage_sections',
      's',
      aSection({ section_key: 'x' }),
      'section_key',
      'Section key is required',
    ],
    ['an unknown setting', 'site_settings', 'colour', aSetting('red'), null, 'There is no setting "colour"'],
    [
      'a bad value of a setting',
      'site_settings',
      'branding',
      aSetting({ ...branding, primary_color: 'red' }),
      'primary_color',
      'Must be a valid hex color',
    ],
  ])('reports the document, field and message of %s', (...[, collection, id, data, field, message]) => {
    expect(validateDocument(collection, id, data)).toEqual({
      ok: false,
      problems: [{ document: `${collection}/${id}`, field, message }],
    });
  });

  it('reports at most ten problems of one document', () => {
    const { title: _, ...rest } = aPage();
    const data = Object.fromEntries(Object.keys(rest).map((key) => [key, [1]]));
    const validated = validateDocument('pages', 'p', data);
    expect(validated.ok ? [] : validated.problems).toHaveLength(10);
  });
});

describe('mayStayLive', () => {
  const open = aDemo();
  const locked = aDemo({ is_password_protected: true });
  it.each<[string, ContentCollection, JsonObject, JsonObject, boolean]>([
    ['a page that is still published', 'pages', aPage({ slug: '!' }), aPage(), true],
    ['a page that is unpublished now', 'pages', aPage({ slug: '!', is_published: false }), aPage(), false],
    ['a page without publication fields', 'pages', { slug: 3 }, aPage(), false],
    ['a section hidden now', 'homepage_sections', aSection({ title: '', is_visible: false }), aSection(), false],
    ['a demo still open', 'demo_pages', { ...open, slug: '!' }, open, true],
    ['a demo protected now', 'demo_pages', { ...locked, slug: '!' }, open, false],
    ['a demo protected as before', 'demo_pages', { ...locked, slug: '!' }, locked, true],
    ['a demo without a protection field', 'demo_pages', { is_published: true, slug: '!' }, open, false],
    ['embed code', 'demo_embeds', { iframe_url: '' }, anEmbed(), true],
    ['a setting', 'site_settings', { value: 1 }, aSetting(null), true],
  ])('decides for %s', (...[, collection, data, lastValid, expected]) => {
    expect(mayStayLive(collection, data, lastValid)).toBe(expected);
  });
});
