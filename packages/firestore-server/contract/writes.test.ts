import { expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';
import { invalidArgument, plain } from './support/sdk.ts';
import type { Data, Sdk } from './support/sdk.ts';
import { skipOnGoogle } from './support/target.ts';

interface WriteCase {
  fact: string;
  before?: Data;
  act: (sdk: Sdk, path: string) => Promise<unknown>;
  after: Data | undefined;
}

const existing = { a: 1, map: { x: 1, y: 2 }, list: [1, 2] };

/** Source: "Add data to Cloud Firestore", "Delete data". */
const writes: WriteCase[] = [
  { fact: 'set creates', act: (s, p) => s.set(p, { a: 1 }), after: { a: 1 } },
  { fact: 'set replaces the whole document', before: existing, act: (s, p) => s.set(p, { b: 2 }), after: { b: 2 } },
  { fact: 'set without fields stores an empty document', before: existing, act: (s, p) => s.set(p, {}), after: {} },
  {
    fact: 'merge creates',
    act: (s, p) => s.set(p, { a: { b: 1 } }, { merge: true }),
    after: { a: { b: 1 } },
  },
  {
    fact: 'merge without fields creates an empty document',
    act: (s, p) => s.set(p, {}, { merge: true }),
    after: {},
  },
  {
    fact: 'merge keeps other fields and other keys of maps',
    before: existing,
    act: (s, p) => s.set(p, { map: { y: 3, z: 4 } }, { merge: true }),
    after: { a: 1, map: { x: 1, y: 3, z: 4 }, list: [1, 2] },
  },
  {
    fact: 'merge replaces arrays',
    before: existing,
    act: (s, p) => s.set(p, { list: [3] }, { merge: true }),
    after: { ...existing, list: [3] },
  },
  {
    fact: 'merge deletes fields marked for deletion',
    before: existing,
    act: (s, p) => s.set(p, { a: s.values.deleteField(), map: { x: s.values.deleteField() } }, { merge: true }),
    after: { map: { y: 2 }, list: [1, 2] },
  },
  {
    fact: 'merge of an empty map replaces the map',
    before: existing,
    act: (s, p) => s.set(p, { map: {} }, { merge: true }),
    after: { ...existing, map: {} },
  },
  {
    fact: 'mergeFields changes only the named fields',
    before: existing,
    act: (s, p) => s.set(p, { a: 9, map: { x: 9, y: 9 } }, { mergeFields: ['map.x'] }),
    after: { ...existing, map: { x: 9, y: 2 } },
  },
  {
    fact: 'mergeFields replaces a named map as a whole',
    before: existing,
    act: (s, p) => s.set(p, { map: { z: 9 } }, { mergeFields: ['map'] }),
    after: { ...existing, map: { z: 9 } },
  },
  {
    fact: 'update changes only the named fields',
    before: existing,
    act: (s, p) => s.update(p, { a: 2 }),
    after: { ...existing, a: 2 },
  },
  {
    fact: 'update with dots changes nested fields',
    before: existing,
    act: (s, p) => s.update(p, { 'map.x': 9 }),
    after: { ...existing, map: { x: 9, y: 2 } },
  },
  {
    fact: 'update of a map without dots replaces it',
    before: existing,
    act: (s, p) => s.update(p, { map: { z: 1 } }),
    after: { ...existing, map: { z: 1 } },
  },
  {
    fact: 'update creates missing maps',
    before: existing,
    act: (s, p) => s.update(p, { 'new.deep.field': 1 }),
    after: { ...existing, new: { deep: { field: 1 } } },
  },
  {
    fact: 'update through a value that is not a map replaces it',
    before: existing,
    act: (s, p) => s.update(p, { 'a.b': 1 }),
    after: { ...existing, a: { b: 1 } },
  },
  {
    fact: 'update deletes a nested field',
    before: existing,
    act: (s, p) => s.update(p, { 'map.x': s.values.deleteField() }),
    after: { ...existing, map: { y: 2 } },
  },
  {
    fact: 'deleting the last key leaves an empty map',
    before: { map: { x: 1 } },
    act: (s, p) => s.update(p, { 'map.x': s.values.deleteField() }),
    after: { map: {} },
  },
  {
    fact: 'deleting a missing field changes nothing',
    before: existing,
    act: (s, p) => s.update(p, { 'nope.nothing': s.values.deleteField() }),
    after: existing,
  },
  {
    fact: 'a field path of names reaches a field with a dot in its name',
    before: { 'a.b': 1, a: { b: 2 } },
    act: (s, p) => s.updateField(p, ['a.b'], 3),
    after: { 'a.b': 3, a: { b: 2 } },
  },
  {
    fact: 'a field path of names reaches names with quotes, backticks and backslashes',
    before: { 'q"`\\': { 'x y': 1 } },
    act: (s, p) => s.updateField(p, ['q"`\\', 'x y'], 2),
    after: { 'q"`\\': { 'x y': 2 } },
  },
  {
    fact: 'a field path of names reaches names beyond ASCII',
    before: { schlüssel: { 名: 1 } },
    act: (s, p) => s.updateField(p, ['schlüssel', '名'], 2),
    after: { schlüssel: { 名: 2 } },
  },
  { fact: 'delete removes', before: existing, act: (s, p) => s.remove(p), after: undefined },
  { fact: 'delete of a missing document succeeds', act: (s, p) => s.remove(p), after: undefined },
];

describeEachSdk('writes', (context) => {
  it.each(writes)('$fact', async ({ fact, before, act, after }) => {
    const { sdk } = context();
    const path = `writes/${fact}`;
    if (before !== undefined) await sdk.set(path, before);
    await act(sdk, path);
    expect(plain(await sdk.get(path))).toEqual(plain(after));
  });

  it('an update of a missing document is refused with not-found and creates nothing', async () => {
    const { sdk } = context();
    const error = await sdk.update('writes/none', { a: 1 }).catch((thrown: unknown) => thrown);
    expect(sdk.codeOf(error)).toBe('not-found');
    expect(await sdk.get('writes/none')).toBeUndefined();
  });

  it('a batch with a failing write stores nothing', async () => {
    const { sdk } = context();
    const error = await sdk
      .batch([
        { set: 'writes/first', data: { a: 1 } },
        { update: 'writes/none', data: { a: 1 } },
      ])
      .catch((thrown: unknown) => thrown);
    expect(sdk.codeOf(error)).toBe('not-found');
    expect(await sdk.get('writes/first')).toBeUndefined();
  });

  it('a batch of 500 writes is stored', async () => {
    const { sdk } = context();
    await sdk.batch(Array.from({ length: 500 }, (_, i) => ({ set: `five-hundred/${i}`, data: { i } })));
    expect(await sdk.count({ collection: 'five-hundred' })).toBe(500);
  });

  it('add generates an id of 20 letters and digits', async () => {
    const { sdk } = context();
    const id = await sdk.add('added', { a: 1 });
    expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(await sdk.get(`added/${id}`)).toEqual({ a: 1 });
  });
});

/** The admin SDK refuses these on the client, so they are tested with the web SDKs. */
describeEachSdk(
  'depth',
  (context) => {
    const maps = (depth: number): Data => (depth === 1 ? { leaf: true } : { m: maps(depth - 1) });
    const lists = (depth: number): Data => (depth === 1 ? { leaf: true } : { l: [lists(depth - 2)] });

    it.each([
      ['maps', maps(20)],
      ['maps in arrays', lists(19)],
    ])('accepts 20 levels of %s', async (name, data) => {
      const { sdk } = context();
      await sdk.set(`depth/${name}`, data);
      expect(await sdk.get(`depth/${name}`)).toEqual(data);
    });

    it.for([
      ['maps', maps(21)],
      ['maps in arrays', lists(21)],
    ] as const)('refuses 21 levels of %s', async ([, data], { skip }) => {
      skipOnGoogle(
        { skip },
        {
          emulator: 'accepts any depth (firebase/firebase-tools#1899)',
          hosted: 'https://cloud.google.com/firestore/quotas',
        },
      );
      const { sdk } = context();
      const error = await sdk.set('depth/beyond', data).catch((thrown: unknown) => thrown);
      expect(sdk.codeOf(error)).toBe(invalidArgument(sdk));
    });
  },
  ['lite', 'full'],
);
