import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPage } from '@frontage/model/page';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readImport, type Entry } from './import-files.ts';
import { settleSlugs } from './import-slugs.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'frontage-import-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const page = (slug: string) => ({ ...newPage, title: 'A page', slug });
const put = (file: string, content: unknown) =>
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

describe('a folder to import', () => {
  it('holds documents, each checked by its schema', () => {
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

  it.each([
    ['a comma too many', '{\n  "a": {"title": "x",}\n}', ':2:22 is not JSON'],
    ['an end too soon', '{\n  "a": {', ':2:9 is not JSON'],
    ['nothing', '', ':1:1 is not JSON'],
    ['a list', '[]', ':1:1 is not an object'],
  ])('names the place of %s', (_what, text, place) => {
    put('pages.json', text);
    expect(() => readImport(folder)).toThrow(`${join(folder, 'pages.json')}${place}`);
  });

  it('may begin with a byte order mark', () => {
    put('pages.json', `\uFEFF${JSON.stringify({ a: page('a') })}`);
    expect(readImport(folder).entries).toHaveLength(1);
  });

  it.each([
    ['a folder that does not exist', 'nowhere', 'There is no folder'],
    ['a file', 'pages.json', 'There is no folder'],
    ['a folder without content', '.', 'holds no content'],
  ])('is not %s', (_what, path, message) => {
    if (path !== '.') put('pages.json', {});
    expect(() => readImport(join(folder, path))).toThrow(message);
  });
});

describe('slugs of an import', () => {
  const entry = (id: string, slug: string): Entry => ({
    document: `pages/${id}`,
    id,
    fields: {},
    slug: { kind: 'page', slug },
    embed: null,
  });
  /** `b` has the slug, `~b` had it. */
  const holders = (held: Record<string, string>) =>
    new Map(
      Object.entries(held).map(([slug, holder]) => {
        const isOld = holder.startsWith('~');
        return [`page:${slug}`, { id: isOld ? holder.slice(1) : holder, isOld }] as const;
      }),
    );

  it.each([
    ['free', [entry('a', 'x')], {}, []],
    ['its own', [entry('a', 'x')], { x: 'a' }, []],
    ['held by another document', [entry('a', 'x')], { x: 'b' }, ['pages/a']],
    ['asked for twice', [entry('a', 'x'), entry('b', 'x')], {}, ['pages/b']],
    ['swapped', [entry('a', 'y'), entry('b', 'x')], { x: 'a', y: 'b' }, []],
    ['left by its holder', [entry('a', 'x')], { x: '~b' }, []],
    ['left by a holder that asks for it again', [entry('a', 'x'), entry('b', 'x')], { x: '~b' }, ['pages/a']],
    ['given up by one that is refused', [entry('a', 'z'), entry('b', 'x')], { x: 'a', z: 'c' }, ['pages/a', 'pages/b']],
  ])('%s', (...[, entries, held, refused]) => {
    expect(settleSlugs(entries, holders(held)).refused.map(({ document }) => document)).toEqual(refused);
  });

  it('tells of old addresses of others that are taken over', () => {
    const { takenOver } = settleSlugs(
      [entry('a', 'x'), entry('b', 'y'), entry('c', 'z')],
      holders({ x: '~b', z: 'c' }),
    );
    expect(takenOver).toEqual([{ document: 'pages/a', slug: 'x', from: 'pages/b' }]);
  });

  it.each([
    ['held', [entry('a', 'x')], { x: 'b' }, 'slug: "x" is taken by pages/b; "x-2" is free'],
    ['asked for twice', [entry('a', 'x'), entry('b', 'x')], {}, 'slug: "x" is taken by pages/a; "x-2" is free'],
    [
      'numbered ones held and asked for',
      [entry('a', 'x-2'), entry('c', 'x-4')],
      { 'x-2': 'b', 'x-3': 'd' },
      'slug: "x-2" is taken by pages/b; "x-5" is free',
    ],
  ])('a slug that is %s is told once, with a free one', (...[, entries, held, words]) => {
    expect(settleSlugs(entries, holders(held)).refused.flatMap(({ problems }) => problems)).toEqual([words]);
  });
});
