import { describe, expect, it } from 'vitest';
import { contentVersion, migrations, migrationState, versionIn } from './migrations.ts';
import { slugDocument } from './slug.ts';
import { serverTime, type Data } from './changes/write.ts';

/** Documents of earlier versions, by the migration that changes them. */
const earlier: [number, Data[]][] = [
  [1, [{ id: 'how-it-works' }, { id: 'a', updated_at: undefined }]],
  [
    2,
    [
      { action: 'publish', draft_rev: null, state: 'waiting', reason: null },
      { action: 'publish_draft', draft_rev: 3, state: 'waiting', reason: null },
    ],
  ],
  [
    3,
    [
      {
        ...{ collection: 'pages', id: 'a', action: 'publish', document_rev: 4, draft_rev: null, draft_digest: null },
        ...{ at: '2026-12-01T09:00:00.000Z', by: 'ada', second_factor: false, created_at: '2026-11-28T09:00:00.000Z' },
        ...{ state: 'waiting', reason: null },
      },
    ],
  ],
];

describe('migrations', () => {
  it('have test documents for each version', () => {
    expect(earlier.map(([to]) => to)).toEqual(migrations.map((_migration, index) => index + 1));
  });

  it.each(earlier)('to version %i change earlier documents exactly once', (to, documents) => {
    const migration = migrations[to - 1];
    for (const data of documents) {
      const change = migration?.change(data);
      expect(change).not.toBeNull();
      expect(migration?.change({ ...data, ...change })).toBeNull();
    }
  });

  it('leave documents of the current version unchanged', () => {
    expect(migrations[0]?.change({ id: 'a', updated_at: 'a moment' })).toBeNull();
    expect(migrations[0]?.change({ id: 'a' })).toEqual({ updated_at: serverTime });
    const waiting = { state: 'waiting', reason: null };
    for (const schedule of [
      { ...waiting, action: 'publish', document_rev: 4, draft_rev: null, draft_digest: null },
      { ...waiting, action: 'publish_draft', document_rev: null, draft_rev: 2, draft_digest: '0'.repeat(64) },
      { ...waiting, action: 'unpublish', draft_rev: null },
      { action: 'publish', draft_rev: null, state: 'failed', reason: 'missing' },
    ]) {
      expect(migrations[1]?.change(schedule)).toBeNull();
    }
    // Documents that are not migrated yet can be read.
    expect(slugDocument.safeParse({ id: 'a' }).success).toBe(true);
  });
});

describe('migrationState', () => {
  it.each([
    [undefined, 'due'],
    [{ version: 'one' }, 'due'],
    [{ version: contentVersion - 1 }, 'due'],
    [{ version: contentVersion }, 'current'],
    [{ version: contentVersion + 1 }, 'newer'],
  ] as const)('for %j is %s', (data, state) => {
    expect(migrationState(versionIn(data))).toBe(state);
  });
});
