import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../lib/documents/memory-store.fixture.ts';
import { saveSetting } from './save-setting.ts';

const path = 'site_settings/ga4_id';
const stored = (value: string, rev: number, updated_by = 'ada') => ({
  [path]: { value, rev, updated_at: '2026-01-01T00:00:00.000Z', updated_by },
});
const change = { key: 'ga4_id', value: 'G-NEW', rev: 3, uid: 'ada' } as const;

describe('saveSetting', () => {
  it('creates what was never saved', async () => {
    const { store, documents } = memoryStore();
    expect(await saveSetting(store, { ...change, rev: 0 })).toEqual({ type: 'saved', rev: 1 });
    expect(documents.get(path)).toMatchObject({ value: 'G-NEW', rev: 1, updated_by: 'ada' });
  });

  it('raises the revision', async () => {
    const { store, documents } = memoryStore(stored('G-OLD', 3));
    expect(await saveSetting(store, change)).toEqual({ type: 'saved', rev: 4 });
    expect(documents.get(path)).toMatchObject({ value: 'G-NEW', rev: 4 });
  });

  it('writes nothing over what somebody else saved', async () => {
    const { store, documents } = memoryStore(stored('G-THEIRS', 4, 'grace'));
    expect(await saveSetting(store, change)).toEqual({
      type: 'conflict',
      theirs: { value: 'G-THEIRS', rev: 4, updatedBy: 'grace' },
    });
    expect(documents.get(path)).toMatchObject({ value: 'G-THEIRS' });
  });

  it('knows its own write when only the answer was lost', async () => {
    const { store, faults } = memoryStore(stored('G-OLD', 3));
    faults.push({ after: 'unreachable' });
    expect(await saveSetting(store, change)).toEqual({ type: 'saved', rev: 4 });
  });

  it.each(['denied', 'unreachable', 'unauthenticated'] as const)('passes on: %s', async (reason) => {
    const { store, faults } = memoryStore(stored('G-OLD', 3));
    faults.push({ before: reason });
    expect(await saveSetting(store, change)).toMatchObject({ type: 'refused', refusal: { reason } });
  });
});
