import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPage } from '@frontage/model/page';
import { newSection } from '@frontage/model/section';
import { defaultSettings } from '@frontage/model/settings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readImport, type Entry } from './import-files.ts';
import { settleSlugs } from './import-content.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'frontage-import-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const page = (slug: string) => ({ ...newPage, title: 'A page', slug });
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
      ['site_settings/colour', expect.stringMatching(/^id: is not one of/)],
    ]);
    expect(ignored).toEqual(['notes.json']);
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
