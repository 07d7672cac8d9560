import { unpackShard, type Summary } from '@frontage/model/summaries/listed';
import { describe, expect, it } from 'vitest';
import { openTextBudget, packShard, searchOf, unpackSearch } from './shard-sets.ts';

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

describe('the search index of drafts', () => {
  const long = 100_000;
  const draftOf = (body: string) => ({ collection: 'pages', id: 'p', data: { title: 'Title', body } });
  /** The numbers of indexed documents with each of these words. */
  async function indexed(bodies: readonly string[], { budget, words }: { budget: number; words: readonly string[] }) {
    const update = searchOf('drafts').update(undefined);
    const texts = openTextBudget(budget);
    let work = 0;
    for (const [n, body] of bodies.entries()) {
      update.put(`pages_${n}`, draftOf(body), (text) => {
        const cut = texts.cut(`drafts/pages_${n}`, text);
        work += cut.length;
        return cut;
      });
    }
    const shard = unpackSearch(await update.pack());
    const counts = words.map((word) => {
      const index = shard?.words.indexOf(word) ?? -1;
      return shard && index !== -1 ? (shard.starts[index + 1] ?? 0) - (shard.starts[index] ?? 0) : 0;
    });
    return { counts, work, shortened: [...texts.shortened] };
  }
  const text = (length: number) => `start ${'a '.repeat((length - 10) / 2)}end`;
  const words = ['title', 'start', 'end'];

  it('has the beginning of long texts beyond the budget, and all of short ones', async () => {
    const bodies = [text(long), text(long), text(long), text(10_000), text(10_000)];
    const { counts, work, shortened } = await indexed(bodies, { budget: 2 * long, words });
    expect(counts).toEqual([5, 5, 4]);
    expect(work).toBeLessThanOrEqual(2 * long + 5 * 20_000);
    expect(shortened).toEqual(['drafts/pages_2']);
  });

  it('reads at most as much of a text as a published one has', async () => {
    const { counts, work } = await indexed([text(900_000)], { budget: Infinity, words });
    expect(counts).toEqual([1, 1, 0]);
    expect(work).toBe(200_000);
  });

  it('limits the work for hostile texts by their number, not by their length', async () => {
    const bodies = Array.from({ length: 10 }, () => ':::card[a]\n'.repeat(4_000));
    const { counts, work, shortened } = await indexed(bodies, { budget: 100_000, words: ['title'] });
    expect(counts).toEqual([10]);
    expect(work).toBeLessThanOrEqual(100_000 + 10 * 20_000);
    expect(shortened).toHaveLength(8);
  });
});
