import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListAnswer, ListedCollection } from '@frontage/model/staff-index';
import { summarizedCollections, type Summary } from '@frontage/model/summaries/listed';
import { summarize } from '@frontage/model/summaries/summarize';
import { aDemo, aPage } from '../sync/documents.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import { IndexReader } from './index-reader.ts';
import { IndexWriter } from './index-writer.ts';
import { openTestIndex } from './test-index.fixture.ts';

const isFull = Boolean(process.env['FULL']);

let index: ReturnType<typeof openTestIndex>;

beforeEach(() => {
  index = openTestIndex();
});

afterEach(() => index.close());

const answerOf = (bytes: Uint8Array): ListAnswer => JSON.parse(new TextDecoder().decode(bytes)) as ListAnswer;
const list = (collection: ListedCollection, known: string | null, reader = index.reader()): ListAnswer =>
  answerOf(reader.list({ collection, known }));
const part = (collection: ListedCollection, known: string | null, limit: number): ListAnswer =>
  answerOf(index.reader().list({ collection, known, limit }));
const idsOf = ({ entries }: ListAnswer): string[] => entries.map(([id]) => id);

/** A list that a client knows, with an answer applied to it. */
function applied(known: ReadonlyMap<string, Summary>, { isWhole, entries, gone }: ListAnswer): Map<string, Summary> {
  const next = new Map(isWhole ? [] : known);
  for (const [id, summary] of entries) next.set(id, summary);
  for (const id of gone) next.delete(id);
  return next;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const byId = (entries: Iterable<readonly [string, unknown]>) => Object.fromEntries([...entries].sort());

describe('a list', () => {
  it('has all documents of its collection, and later answers only their changes', () => {
    index.put('pages', 'a', aPage({ title: 'Ada', slug: 'ada' }));
    index.put('pages', 'b', { title: 7 });
    index.put('slugs', 'page:ada', { id: 'a' });
    index.put('drafts', 'pages_c', { collection: 'pages', id: 'c', data: { title: 'Draft' } });
    const first = list('pages', null);
    expect(first).toMatchObject({ isWhole: true, gone: [] });
    expect(first.entries.map(([id]) => id)).toEqual(['a', 'b']);
    expect(first.entries[1]?.[1]['problems']).not.toEqual([]);
    expect(list('slugs', null).entries).toMatchObject([['page:ada', { id: 'a' }]]);
    expect(list('media', null)).toMatchObject({ isWhole: true, entries: [] });

    index.put('pages', 'a', null);
    index.put('pages', 'c', aPage({ title: 'Curie', slug: 'curie' }));
    const second = list('pages', first.version);
    expect(second).toMatchObject({ isWhole: false, entries: [['c', { title: 'Curie' }]], gone: ['a'] });
    const none = { version: second.version, isWhole: false, hasMore: false, count: 2, entries: [], gone: [] };
    expect(list('pages', second.version)).toEqual(none);
  });

  it.each(['', 'x', 'x.1', '.', '1', '\0', '9'.repeat(100)])('is whole for the unknown version %j', (known) => {
    index.put('pages', 'a', aPage({ slug: 'ada' }));
    expect(list('pages', known)).toMatchObject({ isWhole: true, entries: [['a', {}]] });
  });

  it.each(['', '-1', 'x', '1e9', 'NaN', 'Infinity'])('is whole for the changed version ending with %j', (end) => {
    index.put('pages', 'a', aPage({ slug: 'ada' }));
    const { version } = list('pages', null);
    const known = version.replace(/\.\d+$/, `.${end}`);
    expect(applied(new Map(), list('pages', known)).size).toBe(1);
  });

  it('is whole after a start, without the markers of earlier deletions', () => {
    index.put('pages', 'a', aPage({ slug: 'ada' }));
    index.put('pages', 'b', aPage({ slug: 'babbage' }));
    const { version } = list('pages', null);
    index.put('pages', 'a', null);
    const { reader } = index.reopened();
    expect(list('pages', version, reader)).toMatchObject({ isWhole: true, entries: [['b', {}]], gone: [] });
  });

  it('starts with its first rows: pages of a tree, others by their order, then the newest', () => {
    const put = (id: string, menu_order: number, parent_id: string | null = null) =>
      index.put('pages', id, aPage({ title: id, slug: id, menu_order, parent_id }));
    put('last', 9);
    put('below', 1, 'second');
    put('second', 2);
    put('orphan', 5, 'gone');
    put('first', 1);
    put('deep', 1, 'below');
    expect(idsOf(part('pages', null, 4))).toEqual(['first', 'second', 'below', 'deep']);
    put('first', 10);
    index.put('pages', 'deep', null);
    expect(idsOf(part('pages', null, 4))).toEqual(['second', 'below', 'orphan', 'last']);

    const put2 = (id: string, created_at: string) =>
      index.put('demo_pages', id, { ...aDemo({ heading: id, slug: id }), created_at });
    put2('old', '2026-01-01T00:00:00.000Z');
    put2('new', '2026-03-01T00:00:00.000Z');
    put2('middle', '2026-02-01T00:00:00.000Z');
    expect(idsOf(part('demo_pages', null, 2))).toEqual(['new', 'middle']);
    const first = part('demo_pages', null, 2);
    expect(first).toMatchObject({ isWhole: true, hasMore: true, count: 3, gone: [] });
  });

  it('is read in parts of its changes, also those of the meantime', () => {
    for (const id of ['a', 'b', 'c', 'd']) index.put('pages', id, aPage({ title: id, slug: id }));
    const first = part('pages', null, 1);
    const second = part('pages', first.version, 2);
    expect(idsOf(second)).toEqual(['a', 'b']);
    index.put('pages', 'a', null);
    index.put('pages', 'c', aPage({ title: 'C', slug: 'c' }));
    const third = part('pages', second.version, 2);
    expect(third).toMatchObject({ isWhole: false, hasMore: true, count: 3, entries: [['d', {}]], gone: ['a'] });
    const fourth = part('pages', third.version, 2);
    expect(fourth).toMatchObject({ hasMore: false, entries: [['c', { title: 'C' }]], gone: [] });
    expect(part('pages', null, 3)).toMatchObject({ isWhole: true, hasMore: false, entries: { length: 3 } });
  });

  it('equals the summaries of all documents after any writes, however much a client knew', () => {
    const collection = fc.constantFrom(...summarizedCollections);
    const fields = fc.oneof(
      {
        arbitrary: fc.record({ title: fc.string(), slug: fc.string(), body: fc.string(), from: fc.string() }),
        weight: 1,
      },
      { arbitrary: fc.string().map((title) => aPage({ title, slug: 'x', body: `# ${title} "\\\u2028` })), weight: 2 },
      { arbitrary: fc.string().map((heading) => aDemo({ heading })), weight: 1 },
      { arbitrary: fc.constant(null), weight: 2 },
    );
    const id = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ minLength: 1, maxLength: 4 }));
    const write = fc.record({ kind: fc.constant('write' as const), collection, id, fields });
    const limit = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
    const read = fc.record({ kind: fc.constant('read' as const), collection, limit });
    const restart = fc.record({ kind: fc.constant('restart' as const) });
    const steps = fc.array(
      fc.oneof({ arbitrary: write, weight: 8 }, { arbitrary: read, weight: 3 }, { arbitrary: restart, weight: 1 }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const stored = new DatabaseSync(':memory:');
        let writer = new IndexWriter(stored);
        const reader = new IndexReader(stored);
        const documents = new Map<string, JsonObject>();
        const known = new Map<ListedCollection, { version: string; byId: Map<string, Summary> }>();
        const check = (name: ListedCollection, limit?: number): void => {
          const before = known.get(name);
          const request = { collection: name, known: before?.version ?? null };
          const answer = answerOf(reader.list(limit === undefined ? request : { ...request, limit }));
          const now = applied(before?.byId ?? new Map(), answer);
          known.set(name, { version: answer.version, byId: now });
          const prefix = `${name}/`;
          const expected = [...documents].flatMap(([path, data]): [string, unknown][] =>
            path.startsWith(prefix) ? [[path.slice(prefix.length), plain(summarize(name, data))]] : [],
          );
          expect(answer.count).toBe(expected.length);
          expect(answer.entries.length + answer.gone.length).toBeLessThanOrEqual(limit ?? Infinity);
          if (!answer.hasMore) expect(byId(now)).toEqual(byId(expected));
          expect(byId(list(name, null, reader).entries)).toEqual(byId(expected));
        };
        let writes = 0;
        for (const step of all) {
          if (step.kind === 'restart') writer = new IndexWriter(stored);
          else if (step.kind === 'read') check(step.collection, step.limit);
          else {
            const path = `${step.collection}/${step.id}`;
            const time = new Date((writes += 1)).toISOString();
            writer.put([{ path, time, fields: step.fields }]);
            if (step.fields === null) documents.delete(path);
            else documents.set(path, step.fields);
          }
        }
        for (const name of summarizedCollections) check(name);
        stored.close();
      }),
      { numRuns: isFull ? 3_000 : 60 },
    );
  });
});

describe('the tables', () => {
  it('of another version are replaced', () => {
    const stored = new DatabaseSync(':memory:');
    new IndexWriter(stored).put([{ path: 'pages/a', time: '1', fields: aPage({ title: 'Ada', slug: 'ada' }) }]);
    stored.exec('ALTER TABLE documents DROP COLUMN entry; DROP TABLE lists; PRAGMA user_version = 1');
    const writer = new IndexWriter(stored);
    expect(writer.versions()).toEqual([]);
    writer.put([{ path: 'pages/b', time: '1', fields: aPage({ title: 'Babbage', slug: 'babbage' }) }]);
    expect(list('pages', null, new IndexReader(stored)).entries.map(([id]) => id)).toEqual(['b']);
    stored.close();
  });
});
