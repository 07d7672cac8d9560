import type { ListAnswer, ListRequest, WrittenDocument } from '@frontage/model/staff-index';
import type { Data, Write } from '@frontage/model/changes/write';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DocumentList, type ListForm, type ListPart } from './document-list.ts';
import { documentForms } from './list-forms.ts';
import type { DocumentStore } from './document-store.ts';
import { memoryStore } from './memory-store.fixture.ts';
import { OwnWrites } from './own-writes.ts';

interface Row {
  id: string;
  title: unknown;
}

const form: ListForm<Row> = {
  collection: 'pages',
  fields: ['title', 'updated_at'],
  readSummary: (id, { title }) => (title === 'hidden' ? null : { id, title }),
  readStored: (id, { title }) => (title === 'hidden' ? null : { id, title }),
};

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const page = (title: string, second = 0): Data => ({ title, updated_at: at(second) });
const pages = (documents: Record<string, Data>) =>
  Object.fromEntries(Object.entries(documents).map(([id, data]) => [`pages/${id}`, data]));
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [String(n).padStart(5, '0'), page(`Page ${n}`, n)]));

const whole = (documents: Record<string, Data>, version = '1'): ListAnswer => ({
  version,
  isWhole: true,
  hasMore: false,
  count: Object.keys(documents).length,
  entries: Object.entries(documents),
  gone: [],
});
const changes = (documents: Record<string, Data>, gone: string[] = [], version = '2'): ListAnswer => ({
  ...whole(documents, version),
  isWhole: false,
  gone,
});

type Reply = ListAnswer | null | Promise<ListAnswer | null>;

/** A list over a store in memory. The pipeline gives these replies in order, then none. */
function opened(
  replies: Reply[] | ((request: ListRequest) => Reply),
  documents: Record<string, Data> = {},
  rendered = () => Promise.resolve(),
) {
  const memory = memoryStore(pages(documents));
  const ownWrites = new OwnWrites(() => 0);
  const asked: ListRequest[] = [];
  const reads: number[] = [];
  const store: Pick<DocumentStore, 'list'> = {
    list: async (...request) => {
      const answer = await memory.store.list(...request);
      reads.push(answer.ok ? answer.value.length : 0);
      return answer;
    },
  };
  const reply = async (request: ListRequest) =>
    typeof replies === 'function' ? replies(request) : (replies.shift() ?? null);
  const ask = (request: ListRequest) => {
    asked.push(request);
    return reply(request);
  };
  const sources = { ask, store, ownWrites, rendered, timestamp: (time: string) => time };
  const list = new DocumentList(form, sources);
  const parts: (ListPart<Row> | null)[] = [];
  list.subscribe(() => parts.push(list.part()));
  const read = () => list.read();
  const titles = async () => (await read()).map(({ title }) => title);
  const write = (...writes: Write[]) => memory.store.commit(writes);
  return { list, sources, read, titles, parts, asked, reads, ownWrites, documents: memory.documents, write };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a list from the pipeline', () => {
  it('is read in whole, then by its changes', async () => {
    const { titles, asked, reads } = opened([
      whole({ a: page('A'), b: page('B') }),
      changes({ a: page('New'), c: page('C') }, ['b']),
      whole({ d: page('D') }, '3'),
    ]);
    expect(await titles()).toEqual(['A', 'B']);
    expect(await titles()).toEqual(['New', 'C']);
    expect(await titles()).toEqual(['D']);
    expect(asked.map(({ known }) => known)).toEqual([null, '1', '2']);
    expect(reads).toEqual([]);
  });

  it('keeps the entries that have not changed, and the array if none has', async () => {
    const { read } = opened([whole({ a: page('A'), b: page('B') }), changes({}), changes({ b: page('New') }, [], '3')]);
    const first = await read();
    expect(await read()).toBe(first);
    const third = await read();
    expect(third[0]).toBe(first[0]);
    expect(third[1]).toEqual({ id: 'b', title: 'New' });
  });

  it('leaves out documents without an entry, also when they had one', async () => {
    const { titles } = opened([whole({ a: page('A'), b: page('hidden') }), changes({ a: page('hidden') })]);
    expect(await titles()).toEqual(['A']);
    expect(await titles()).toEqual([]);
  });

  it('names the writes of this browser, and waits for running ones', async () => {
    const { read, asked, ownWrites } = opened(() => whole({}));
    const write: Write = { type: 'set', path: 'pages/a', data: {} };
    const commit = Promise.withResolvers<null>();
    void ownWrites.run([write], commit.promise);
    const reading = read();
    await vi.advanceTimersByTimeAsync(10);
    expect(asked).toEqual([]);
    ownWrites.record([write], [at(1)]);
    commit.resolve(null);
    await reading;
    expect(asked.map(({ written }) => written)).toEqual([[{ path: 'pages/a', time: at(1) }]]);
  });

  it('asks again if this browser has written meanwhile', async () => {
    const written: WrittenDocument[][] = [];
    const { titles, ownWrites } = opened((request) => {
      written.push(request.written);
      if (written.length === 1) ownWrites.note('pages/a', at(1));
      return written.length === 1 ? whole({ a: page('Old') }) : changes({ a: page('Written', 1) });
    });
    expect(await titles()).toEqual(['Written']);
    expect(written).toEqual([[], [{ path: 'pages/a', time: at(1) }]]);
  });

  it('is read in parts, of which the first rows are shown until all are read', async () => {
    const first = { ...whole({ b: page('B'), a: page('A') }, '0'), hasMore: true, count: 4 };
    const rest = { ...changes({ c: page('C'), a: page('New') }, [], '1'), hasMore: true, count: 4 };
    const last = changes({ d: page('D') }, ['b'], '2');
    const { list, titles, parts, asked } = opened([first, rest, last, changes({ e: page('E') }, [], '3')]);
    expect(await titles()).toEqual(['New', 'C', 'D']);
    expect(parts.map((part) => part && [part.items.map(({ title }) => title), part.count])).toEqual([[['B', 'A'], 4]]);
    expect(asked.map(({ known }) => known)).toEqual([null, '0', '1']);
    expect(asked[0]?.limit).toBeLessThan(100);
    expect(list.part()).not.toBeNull();
    expect(await titles()).toEqual(['New', 'C', 'D', 'E']);
    expect(list.part()).toBeNull();
  });

  it('asks for the others when the first rows are rendered', async () => {
    const first = { ...whole({ a: page('A') }, '0'), hasMore: true };
    const painted = Promise.withResolvers<undefined>();
    const { titles, parts, asked } = opened([first, changes({ b: page('B') })], {}, () => painted.promise);
    const reading = titles();
    await vi.advanceTimersByTimeAsync(10);
    expect([parts.length, asked.length]).toEqual([1, 1]);
    painted.resolve(undefined);
    expect(await reading).toEqual(['A', 'B']);
  });

  it('shows no part of a list that is known', async () => {
    const again = { ...whole({ b: page('B') }, '0'), hasMore: true };
    const { list, titles, parts } = opened([whole({ a: page('A') }), again, changes({ c: page('C') })]);
    expect(await titles()).toEqual(['A']);
    const reading = titles();
    expect(await reading).toEqual(['B', 'C']);
    expect([parts, list.part()]).toEqual([[], null]);
  });

  it('is read from the pipeline while each of its parts arrives within a second', async () => {
    const first = { ...whole({ a: page('A') }, '0'), hasMore: true };
    const later = (answer: ListAnswer) =>
      new Promise<ListAnswer>((resolve) => {
        setTimeout(() => resolve(answer), 900);
      });
    const replies = [first, { ...changes({ b: page('B') }, [], '1'), hasMore: true }, changes({ c: page('C') })];
    const { list, titles, reads } = opened(() => later(replies.shift() ?? changes({})));
    const reading = titles();
    await vi.advanceTimersByTimeAsync(2_700);
    expect(await reading).toEqual(['A', 'B', 'C']);
    expect([list.source(), reads]).toEqual(['pipeline', []]);
  });

  it('is read from Firestore if a part takes longer, and keeps the first rows until then', async () => {
    const first = { ...whole({ b: page('B') }, '0'), hasMore: true, count: 300 };
    const { list, titles, parts } = opened([first, new Promise(() => undefined)], many(300));
    const reading = titles();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reading).toHaveLength(300);
    expect(list.source()).toBe('firestore');
    expect(new Set(parts.map((part) => part?.count))).toEqual(new Set([300]));
  });

  it('ignores an answer to an older request', async () => {
    const slow = Promise.withResolvers<ListAnswer>();
    const { titles } = opened([slow.promise, whole({ a: page('New') }, '2'), changes({}, [], '3')]);
    const first = titles();
    expect(await titles()).toEqual(['New']);
    slow.resolve(whole({ a: page('Old') }));
    expect(await first).toEqual(['New']);
    expect(await titles()).toEqual(['New']);
  });
});

describe('a list without the pipeline', () => {
  it('is read from Firestore in parts, the first of which is shown', async () => {
    const documents = many(1_300);
    const { list, read, parts, reads } = opened([], documents);
    expect(await read()).toHaveLength(1_300);
    expect(parts.map((part) => part && [part.items.length, part.count])).toEqual([null, [200, null]]);
    expect(reads).toEqual([200, 500, 500, 100]);
    expect(list.source()).toBe('firestore');
  });

  it('is read from Firestore after a second without an answer', async () => {
    const { list, titles } = opened([new Promise(() => undefined)], { a: page('A') });
    const reading = titles();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reading).toEqual(['A']);
    expect(list.source()).toBe('firestore');
  });

  it('shows writes and deletions of this browser, and reads only changes', async () => {
    const { read, titles, reads, ownWrites, write } = opened([], many(100));
    await read();
    const writes: Write[] = [
      { type: 'set', path: 'pages/00007', data: page('Written', 500) },
      { type: 'set', path: 'pages/new', data: page('New', 501) },
      { type: 'delete', path: 'pages/00008' },
    ];
    await write(...writes);
    ownWrites.record(writes, [at(500), at(501), undefined]);
    const shown = await titles();
    expect(shown).toHaveLength(100);
    expect(shown).toEqual(expect.arrayContaining(['Written', 'New']));
    expect(shown).not.toContain('Page 7');
    expect(shown).not.toContain('Page 8');
    expect(await read()).toBe(await read());
    expect(reads).toEqual([100, 2, 0, 0]);
  });

  it('continues from the list of the pipeline', async () => {
    const { list, titles, reads, write } = opened([whole({ a: page('A', 1), b: page('B', 2) })], { b: page('B', 2) });
    await titles();
    await write({ type: 'set', path: 'pages/c', data: page('C', 3) });
    expect(await titles()).toEqual(['A', 'B', 'C']);
    expect(list.source()).toBe('firestore');
    expect(reads).toEqual([1]);
  });

  it('reads everything again after many changes', async () => {
    const { read, write, documents } = opened([], many(10));
    await read();
    const all = many(800);
    await write(...Object.entries(all).map(([id, data]): Write => ({ type: 'set', path: `pages/${id}`, data })));
    expect(await read()).toHaveLength(documents.size);
  });

  it('comes from the pipeline again once it answers, also to an earlier request', async () => {
    const late = Promise.withResolvers<ListAnswer>();
    const { list, titles, asked } = opened([late.promise, changes({ b: page('B') })], { a: page('Stored') });
    const reading = titles();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reading).toEqual(['Stored']);
    late.resolve(whole({ a: page('A') }));
    await vi.advanceTimersByTimeAsync(0);
    expect(await titles()).toEqual(['A', 'B']);
    expect(list.source()).toBe('pipeline');
    expect(asked.map(({ known }) => known)).toEqual([null, '1']);
  });

  it('ends reading from Firestore when the pipeline answers', async () => {
    const late = Promise.withResolvers<ListAnswer>();
    const { list, reads } = opened([late.promise], many(2_000));
    list.subscribe(() => list.part() && late.resolve(whole({ a: page('A') })));
    const reading = list.read();
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await reading).map(({ title }) => title)).toEqual(['A']);
    expect(list.source()).toBe('pipeline');
    expect(reads.length).toBeLessThan(4);
  });

  it('reads the collection once for readers at the same time', async () => {
    const { read, reads } = opened([], many(1_000));
    const [first, second] = await Promise.all([read(), read()]);
    expect(first).toBe(second);
    expect(reads).toEqual([200, 500, 300]);
  });

  it('rejects with the failure of Firestore', async () => {
    const { sources } = opened([]);
    const failure = { ok: false, reason: 'denied', message: 'No' } as const;
    const store = { list: () => Promise.resolve(failure) };
    const list = new DocumentList(form, { ...sources, ask: () => Promise.resolve(null), store });
    await expect(list.read()).rejects.toMatchObject({ reason: 'denied' });
  });
});

it('keeps the excerpt of a page that is read from Firestore, and its errors', () => {
  const { readStored, readSummary } = documentForms.page;
  const before = readSummary('a', { title: 'A', slug: 'a', excerpt: 'Words' });
  const after = readStored('a', { title: 'B', slug: 'NO SLUG' }, before ?? undefined);
  expect(after?.document).toMatchObject({ id: 'a', title: 'B', excerpt: 'Words' });
  expect(after?.problems.map(({ field }) => field)).toContain('slug');
});
