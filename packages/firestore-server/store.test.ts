import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Change, View } from './history.ts';
import { collectionOf } from './resource-name.ts';
import { sortKey } from './sort-key.ts';
import { memoryLimits, openStore } from './store.ts';
import type { Database, Store } from './store.ts';
import { anyFields } from './value.fixture.ts';
import { decodeFields, encodeFields } from './proto.ts';
import { heapSizeOf } from './sized-cache.ts';
import { identicalMaps, Timestamp } from './value.ts';
import type { Document, Value, ValueMap } from './value.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Edit = { path: string; fields: ValueMap | null };

const path = fc.constantFrom('a/1', 'a/2', 'a/3', 'a/1/b/1', 'a/1/b/2', 'c/1', 'x/y/a/1');
const someFields = fc
  .tuple(anyFields, fc.constantFrom('x', 'y', 7n, null))
  .map(([fields, text]): ValueMap => new Map([...fields, ['text', text]]));
const edits = fc.array(fc.array(fc.record({ path, fields: fc.option(someFields) }), { maxLength: 4 }), {
  maxLength: 12,
});

function commit(store: Store, database: Database, batch: readonly Edit[]): number {
  const time = store.tick();
  const changes = new Map<string, Change>();
  for (const { path: at, fields } of batch) {
    const before = changes.get(at)?.before ?? database.get(at);
    const after: Document | null =
      fields === null ? null : { path: at, fields, createTime: before?.createTime ?? time, updateTime: time };
    if (before === null && after === null) changes.delete(at);
    else changes.set(at, { path: at, before, after });
  }
  database.commit({ time, changes: [...changes.values()] });
  return time;
}

type Model = Map<string, ValueMap>;

function expectSame(view: View, model: Model): void {
  for (const at of ['a/1', 'a/2', 'a/3', 'a/1/b/1', 'a/1/b/2', 'c/1', 'x/y/a/1']) {
    const document = view.get(at);
    const expected = model.get(at);
    expect(document === null).toBe(expected === undefined);
    if (document !== null && expected !== undefined) expect(identicalMaps(document.fields, expected)).toBe(true);
  }
  const collections = new Set([...model.keys()].map(collectionOf));
  expect([...view.collections()].sort()).toEqual([...collections].sort());
  for (const collection of collections) {
    const own = [...model.keys()].filter((at) => collectionOf(at) === collection).sort();
    expect([...view.documents(collection)].map((document) => document.path).sort()).toEqual(own);
    expect(view.count(collection)).toBe(own.length);
    for (const text of ['x', 'y']) {
      const key = sortKey(text);
      const { loose, ordered } = view.scan(collection, { by: ['text'], from: key, to: key, descending: false });
      const documents = [...loose, ...Array.from(ordered, ({ document }) => document)];
      const found = documents.filter(({ fields }) => fields.get('text') === text);
      expect(found.map((document) => document.path).sort()).toEqual(
        own.filter((at) => model.get(at)?.get('text') === text),
      );
    }
  }
}

const ample = 2 ** 30;

/** The results are independent of the memory for caches and of the way to search. */
describe.each([
  ['all in memory', { documents: ample, events: ample, history: ample }, 100],
  ['no cache', { documents: 0, events: 0, history: ample }, 100],
  ['indexes of all collections', { documents: 0, events: 0, history: ample }, 0],
])('a store with %s', (_, limits, searchedWhole) => {
  it('equals a plain map, now and at every earlier time', () => {
    fc.assert(
      fc.property(edits, (batches) => {
        const store = openStore({ file: ':memory:', limits, searchedWhole });
        const database = store.database('demo');
        const model: Model = new Map();
        const moments: [number, Model][] = [[store.tick(), new Map(model)]];
        for (const batch of batches) {
          const time = commit(store, database, batch);
          for (const { path: at, fields } of batch) {
            if (fields === null) model.delete(at);
            else model.set(at, fields);
          }
          moments.push([time, new Map(model)]);
          expectSame(database, model);
        }
        for (const [time, past] of moments) expectSame(database.at(time), past);
        store.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe('a store on disk', () => {
  it('contains all documents after it is opened again', () => {
    const file = join(folder, 'again.sqlite');
    const fields: ValueMap = new Map([['n', 1n]]);
    const first = openStore({ file });
    commit(first, first.database('demo'), [{ path: 'a/1', fields }]);
    const later = first.tick();
    first.close();
    const second = openStore({ file });
    expect(second.database('demo').get('a/1')?.fields).toEqual(fields);
    expect(second.tick()).toBeGreaterThan(second.database('demo').get('a/1')?.updateTime ?? later);
    second.close();
  });

  it('refuses to be opened twice', () => {
    const file = join(folder, 'twice.sqlite');
    const first = openStore({ file });
    expect(() => openStore({ file })).toThrow(/locked/);
    first.close();
  });

  it('keeps projects apart', () => {
    const store = openStore({ file: ':memory:' });
    commit(store, store.database('one'), [{ path: 'a/1', fields: new Map() }]);
    expect(store.database('two').get('a/1')).toBeNull();
    expect([...store.database('two').collections()]).toEqual([]);
    store.close();
  });
});

describe('the outbox', () => {
  const open = (file: string) =>
    openStore({ file, recorded: (project, at) => project === 'demo' && at.startsWith('a/') });

  const changes = ({ outbox }: Store) => outbox.headings(0, 10).map(({ sequence }) => outbox.read(sequence));

  it('stores changes in order until every reader has passed them, across restarts', () => {
    const file = join(folder, 'outbox.sqlite');
    const first = open(file);
    const database = first.database('demo');
    commit(first, database, [{ path: 'a/1', fields: new Map([['n', 1n]]) }]);
    commit(first, database, [{ path: 'c/1', fields: new Map() }]);
    commit(first, database, [{ path: 'a/1', fields: new Map([['n', 2n]]) }]);
    commit(first, database, [{ path: 'a/1', fields: null }]);
    const events = changes(first);
    expect(events.map(({ path: at, before, after }) => [at, before?.fields.get('n'), after?.fields.get('n')])).toEqual([
      ['a/1', undefined, 1n],
      ['a/1', 1n, 2n],
      ['a/1', 2n, undefined],
    ]);
    const headings = first.outbox.headings(0, 10);
    expect(headings.map(({ existed, exists }) => [existed, exists])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    const [one = 0, two = 0, three = 0] = headings.map(({ sequence }) => sequence);
    first.outbox.keep(
      new Map([
        ['slow', one],
        ['fast', three],
      ]),
    );
    first.close();
    const second = open(file);
    expect(second.outbox.positions()).toEqual(new Map(Object.entries({ slow: one, fast: three })));
    expect(changes(second)).toEqual(events.slice(1));
    expect(second.outbox.headings(two, 10).map(({ sequence }) => sequence)).toEqual([three]);
    expect(second.outbox.headings(0, 1)).toHaveLength(1);
    second.outbox.keep(new Map([['fast', three]]));
    expect(changes(second)).toEqual([]);
    commit(second, second.database('demo'), [{ path: 'a/1', fields: new Map() }]);
    expect(second.outbox.headings(three, 1)).toHaveLength(1);
    second.close();
  });

  it('notifies listeners of a commit once, with the same ids', () => {
    const store = open(':memory:');
    const notified: string[] = [];
    store.outbox.subscribe(({ eventId }) => notified.push(eventId));
    commit(store, store.database('demo'), [
      { path: 'a/1', fields: new Map() },
      { path: 'a/2', fields: new Map() },
    ]);
    expect(notified).toEqual(changes(store).map(({ eventId }) => eventId));
    expect(new Set(notified).size).toBe(2);
    store.close();
  });

  it('contains no events of a silent commit', () => {
    const store = open(':memory:');
    const database = store.database('demo');
    const after: Document = { path: 'a/1', fields: new Map(), createTime: 1, updateTime: 1 };
    database.commit({ time: store.tick(), changes: [{ path: 'a/1', before: null, after }] }, true);
    expect(changes(store)).toEqual([]);
    store.close();
  });
});

describe('the memory of a store', () => {
  const text = (i: number) => `${String(i)} ${'A text with a – dash. '.repeat(400)}`;
  const edit = (store: Store, database: Database, i: number): void => {
    const fields: ValueMap = new Map([['text', text(i)]]);
    // An edited document, and one in a collection that only grows.
    commit(store, database, [{ path: `a/${String(i % 50)}`, fields }]);
    commit(store, database, [{ path: `revisions/${String(i)}`, fields }]);
  };

  it('stays within its limits, however many documents are written and read', () => {
    const store = openStore({ file: ':memory:', recorded: () => true });
    const database = store.database('demo');
    for (let i = 0; i < 1_500; i++) edit(store, database, i);
    expect([...database.documents('revisions')]).toHaveLength(1_500);
    expect(memoryLimits.documents + memoryLimits.events + memoryLimits.history).toBeLessThanOrEqual(64 * 2 ** 20);
    expect(store.memory()).toBeLessThanOrEqual(64 * 2 ** 20);
    store.close();
  });

  it('estimates the heap of decoded documents within a third', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const count = 1_000;
    const encoded = Array.from({ length: count }, (_, i) =>
      encodeFields(
        new Map<string, Value>([
          ['text', text(i)],
          ['at', new Timestamp(i, 0)],
          ['rev', BigInt(i)],
        ]),
      ),
    );
    const decode = (fields: Uint8Array, i: number): Document => ({
      path: `a/${String(i)}`,
      fields: decodeFields(fields),
      createTime: 1e15 + i,
      updateTime: 1e15 + i,
    });
    collect();
    const before = process.memoryUsage().heapUsed;
    const documents = encoded.map(decode);
    collect();
    const used = process.memoryUsage().heapUsed - before;
    const estimated = documents.reduce((sum, document) => sum + heapSizeOf(document), 0);
    expect(estimated / used).toBeGreaterThan(2 / 3);
    expect(estimated / used).toBeLessThan(4 / 3);
  });
});

describe('stored indexes', () => {
  it('are dropped when an earlier version has written since', () => {
    const file = join(folder, 'indexes.sqlite');
    const write = (i: number) => [{ path: `a/${String(i)}`, fields: new Map([['n', BigInt(i)]]) }];
    const found = ({ scan }: Database, n: bigint) => {
      const key = sortKey(n);
      return Array.from(scan('a', { by: ['n'], from: key, to: key, descending: false }).ordered, ({ key: at }) => at);
    };
    const first = openStore({ file, searchedWhole: 0 });
    commit(first, first.database('demo'), write(1));
    expect(found(first.database('demo'), 1n)).toHaveLength(1);
    first.close();
    const earlier = new DatabaseSync(file);
    earlier.exec(`
      UPDATE documents SET fields = x'' WHERE path = 'a/1';
      UPDATE clock SET time = time + 1;
    `);
    earlier.close();
    const again = openStore({ file, searchedWhole: 0 });
    expect(found(again.database('demo'), 1n)).toEqual([]);
    again.close();
  });
});
