import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Image } from '@frontage/model/uploads';
import { parseMarkdown } from '@frontage/model/markdown';
import { openTextCache } from './text-cache.server.ts';

const image = (src: string): Image => ({ src, width: 1, height: 1, sources: [] });
const source = '# One\n\nTwo *three* ![four](/a.png) ![five](/b.png)\n\nsix [seven](page:a) [eight](demo:b)';

const asked = (found: Image | null) => {
  const addresses: string[] = [];
  const find = (address: string) => (addresses.push(address), found);
  const addressOf = (reference: string) => (addresses.push(reference), found && `/of/${found.src.length}`);
  return { addresses, options: { topHeading: 2, images: { find, sizes: '1px' }, addressOf } };
};

it('returns the same text and reads the same images when it is cached', () => {
  const { textOf } = openTextCache(1_000_000);
  for (let round = 0; round < 3; round += 1) {
    for (const found of [null, image('/x.png'), image('/x.png'), image('/y.png'), image('/long.png')]) {
      const [fresh, cached] = [asked(found), asked(found)];
      expect(textOf(source).html(cached.options)).toBe(parseMarkdown(source).html(fresh.options));
      expect(new Set(cached.addresses)).toEqual(new Set(fresh.addresses));
    }
    for (const topHeading of [1, 2, 3]) {
      expect(textOf(source).html({ topHeading })).toBe(parseMarkdown(source).html({ topHeading }));
    }
    expect(textOf(source).html()).toBe(parseMarkdown(source).html());
    for (const enough of [1, 5, 100, 5]) {
      const opening = parseMarkdown(source).opening(Infinity);
      expect(opening.startsWith(textOf(source).opening(enough).slice(0, enough))).toBe(true);
      expect(textOf(source).opening(enough).length).toBeGreaterThanOrEqual(Math.min(enough, opening.length));
    }
    expect(textOf(source).words()).toBe(parseMarkdown(source).words());
  }
});

it('returns the same text when it exceeds the cache', () => {
  for (const most of [0, 30, 100]) {
    const { textOf } = openTextCache(most);
    for (const text of ['a', source, 'b '.repeat(50), source, 'a', 'b '.repeat(50)]) {
      expect(textOf(text).html()).toBe(parseMarkdown(text).html());
      expect(textOf(text).opening(10).slice(0, 10)).toBe(parseMarkdown(text).opening(10).slice(0, 10));
    }
  }
});

it('renders a text requested once identically, without caching it', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapBytes = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const { textOf } = openTextCache(100_000_000);
  expect(textOf(source, true).html()).toBe(parseMarkdown(source).html());
  const before = heapBytes();
  for (let index = 0; index < 100; index += 1) textOf(String(index).padEnd(100_000, ' word'), true).html();
  expect(heapBytes() - before).toBeLessThan(2_000_000);
  expect(textOf(source).html()).toBe(parseMarkdown(source).html());
});
