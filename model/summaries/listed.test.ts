import { expect, it } from 'vitest';
import { summarizedCollections, summaryShard, unpackShard } from './listed.ts';

it.each(summarizedCollections)('summaryShard spreads ids of %s evenly', (collection) => {
  const ids = Array.from({ length: 24_000 }, (_, index) => `page-${index}`);
  const sizes = [...Map.groupBy(ids, (id) => summaryShard(collection, id)).values()].map(({ length }) => length);
  expect(Math.max(...sizes)).toBeLessThan(1.3 * Math.min(...sizes));
});

it('summarizedCollections lists content, slugs, redirects and images', () => {
  const listed = ['demo_pages', 'homepage_sections', 'media', 'pages', 'redirects', 'slugs'];
  expect(summarizedCollections.toSorted()).toEqual(listed);
});

it.each([undefined, null, 7, '', '{'])('unpackShard rejects %j', (entries) => {
  expect(unpackShard(entries)).toBeNull();
});

it('unpackShard accepts any id', () => {
  expect([...(unpackShard('{"constructor":{"rev":1},"__proto__":{"rev":2}}')?.keys() ?? [])]).toEqual([
    'constructor',
    '__proto__',
  ]);
});
