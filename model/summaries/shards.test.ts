import { expect, it } from 'vitest';
import { summarizedCollections, summaryShard, unpackShard } from './shards.ts';

it.each(summarizedCollections)('ids of %s are spread evenly', (collection) => {
  const ids = Array.from({ length: 24_000 }, (_, index) => `page-${index}`);
  const sizes = [...Map.groupBy(ids, (id) => summaryShard(collection, id)).values()].map(({ length }) => length);
  expect(Math.max(...sizes)).toBeLessThan(1.3 * Math.min(...sizes));
});

it('are of no other collection', () => {
  expect(summarizedCollections.toSorted()).toEqual(['demo_pages', 'homepage_sections', 'pages', 'redirects', 'slugs']);
});

it.each([undefined, null, 7, '', '{'])('%j is no shard', (entries) => {
  expect(unpackShard(entries)).toBeNull();
});

it('is keyed by any id', () => {
  expect([...(unpackShard('{"constructor":{"rev":1},"__proto__":{"rev":2}}')?.keys() ?? [])]).toEqual([
    'constructor',
    '__proto__',
  ]);
});
