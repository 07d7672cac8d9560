import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  changedSearch,
  emptySearch,
  searchStarts,
  servedShard,
  shardName,
  termsIn,
  type SearchChange,
  type SearchDocument,
  type SearchIndex,
} from './search.ts';
import { limits } from './limits.ts';

type Documents = ReadonlyMap<string, SearchDocument>;

function apply(index: SearchIndex, changes: readonly SearchChange[]): SearchIndex {
  const { shards, starts } = changedSearch(index, changes);
  const all = new Map(index.shards);
  for (const [name, shard] of shards) {
    if (shard === undefined) all.delete(name);
    else all.set(name, shard);
  }
  return { shards: all, starts };
}

const indexOf = (documents: Documents): SearchIndex =>
  apply(
    emptySearch,
    [...documents].map(([document, after]) => ({ document, before: null, after })),
  );

const sorted = ({ shards }: SearchIndex) => [...shards].sort(([one], [other]) => (one < other ? -1 : 1));

const page = (title: string, text = '', description: string | null = null): SearchDocument => ({
  path: '/page/a',
  title,
  description,
  text,
  summary: description ?? text,
});

describe('termsIn', () => {
  test.each([
    ['Über-Größe, café!', ['uber', 'grosse', 'cafe']],
    ['HTML5 & 3D', ['html5', '3d']],
    [`${'x'.repeat(40)} y`, ['x'.repeat(24), 'y']],
    ['Москва', ['москва']],
    ['東京都 a', ['東京', '京都', 'a']],
    ['字', ['字']],
    ['使用Docker部署，2024年', ['使用', 'docker', '部署', '2024', '年']],
    ['サーバー', ['サー', 'ーハ', 'ハー']],
    [`字${'x'.repeat(40)}`, ['字', 'x'.repeat(24)]],
    ['', []],
  ])('of %j are %j', (text, terms) => {
    expect(termsIn(text)).toEqual(terms);
  });
});

describe('the index', () => {
  const word = fc.constantFrom(...Array.from({ length: 1_500 }, (_, index) => `w${(index * 7_919).toString(36)}`));
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '));
  const document: fc.Arbitrary<SearchDocument> = fc.record({
    path: fc.constantFrom('/page/a', '/page/b'),
    title: text,
    description: fc.option(text),
    text,
    summary: text,
  });
  const edits = fc.array(
    fc.array(
      fc.tuple(
        fc.nat(150).map((id) => `pages/p${id}`),
        fc.option(document),
      ),
      { minLength: 1, maxLength: 100, size: 'max' },
    ),
    { maxLength: 8 },
  );

  it('after changes equals the index of the same documents from scratch, in several shards', () => {
    let mostShards = 0;
    fc.assert(
      fc.property(edits, (batches) => {
        let [documents, index]: [Documents, SearchIndex] = [new Map(), emptySearch];
        for (const batch of batches) {
          const next = new Map(documents);
          for (const [id, after] of batch) {
            if (after) next.set(id, after);
            else next.delete(id);
          }
          const ids = new Set(batch.map(([id]) => id));
          const changes = [...ids].map((id) => ({
            document: id,
            before: documents.get(id) ?? null,
            after: next.get(id) ?? null,
          }));
          index = apply(index, changes);
          documents = next;
        }
        mostShards = Math.max(mostShards, index.shards.size);
        const scratch = indexOf(documents);
        expect(sorted(index)).toEqual(sorted(scratch));
        expect(index.starts).toEqual(scratch.starts);
      }),
      { numRuns: 40 },
    );
    expect(mostShards).toBeGreaterThan(6);
  });

  const pieces = ['one', 'two', 'ΌΣ', ' ', '\n', '\n', '\n\n', '…', '-'];
  const lines = fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map((some) => some.join(''));
  const twoVersions = fc.tuple(lines, lines, lines, lines).map(([start, one, other, end]) => {
    return [start + one + end, start + other + end] as const;
  });

  it('after changes of some lines equals the index from scratch', () => {
    fc.assert(
      fc.property(twoVersions, fc.boolean(), ([one, other], isRenamed) => {
        const [before, after] = [page('One', one), page(isRenamed ? 'Two' : 'One', other)];
        const index = apply(indexOf(new Map([['pages/a', before]])), [{ document: 'pages/a', before, after }]);
        expect(sorted(index)).toEqual(sorted(indexOf(new Map([['pages/a', after]]))));
      }),
      { numRuns: 2_000 },
    );
  });

  const site = (pages: number): Documents =>
    new Map(
      Array.from({ length: pages }, (_, index) => {
        const words = Array.from({ length: 60 }, (_each, at) => `word${((index * 60 + at) * 31) % 2_000}`);
        return [`pages/p${index}`, { ...page(`Title ${index}`, words.join(' ')), path: `/page/p${index}` }];
      }),
    );

  it('changes few shards if the title of one page changes', () => {
    const documents = site(300);
    const index = indexOf(documents);
    const before = documents.get('pages/p7') ?? null;
    const after = before && { ...before, title: 'Title 7 renamed' };
    const { shards } = changedSearch(index, [{ document: 'pages/p7', before, after }]);
    expect(index.shards.size).toBeGreaterThan(20);
    expect([...shards.keys()].filter((name) => name !== searchStarts).length).toBeLessThanOrEqual(2);
    expect(changedSearch(index, [{ document: 'pages/p7', before, after: before }]).shards.size).toBe(0);
  });

  it('replaces a list of too many documents by *', () => {
    const documents = new Map(
      Array.from({ length: limits.searchPostings + 1 }, (_, index) => [`pages/p${index}`, page('Rare', 'common')]),
    );
    const { shards } = changedSearch(
      emptySearch,
      [...documents].map(([id, after]) => ({ document: id, before: null, after })),
    );
    const lines = [...shards].flatMap(([name, shard]) => (name.startsWith('w-') ? (shard ?? []) : []));
    expect(lines.length).toBe(2);
    for (const line of lines) expect(servedShard([line])).toMatch(/^(common \|\|\*|rare \*\|\|)$/);
  });
});

test.each([
  ['w', '', 'w-'],
  ['w', 'cafe', 'w-cafe'],
  ['w', 'мо', 'w-_043c_043e'],
] as const)('the file of the %s shard from %j is %s', (kind, start, name) => {
  expect(shardName(kind, start)).toBe(name);
});

test('invisible characters do not split words', () => {
  expect(termsIn('Donau\u00addampf\u200bschiff')).toEqual(['donaudampfschiff']);
});
