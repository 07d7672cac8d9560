import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDemo } from '@frontage/model/kinds/demo';
import { newPage, pageForm } from '@frontage/model/kinds/page';
import { newSection } from '@frontage/model/kinds/section';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFormat, readImport, type Entry } from './import-files.ts';
import { settleParents, settleSlugs } from './import-content.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'frontage-import-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const page = (slug: string) => ({ ...newPage, title: 'A page', slug });
const { password: _, ...withoutPassword } = newDemo;
const demo = { ...withoutPassword, heading: 'Ada', slug: 'ada', iframe_url: 'https://example.com/' };
const put = (file: string, content: unknown) =>
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

describe('readImport', () => {
  it('returns valid documents, refused documents and ignored files', () => {
    put('pages.json', { good: page('good'), bad: { ...page('bad'), title: '' }, 'a/b': page('c'), no: 7 });
    put('site_settings.json', { ga4_id: 'G-1', colour: 'red' });
    put('notes.json', {});
    const { entries, refused, ignored } = readImport(folder);
    expect(entries.map(({ document }) => document)).toEqual(['pages/good', 'site_settings/ga4_id']);
    expect(refused.map(({ document, problems }) => [document, problems[0]])).toEqual([
      ['pages/bad', expect.stringMatching(/^title: .+/)],
      ['pages/a/b', expect.stringMatching(/^id: /)],
      ['pages/no', expect.stringMatching(/^document: /)],
      [
        'site_settings/colour',
        'id: is not a setting. Known names: ga4_id, social_links, branding, general, seo, visitors, content, security, launches',
      ],
    ]);
    expect(ignored).toEqual(['notes.json']);
  });

  it('refuses ids that are too long for drafts, versions and the trash', () => {
    const [longest, tooLong] = ['u'.repeat(1_480), 'v'.repeat(1_481)];
    put('pages.json', { [longest]: page('longest'), [tooLong]: page('too-long') });
    const { entries, refused } = readImport(folder);
    expect(entries.map(({ document }) => document)).toEqual([`pages/${longest}`]);
    expect(refused).toEqual([
      {
        document: `pages/${tooLong}`,
        problems: ['id: is too long: drafts, versions and the trash could not contain it. Use at most 100 characters'],
      },
    ]);
  });

  it('reports mistakes in blocks of documents that it returns', () => {
    const body = 'Text\n\n::button[Go]{href="/" style="red"}\n\n::unknown';
    put('pages.json', { good: { ...page('good'), body: ':::callout\nA note\n:::' }, odd: { ...page('odd'), body } });
    put('homepage_sections.json', {
      hero: { ...newSection, section_key: 'hero', title: 'Hero', content: ':::callout' },
    });
    const { entries, refused, mistakes } = readImport(folder);
    expect(entries.map(({ document }) => document)).toEqual(['homepage_sections/hero', 'pages/good', 'pages/odd']);
    expect(refused).toEqual([]);
    expect(mistakes).toEqual([
      {
        document: 'homepage_sections/hero',
        problems: ['content, line 1, callout: Callout has no end: add a line with 3 colons'],
      },
      {
        document: 'pages/odd',
        problems: [
          'body, line 3, button: Style must be one of: primary, secondary',
          'body, line 5, unknown: There is no block with the name "unknown"',
        ],
      },
    ]);
  });

  it.each([
    ['metaTitle', 'metaTitle: is not a field. Did you mean "meta_title"?'],
    ['meta_descripton', 'meta_descripton: is not a field. Did you mean "meta_description"?'],
    ['Tilte', 'Tilte: is not a field. Did you mean "title"?'],
    ['published', 'published: is not a field. Did you mean "is_published"?'],
    ['parent', 'parent: is not a field. Did you mean "parent_id"?'],
    ['excerpt', `excerpt: is not a field. Known names: ${Object.keys(pageForm.shape).join(', ')}`],
    ['rev', 'rev: is set by the import. Remove it'],
    ['from_draft', 'from_draft: is set by the import. Remove it'],
    ['constructor', expect.stringMatching(/^constructor: is not a field\. Known names: /)],
  ])('refuses the unknown field %s of a page', (field, problem) => {
    put('pages.json', { a: { ...page('a'), [field]: 'text' } });
    expect(readImport(folder)).toMatchObject({ entries: [], refused: [{ document: 'pages/a', problems: [problem] }] });
  });

  it('refuses unknown fields of sections, demos and settings', () => {
    put('homepage_sections.json', { hero: { ...newSection, section_key: 'hero', title: 'Hero', ctaText: 'Go' } });
    put('demo_pages.json', {
      ada: { ...demo, password: 'secret-word', heading_text: 'A', created_at: '2026-01-01T00:00:00Z' },
    });
    put('site_settings.json', { seo: { ...defaultSettings.seo, robots_rules: '' }, brand: {} });
    const { entries, refused } = readImport(folder);
    expect(entries).toEqual([]);
    expect(refused).toEqual([
      { document: 'homepage_sections/hero', problems: ['ctaText: is not a field. Did you mean "cta_text"?'] },
      {
        document: 'demo_pages/ada',
        problems: [
          'password: is not imported. Set passwords in the admin',
          'heading_text: is not a field. Did you mean "heading"?',
          'created_at: is set by the import. Remove it',
        ],
      },
      {
        document: 'site_settings/seo',
        problems: ['robots_rules: is not a field. Did you mean "robots_custom_rules"?'],
      },
      { document: 'site_settings/brand', problems: ['id: is not a setting. Did you mean "branding"?'] },
    ]);
  });

  it('describes missing fields and values of the wrong type in plain words', () => {
    put('pages.json', {
      bare: {},
      odd: { title: 7, slug: null, body: ['a'], is_published: 'yes', parent_id: '', show_in_menu: 1, menu_order: '1' },
      list: [],
    });
    put('homepage_sections.json', { a: { ...newSection, section_key: 'Hero', title: 'Hero' } });
    put('demo_pages.json', { ada: { ...demo, iframe_url: 5 } });
    put('site_settings.json', {
      ga4_id: {},
      branding: { site_name: 'A', typeface: 'Jost' },
      seo: { ...defaultSettings.seo, sitemap_frequency: 'never' },
    });
    const { entries, refused } = readImport(folder);
    expect(entries).toEqual([]);
    expect(Object.fromEntries(refused.map(({ document, problems }) => [document, problems]))).toEqual({
      'pages/bare': [
        'title: is missing. Expected: text',
        'slug: is missing. Expected: text',
        'is_published: is missing. Expected: true or false',
        'parent_id: is missing. Expected: id of a page, or null',
        'show_in_menu: is missing. Expected: true or false',
        'menu_order: Order must be a whole number, 0 or more',
      ],
      'pages/odd': [
        'title: is 7. Expected: text',
        'slug: is null. Expected: text',
        'body: is a list. Expected: text',
        'is_published: is "yes". Expected: true or false',
        'parent_id: is "". Expected: id of a page, or null',
        'show_in_menu: is 1. Expected: true or false',
        'menu_order: Order must be a whole number, 0 or more',
      ],
      'pages/list': ['document: is a list. Expected: an object of fields'],
      'homepage_sections/a': ['section_key: Section key is required'],
      'demo_pages/ada': ['iframe_url: is 5. Expected: an https URL, an iframe, or a script'],
      'site_settings/ga4_id': ['document: is an object. Expected: text'],
      'site_settings/branding': ['typeface: is "Jost". Expected: jost, grotesk, serif, bricolage, book'],
      'site_settings/seo': ['sitemap_frequency: is "never". Expected: daily, weekly, monthly'],
    });
  });

  it('lists the accepted fields in the help text', () => {
    const help = importFormat().join('\n');
    expect(help).not.toMatch(/from_draft|created_at|password_hash/);
    expect(help).toMatch(/^ {4}body +Markdown$/m);
    expect(help).toMatch(/^ {4}parent_id +required: id of a page, or null$/m);
    expect(help).toMatch(/^ {6}corner_radius +square, soft, round$/m);
    const headings = importFormat().filter((line) => /^ +\S+ *$/.test(line) && !line.includes('.json'));
    expect(headings.map((line) => line.trim())).toEqual(Object.keys(defaultSettings).filter((key) => key !== 'ga4_id'));
    for (const field of Object.keys({ ...newPage, ...newSection, ...demo, ...defaultSettings.seo }))
      expect(help).toMatch(new RegExp(`^ +${field} `, 'm'));
  });

  it.each([
    ['an extra comma', '{\n  "a": {"title": "x",}\n}', ':2:22 is not JSON'],
    ['a truncated file', '{\n  "a": {', ':2:9 is not JSON'],
    ['an empty file', '', ':1:1 is not JSON'],
    ['a list', '[]', ':1:1 is not an object'],
  ])('reports line and column of %s', (_name, text, place) => {
    put('pages.json', text);
    expect(() => readImport(folder)).toThrow(`${join(folder, 'pages.json')}${place}`);
  });

  it('accepts a byte order mark', () => {
    put('pages.json', `\uFEFF${JSON.stringify({ a: page('a') })}`);
    expect(readImport(folder).entries).toHaveLength(1);
  });

  it('refuses texts that would be stored with replacement characters', () => {
    put('pages.json', { a: { ...page('a'), title: 'Half of \ud83d' }, b: { ...page('b'), title: '🙂' } });
    put('site_settings.json', { general: { ...defaultSettings.general, site_description: '\udfff' } });
    const { entries, refused } = readImport(folder);
    expect(entries.map(({ document }) => document)).toEqual(['pages/b']);
    expect(refused).toEqual([
      { document: 'pages/a', problems: ['title: Must not contain half of a surrogate pair'] },
      { document: 'site_settings/general', problems: ['site_description: Must not contain half of a surrogate pair'] },
    ]);
  });

  it.each([
    ['Latin-1', Buffer.from('{"a": "\u00fc"}', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
  ])('rejects a file in %s', (_name, bytes) => {
    writeFileSync(join(folder, 'pages.json'), bytes);
    expect(() => readImport(folder)).toThrow(`${join(folder, 'pages.json')} is not UTF-8`);
  });

  it('rejects a file that repeats an id, of which one document would be lost', () => {
    const text = JSON.stringify({ 'a"\\': page('a"'), b: { ...page('b'), body: '"b": {' } }, null, 1);
    put('pages.json', text);
    expect(readImport(folder).entries).toHaveLength(1);
    put('pages.json', `${text.slice(0, -2)},\n "a\\u0022\\\\": {}\n}`);
    expect(() => readImport(folder)).toThrow(/pages\.json:\d+ repeats the document "a"\\"$/);
  });

  it('refuses the id __proto__', () => {
    put('pages.json', `{"__proto__": ${JSON.stringify(page('a'))}}`);
    expect(readImport(folder).refused).toMatchObject([{ document: 'pages/__proto__' }]);
  });

  it.each([
    ['a folder that does not exist', 'nowhere', 'There is no folder'],
    ['a file', 'pages.json', 'There is no folder'],
    ['a folder without content', '.', 'contains no content'],
  ])('rejects %s', (_name, path, message) => {
    if (path !== '.') put('pages.json', {});
    expect(() => readImport(join(folder, path))).toThrow(message);
  });
});

describe('settleSlugs', () => {
  const entry = (id: string, slug: string): Entry => ({
    document: `pages/${id}`,
    id,
    fields: {},
    slug: { kind: 'page', slug },
    embed: null,
  });
  /** Holders by slug: value `b` is the current holder, `~b` a former holder. */
  const holders = (current: Record<string, string>) =>
    new Map(
      Object.entries(current).map(([slug, holder]) => {
        const isOld = holder.startsWith('~');
        return [`page:${slug}`, { id: isOld ? holder.slice(1) : holder, isOld }] as const;
      }),
    );

  it.each([
    ['a free slug', [entry('a', 'x')], {}, []],
    ['the current slug of the document', [entry('a', 'x')], { x: 'a' }, []],
    ['a slug of another document', [entry('a', 'x')], { x: 'b' }, ['pages/a']],
    ['two requests for one slug', [entry('a', 'x'), entry('b', 'x')], {}, ['pages/b']],
    ['swapped slugs', [entry('a', 'y'), entry('b', 'x')], { x: 'a', y: 'b' }, []],
    ['a former slug of another document', [entry('a', 'x')], { x: '~b' }, []],
    ['a former slug that its document requests again', [entry('a', 'x'), entry('b', 'x')], { x: '~b' }, ['pages/a']],
    [
      'a slug given up by a refused document',
      [entry('a', 'z'), entry('b', 'x')],
      { x: 'a', z: 'c' },
      ['pages/a', 'pages/b'],
    ],
  ])('returns the refused documents: %s', (...[, entries, current, refused]) => {
    expect(settleSlugs(entries, holders(current)).refused.map(({ document }) => document)).toEqual(refused);
  });

  it('reports former slugs of other documents that are taken over', () => {
    const { takenOver } = settleSlugs(
      [entry('a', 'x'), entry('b', 'y'), entry('c', 'z')],
      holders({ x: '~b', z: 'c' }),
    );
    expect(takenOver).toEqual([{ document: 'pages/a', slug: 'x', from: 'pages/b' }]);
  });

  it.each([
    ['a slug of another document', [entry('a', 'x')], { x: 'b' }, 'slug: "x" is taken by pages/b; "x-2" is free'],
    [
      'two requests for one slug',
      [entry('a', 'x'), entry('b', 'x')],
      {},
      'slug: "x" is taken by pages/a; "x-2" is free',
    ],
    [
      'numbered slugs that are taken or requested',
      [entry('a', 'x-2'), entry('c', 'x-4')],
      { 'x-2': 'b', 'x-3': 'd' },
      'slug: "x-2" is taken by pages/b; "x-5" is free',
    ],
  ])('suggests a free slug: %s', (...[, entries, current, problem]) => {
    expect(settleSlugs(entries, holders(current)).refused.flatMap(({ problems }) => problems)).toEqual([problem]);
  });
});

describe('settleParents', () => {
  const entry = (id: string, parent: string | null): Entry => ({
    document: `pages/${id}`,
    id,
    fields: { parent_id: parent },
    slug: { kind: 'page', slug: `${id}-slug` },
    embed: null,
  });
  const holders = new Map([['page:stored-slug', { id: 'stored', isOld: false }]]);
  const cycle = 'A page cannot be placed below itself';

  it.each<[string, Entry[], Record<string, string | null>, Record<string, string>]>([
    ['no parent', [entry('a', null)], {}, {}],
    ['a parent in the same import', [entry('a', 'b'), entry('b', null)], {}, {}],
    ['a stored parent', [entry('a', 'b')], { b: null }, {}],
    [
      'a parent that does not exist',
      [entry('a', 'b')],
      { c: null },
      { a: 'There is no page with the id "b". Add it to pages.json, or write null' },
    ],
    [
      'the slug of a page in the import instead of its id',
      [entry('a', 'b-slug'), entry('b', null)],
      {},
      { a: 'There is no page with the id "b-slug". The page with this slug has the id "b"' },
    ],
    [
      'the slug of a stored page instead of its id',
      [entry('a', 'stored-slug')],
      { stored: null },
      { a: 'There is no page with the id "stored-slug". The page with this slug has the id "stored"' },
    ],
    [
      'a parent that is refused',
      [entry('a', 'b'), entry('b', 'c'), entry('d', 'a')],
      {},
      {
        b: 'There is no page with the id "c". Add it to pages.json, or write null',
        a: 'Page "b" was refused',
        d: 'Page "a" was refused',
      },
    ],
    [
      'a refused parent that is stored',
      [entry('a', 'b'), entry('b', 'c')],
      { b: null },
      { b: 'There is no page with the id "c". Add it to pages.json, or write null' },
    ],
    ['the page itself', [entry('a', 'a')], { a: null }, { a: cycle }],
    ['a cycle in the import', [entry('a', 'b'), entry('b', 'a')], {}, { a: cycle, b: cycle }],
    ['a cycle with stored pages', [entry('a', 'c')], { a: null, b: 'a', c: 'b' }, { a: cycle }],
    ['a stored cycle of other pages', [entry('a', 'b')], { b: 'c', c: 'b' }, {}],
  ])('returns the refused pages: %s', (...[, entries, stored, expected]) => {
    const settled = settleParents(entries, { stored: new Map(Object.entries(stored)), holders });
    const refused = settled.refused.map(({ document, problems }) => [document, problems] as const);
    const wanted = Object.entries(expected).map(([id, text]) => [`pages/${id}`, [`parent_id: ${text}`]] as const);
    expect(Object.fromEntries(refused)).toEqual(Object.fromEntries(wanted));
    expect(settled.entries).toHaveLength(entries.length - refused.length);
  });
});
