import { summarySet, summaryShard } from '@frontage/model/summaries/shards';
import { describe, expect, it } from 'vitest';
import { memoryStore } from './memory-store.fixture.ts';
import { readListedDocuments } from './read-listed.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const page = (rev: number, second: number) => ({ rev, updated_at: at(second), title: `rev ${rev}` });
const set = summarySet('pages');
const marker = (behind: number) => ({ [`summaries/${set}`]: { set, behind } });

/** Summaries of these pages, each in its shard. */
function summaries(pages: Record<string, object>) {
  const byShard = Map.groupBy(Object.entries(pages), ([id]) => summaryShard('pages', id));
  const shards = [...byShard].map(([shard, its]) => [
    `summaries/${shard}`,
    { set, entries: JSON.stringify(Object.fromEntries(its)) },
  ]);
  return Object.fromEntries(shards) as Record<string, object>;
}

const pages = (many: Record<string, object>) =>
  Object.fromEntries(Object.entries(many).map(([id, data]) => [`pages/${id}`, data]));

const times = (count: number, of: (index: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, of(index)]));

async function listed(documents: Record<string, object>, mayReadTrash = true) {
  const { store } = memoryStore(documents as Record<string, Record<string, unknown>>);
  const entries = await readListedDocuments(store, 'page', { mayReadTrash });
  return entries.map(({ document: { id, title }, isAhead }) => `${id}: ${title}${isAhead ? ', ahead' : ''}`).sort();
}

const trashed = { 'trash/pages_a': { collection: 'pages', id: 'a', deleted_at: at(5) } };
const known = { a: page(1, 1), b: page(1, 2) };

describe('a list', () => {
  it.each<[string, Record<string, object>, string[]]>([
    ['is what summaries say', { ...marker(0), ...summaries(known), ...pages(known) }, ['a: rev 1', 'b: rev 1']],
    [
      'has newer writes, and new documents',
      { ...marker(0), ...summaries(known), ...pages({ ...known, a: page(2, 3), c: page(1, 4) }) },
      ['a: rev 2, ahead', 'b: rev 1', 'c: rev 1, ahead'],
    ],
    [
      'lacks what was deleted since',
      { ...marker(0), ...summaries(known), ...pages({ b: known.b }), ...trashed },
      ['b: rev 1'],
    ],
    [
      'has what was restored since',
      { ...marker(0), ...summaries(known), ...pages({ ...known, a: page(2, 9) }), ...trashed },
      ['a: rev 2, ahead', 'b: rev 1'],
    ],
    ['is read from the documents where there are no summaries', pages(known), ['a: rev 1', 'b: rev 1']],
    ['and where not all are in them', { ...summaries({ a: known.a }), ...pages(known) }, ['a: rev 1', 'b: rev 1']],
    [
      'and while they are behind',
      { ...marker(1), ...summaries({ a: known.a }), ...pages(known) },
      ['a: rev 1', 'b: rev 1'],
    ],
  ])('%s', async (_name, documents, expected) => {
    expect(await listed(documents)).toEqual(expected);
  });

  it('shows who may not see the trash what summaries say', async () => {
    expect(await listed({ ...marker(0), ...summaries(known), ...trashed }, false)).toEqual(['a: rev 1', 'b: rev 1']);
  });

  it.each([
    ['lacks what was deleted here', known.a, ['b: rev 1']],
    ['has what was restored since', page(2, 9), ['a: rev 2', 'b: rev 1']],
  ])('of who may not see the trash %s', async (_name, a, expected) => {
    const all = { ...known, a };
    const documents: Record<string, object> = { ...marker(0), ...summaries(all), ...pages(all) };
    const { store } = memoryStore(documents as Record<string, Record<string, unknown>>);
    const entries = await readListedDocuments(store, 'page', { mayReadTrash: false, deletedHere: new Map([['a', 1]]) });
    expect(entries.map(({ document: { id, title } }) => `${id}: ${title}`).sort()).toEqual(expected);
  });

  it('looks for more where all that was written last is unknown', async () => {
    const all = times(30, (index) => page(1, index));
    const old = times(10, (index) => page(1, index));
    expect(await listed({ ...marker(0), ...summaries(old), ...pages(all) })).toHaveLength(30);
  });
});
