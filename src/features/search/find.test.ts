import { describe, expect, it, test } from 'vitest';
import { changedSearch, emptySearch, servedShard, type SearchDocument } from '@frontage/model/search';
import { limits } from '@frontage/model/limits';
import { openSearch, type Search } from './find.ts';

const page = (path: string, title: string, over: Partial<SearchDocument> = {}): SearchDocument => ({
  path,
  title,
  description: null,
  text: '',
  summary: over.description ?? over.text ?? '',
  ...over,
});

function searchIn(documents: readonly SearchDocument[]): Search & { read: string[] } {
  const changes = documents.map((after, index) => ({ document: `pages/p${index}`, before: null, after }));
  const shards = new Map([...emptySearch.shards, ...changedSearch(emptySearch, changes).shards]);
  const read: string[] = [];
  const search = openSearch((name) => {
    read.push(name);
    const shard = shards.get(name);
    return shard ? Promise.resolve(servedShard(shard)) : Promise.reject(new Error(`No shard ${name}`));
  });
  return { ...search, read };
}

const documents = [
  page('/page/cafe', 'Café hours', { text: 'Open every day. The terrace opens in spring.' }),
  page('/page/team', 'Our team', { text: 'Ada runs the café and the terrace, every day.' }),
  page('/page/terms', 'Terms', { description: 'Terms of use', text: 'Opening hours may change.' }),
  page('/page/tokyo', '東京の案内'),
  page('/demo/echo', 'Echo', { description: 'A demo that repeats words' }),
];

const paths = async (search: Search, query: string): Promise<string[]> =>
  (await search.results((await search.find(query)).keys)).map(({ path }) => path);

describe('a search', () => {
  test.each([
    ['cafe', ['/page/cafe', '/page/team']],
    ['CAFÉ', ['/page/cafe', '/page/team']],
    ['day every', ['/page/cafe', '/page/team']],
    ['terrace ada', ['/page/team']],
    ['ada terrace', ['/page/team']],
    ['ter', ['/page/terms', '/page/cafe', '/page/team']],
    ['hours', ['/page/cafe', '/page/terms']],
    ['open hours', ['/page/cafe', '/page/terms']],
    ['repeats', ['/demo/echo']],
    ['京の', ['/page/tokyo']],
    ['東', ['/page/tokyo']],
    ['missing cafe', []],
    ['  ', []],
    ['…', []],
  ])('for %j finds %j', async (query, expected) => {
    const found = await paths(searchIn(documents), query);
    expect(found[0]).toBe(expected[0]);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it('returns title and summary of a result', async () => {
    const search = searchIn(documents);
    const { keys } = await search.find('terrace cafe hours');
    expect(await search.results(keys)).toEqual([
      { path: '/page/cafe', title: 'Café hours', summary: 'Open every day. The terrace opens in spring.' },
    ]);
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      page(`/page/p${index}`, `Page number${index}`, { text: `common also${index % 2} con${index.toString(36)}` }),
    );

  it('reports words that are on too many pages, and uses them together with others', async () => {
    const search = searchIn(many(limits.searchPostings + 1));
    expect(await search.find('common')).toMatchObject({ keys: [], isCommon: true });
    expect(await paths(search, 'common number7x')).toEqual([]);
    expect(await paths(search, 'common number77')).toContain('/page/p77');
  });

  it('loads at most six shards of words and reports that more letters find more', async () => {
    const search = searchIn(many(6_000));
    const { isPartial, keys } = await search.find('con');
    expect(isPartial).toBe(true);
    expect(keys.length).toBeGreaterThan(10);
    expect(search.read.filter((name) => name.startsWith('w-'))).toHaveLength(6);
    expect(await search.find('con1a2')).toMatchObject({ isPartial: false });
  });

  it('can be repeated after a failed request', async () => {
    const { shards } = changedSearch(emptySearch, [{ document: 'pages/a', before: null, after: page('/page/a', 'A') }]);
    let isOnline = false;
    const search = openSearch((name) => {
      const shard = { ...Object.fromEntries(emptySearch.shards), ...Object.fromEntries(shards) }[name];
      return isOnline && shard ? Promise.resolve(servedShard(shard)) : Promise.reject(new Error('offline'));
    });
    await expect(search.find('a')).rejects.toThrow('offline');
    isOnline = true;
    expect((await search.find('a')).keys).toHaveLength(1);
  });
});
