import { describe, expect, it } from 'vitest';
import type { Kind } from '../kinds/kinds.ts';
import { kinds } from '../kinds/kinds.ts';
import { newDemo } from '../kinds/demo.ts';
import { newPage } from '../kinds/page.ts';
import { newSection } from '../kinds/section.ts';
import { listedOf, readListed } from './listed.ts';
import { summarize } from './summarize.ts';

const by = {
  rev: 3,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'ada',
  updated_at: '2026-01-02T00:00:00.000Z',
  updated_by: 'ada',
};
const empty = { meta_title: null, meta_description: null, og_image_url: null };
const { iframe_url: _, password: __, ...demo } = newDemo;
const page = { ...newPage, ...empty, title: 'About', slug: 'about', nav_label: null, ...by };
const texts = { body: null, content: null };

// In optional fields an empty string is equivalent to null.
const withoutEmpty = (document: object) =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== '' && value !== null));

describe('list entry', () => {
  it.each<[string, Kind, object]>([
    ['a page', 'page', { ...page, ...texts, parent_id: 'home', meta_description: 'Who we are' }],
    [
      'a published page at the top',
      'page',
      { ...page, ...texts, is_published: true, meta_description: '', show_in_menu: false },
    ],
    ['a demo', 'demo', { ...demo, ...empty, ...by, heading: 'Demo', slug: 'my-demo', is_password_protected: true }],
    [
      'a demo without analytics',
      'demo',
      { ...demo, ...empty, ...by, heading: 'D', slug: 'd', ga_tracking_enabled: false },
    ],
    [
      'a section',
      'section',
      { ...newSection, ...texts, ...by, section_key: 'hero', title: 'Hello', is_visible: false },
    ],
  ])('of %s is equal from its summary and from the document', (_name, kind, data) => {
    const plain = data as Record<string, unknown>;
    const { document, problems } = listedOf(kind, 'x', summarize(kinds[kind].collection, plain));
    const direct = readListed(kind, 'x', plain).document;
    expect(withoutEmpty(document)).toEqual(withoutEmpty(direct));
    expect(problems).toEqual([]);
  });

  it.each([
    ['# Big *news*\n\n- [here](/x)', 'Big news – here'],
    ['word '.repeat(80), `${'word '.repeat(30).trim()}…`],
    [`${'#'.repeat(300)} ${'x'.repeat(190_000)}`, `${'#'.repeat(150)}…`],
    ['', ''],
    [null, ''],
    [7, ''],
  ])('has the start of the text without markup (%#)', (body, excerpt) => {
    expect(listedOf('page', 'x', summarize('pages', { ...page, body })).document.excerpt).toBe(excerpt);
  });

  it.each<[string, Kind, string, string, number]>([
    ['the text of a page', 'page', 'body', 'excerpt', 150],
    ['the description of a page', 'page', 'meta_description', 'meta_description', 100],
    ['the content of a section', 'section', 'content', 'excerpt', 120],
  ])('has the start of %s', (...[, kind, field, entry, length]) => {
    const data = { ...(kind === 'page' ? page : { ...newSection, ...by, section_key: 'hero', title: 'A' }) };
    const text = 'x'.repeat(160);
    expect(summarize(kinds[kind].collection, { ...data, [field]: text })[entry]).toBe(`${text.slice(0, length)}…`);
  });

  it('contains problems, but no values of fields that lists do not show', () => {
    const secret = 'never';
    const bad = {
      ...page,
      slug: 'NOT A SLUG',
      password_hash: secret,
      og_image_url: secret,
      meta_title: secret,
      body: 5,
    };
    const summary = summarize('pages', bad);
    expect(listedOf('page', 'x', summary).problems.map(({ field }) => field)).toEqual(['slug', 'body', 'og_image_url']);
    expect(JSON.stringify(summary)).not.toContain(secret);
  });

  it('of a slug contains the document that reserved it', () => {
    expect(summarize('slugs', { id: 'p', updated_at: by.updated_at, more: 'x' })).toEqual({
      id: 'p',
      updated_at: by.updated_at,
    });
  });
});
