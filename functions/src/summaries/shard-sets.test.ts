import { unpackShard, type Summary } from '@frontage/model/summaries/listed';
import { describe, expect, it } from 'vitest';
import { packShard } from './shard-sets.ts';

const shardOf = (count: number, summary: Summary) =>
  new Map(Array.from({ length: count }, (_, index) => [`excerpt${index}`, summary] as const));

describe('a shard', () => {
  it.each<[string, number, Summary, Summary | null]>([
    ['of few summaries is stored in full', 3, { title: 'T', excerpt: 'e' }, { title: 'T', excerpt: 'e' }],
    // 100,000 pages in 32 shards.
    [
      'of many summaries omits texts',
      3_400,
      { title: 'T'.repeat(200), excerpt: 'é'.repeat(100), meta_description: 'm' },
      { title: 'T'.repeat(200) },
    ],
    ['of too many summaries is null', 2_000, { title: 'é'.repeat(300) }, null],
  ])('%s', (...[, count, summary, kept]) => {
    const unpacked = unpackShard(packShard(shardOf(count, summary)));
    expect(unpacked && [...unpacked]).toEqual(kept && [...shardOf(count, kept)]);
  });
});
