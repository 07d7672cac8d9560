import { describe, expect, it } from 'vitest';
import { contentVersion, migrations, migrationState, versionIn } from './migrations.ts';
import { slugDocument } from './slug.ts';
import { serverTime, type Data } from './writes/write.ts';

/** What earlier versions stored, by the migration that changes it. */
const earlier: [number, Data[]][] = [[1, [{ id: 'how-it-works' }, { id: 'a', updated_at: undefined }]]];

describe('migrations', () => {
  it('are each tried on what was stored before them', () => {
    expect(earlier.map(([to]) => to)).toEqual(migrations.map((_migration, index) => index + 1));
  });

  it.each(earlier)('to version %i change what was stored before, once', (to, documents) => {
    const migration = migrations[to - 1];
    for (const data of documents) {
      const change = migration?.change(data);
      expect(change).not.toBeNull();
      expect(migration?.change({ ...data, ...change })).toBeNull();
    }
  });

  it('leave what the present version writes', () => {
    expect(migrations[0]?.change({ id: 'a', updated_at: 'a moment' })).toBeNull();
    expect(migrations[0]?.change({ id: 'a' })).toEqual({ updated_at: serverTime });
    // What is not migrated yet is read all the same.
    expect(slugDocument.safeParse({ id: 'a' }).success).toBe(true);
  });
});

describe('whether a migration is due', () => {
  it.each([
    [undefined, 'due'],
    [{ version: 'one' }, 'due'],
    [{ version: contentVersion - 1 }, 'due'],
    [{ version: contentVersion }, 'current'],
    [{ version: contentVersion + 1 }, 'newer'],
  ] as const)('%j: %s', (data, state) => {
    expect(migrationState(versionIn(data))).toBe(state);
  });
});
