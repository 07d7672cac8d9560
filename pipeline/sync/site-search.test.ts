import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { applyRead, type ContentState, contentFrom, emptyContent } from './content-state.ts';
import { aDemo, anEmbed, aPage, aSetting } from './documents.fixture.ts';
import type { ReadParts } from './site-search.ts';
import type { JsonObject } from './source.ts';
import { readText } from './text-screen.ts';

const at = '2026-01-01T00:00:00.000Z';
const visitors = aSetting({ search_enabled: true, feed_enabled: false, language: null });

/** A page with this many words that no other page has. */
const page = (index: number, words = 300): JsonObject =>
  aPage({
    slug: `p${String(index)}`,
    body: Array.from({ length: words }, (_, n) => `w${String(index)}x${String(n)}`).join(' '),
  });

const pages = (count: number): Record<string, JsonObject> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`pages/p${String(index)}`, page(index)]));

const documentsOf = (written: Record<string, JsonObject | null>, time = at) =>
  Object.entries(written).map(([path, data]) => ({ path, data, time }));

const read = (content: ContentState, written: Record<string, JsonObject | null>, time = at): ContentState =>
  applyRead(content, { documents: documentsOf(written, time), at: time }).state;

const readParts: ReadParts = (text) => Promise.resolve(readText(text));

const site = (count: number) => read(emptyContent, { ...pages(count), 'site_settings/visitors': visitors });

const shardsOf = ({ composition }: ContentState) => new Map([...composition.search.shards].sort());

describe('the search of a composition', () => {
  it('reads no stored text when the content is loaded', async () => {
    const stored = { ...pages(20), 'site_settings/visitors': visitors };
    let texts = 0;
    const leave = (path: string) => {
      texts += 1;
      return { data: stored[path as keyof typeof stored], valid: null };
    };
    const versions = Object.entries(stored).map(([path, data]) => ({ path, data, time: at, valid: null }));
    const { composition } = contentFrom(versions, { asOf: '2026-01-01', leave });
    expect(texts).toBe(0);
    await composition.search.prepare(readParts);
    expect(texts).toBe(20);
  });

  it('pauses for other work while it is prepared', async () => {
    const content = site(200);
    let turns = 0;
    let isDone = false;
    const counting = (async () => {
      for (; !isDone; turns += 1) await nextTurn();
    })();
    await content.composition.search.prepare(readParts);
    isDone = true;
    await counting;
    // The 60,000 words take longer than two slices on any machine.
    expect(turns).toBeGreaterThan(2);
  });

  it('is the same when it is read during its preparation', async () => {
    const [prepared, interrupted] = [site(60), site(60)];
    await prepared.composition.search.prepare(readParts);
    const preparing = interrupted.composition.search.prepare(readParts);
    const shards = shardsOf(interrupted);
    await preparing;
    expect(shards).toEqual(shardsOf(prepared));
    expect(shardsOf(interrupted)).toEqual(shards);
  });

  it('follows changes made during its preparation', async () => {
    const first = site(60);
    const preparing = first.composition.search.prepare(readParts);
    const second = read(first, { 'pages/p1': page(1, 50), 'pages/p2': null }, '2026-01-02T00:00:00.000Z');
    const third = read(second, { 'pages/new': page(77) }, '2026-01-03T00:00:00.000Z');
    await third.composition.search.prepare(readParts);
    await preparing;
    const { 'pages/p2': _, ...rest } = pages(60);
    const changed = { ...rest, 'pages/p1': page(1, 50), 'pages/new': page(77), 'site_settings/visitors': visitors };
    expect(shardsOf(third)).toEqual(shardsOf(read(emptyContent, changed)));
    expect(shardsOf(second).size).toBeGreaterThan(1);
    expect(shardsOf(first)).toEqual(shardsOf(site(60)));
  });

  it.each([
    ['# Why us?\n\nA&nbsp;&amp; b&#12399; caf&eacute;', 'A & bは café', ['why', 'us', 'a', 'b', 'は', 'cafe']],
    ['> Quoted\n>\n> - wo**rd**s\n\n---', 'Quoted', ['quoted', 'words']],
    ['Donau\u00addampf\u200bschiff', 'Donau\u00addampf\u200bschiff', ['donaudampfschiff']],
    ['| one | two |\n| --- | --- |\n| 1 | 2 |', 'one two 1 2', ['one', 'two', '1', '2']],
    ['See [us][1] \\*now\\*.\n\n[1]: /secret', 'See us *now*.', ['see', 'us', 'now']],
    ['::button[Press me]{href="/hidden" look="plain"}', 'Press me', ['press', 'me']],
  ])('of %j shows the summary %j and finds its words', (body, summary, words) => {
    const written = { 'pages/a': aPage({ slug: 'a', title: 'T', body }), 'site_settings/visitors': visitors };
    const shards = [...shardsOf(read(emptyContent, written))];
    const linesOf = (kind: string) =>
      shards.flatMap(([name, lines]) => (name.startsWith(`${kind}-`) ? lines : [])).map((line) => line.split(' '));
    expect(linesOf('r').map((line) => line.slice(1).join(' '))).toEqual([`/page/a\tT\t${summary}`]);
    expect(linesOf('w').map(([word]) => word)).toEqual(expect.arrayContaining(words));
    expect(linesOf('w')).toHaveLength(words.length + 1);
  });

  it('contains no embed code of a demo', () => {
    const embed = anEmbed('https://unsearched.example/');
    const demo = aDemo({ slug: 'd' });
    const content = read(emptyContent, {
      'demo_pages/d': demo,
      'demo_embeds/d': embed,
      'site_settings/visitors': visitors,
    });
    const index = JSON.stringify([...shardsOf(content)]);
    expect(index).toContain('/demo/d');
    expect(index).not.toContain('unsearched');
  });
});
