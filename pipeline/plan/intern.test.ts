import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createReadsInterner } from './intern.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const site = `site{${'field,'.repeat(50)}year}`;
const readsOf = (page: number) =>
  new Map([
    [`page:page-${String(page)}`, `hash-of-page-${String(page)}`],
    ['image:/logo.svg', 'hash-of-logo'],
    ['image:/icon.svg', 'hash-of-logo'],
    ['address:page:imprint', 'hash-of-address'],
    ['navigation', page % 2 === 0 ? 'hash-of-menu' : 'hash-of-another'],
    [site, 'hash-of-site'],
  ]);

it('returns a page’s queries like the original map', () => {
  const keepReads = createReadsInterner();
  for (const page of [1, 2, 3]) {
    const [kept, map] = [keepReads(readsOf(page)), readsOf(page)];
    expect(new Map(kept)).toEqual(map);
    expect([...kept.keys()].sort()).toEqual([...map.keys()].sort());
    expect([...kept.values()].sort()).toEqual([...map.values()].sort());
    expect(kept.size).toBe(map.size);
    for (const key of [...map.keys(), 'page:other', 'gallery']) {
      expect(kept.get(key)).toBe(map.get(key));
      expect(kept.has(key)).toBe(map.has(key));
    }
    const seen = new Map<string, string>();
    kept.forEach((hash, key) => seen.set(key, hash));
    expect(seen).toEqual(map);
  }
  expect(keepReads(new Map()).size).toBe(0);
});

it('stores only the distinct part of each page', () => {
  const pages = 20_000;
  const keepAll = () => {
    const keepReads = createReadsInterner();
    return Array.from({ length: pages }, (_, page) => keepReads(readsOf(page)));
  };
  const before = heapBytes();
  const kept = keepAll();
  // The page's own key and hash take half of this limit; a separate map per page takes twice the limit.
  expect((heapBytes() - before) / pages).toBeLessThan(250);
  expect(kept).toHaveLength(pages);
});
