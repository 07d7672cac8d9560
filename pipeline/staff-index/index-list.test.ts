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

const list = (collection: ListedCollection, known: string | null, reader = index.reader()): ListAnswer =>
  JSON.parse(new TextDecoder().decode(reader.list({ collection, known }))) as ListAnswer;

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
    expect(list('pages', second.version)).toEqual({ version: second.version, isWhole: false, entries: [], gone: [] });
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
    const read = fc.record({ kind: fc.constant('read' as const), collection });
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
        const check = (name: ListedCollection): void => {
          const before = known.get(name);
          const answer = list(name, before?.version ?? null, reader);
          const now = applied(before?.byId ?? new Map(), answer);
          known.set(name, { version: answer.version, byId: now });
          const prefix = `${name}/`;
          const expected = [...documents].flatMap(([path, data]): [string, unknown][] =>
            path.startsWith(prefix) ? [[path.slice(prefix.length), plain(summarize(name, data))]] : [],
          );
          expect(byId(now)).toEqual(byId(expected));
          expect(byId(list(name, null, reader).entries)).toEqual(byId(expected));
        };
        let writes = 0;
        for (const step of all) {
          if (step.kind === 'restart') writer = new IndexWriter(stored);
          else if (step.kind === 'read') check(step.collection);
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
