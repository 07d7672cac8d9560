import { describe, expect, test } from 'vitest';
import { accessKey, readAccess, removeAccess, writeAccess, type AccessStorage } from './access.ts';

const hour = 3_600_000;
const now = 1_800_000_000_000;

function memory(entries: Record<string, string> = {}): AccessStorage & { entries: Map<string, string> } {
  const map = new Map(Object.entries(entries));
  return {
    entries: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

const refusing: AccessStorage = {
  getItem: () => {
    throw new Error('denied');
  },
  setItem: () => {
    throw new Error('denied');
  },
  removeItem: () => {
    throw new Error('denied');
  },
};

describe('the stored access of an unlocked demo', () => {
  test('has one entry per demo, kept for 24 hours', () => {
    const storage = memory();
    expect(writeAccess(storage, 'a', { at: now, token: 't' })).toBe(true);
    expect([...storage.entries.keys()]).toEqual([accessKey('a')]);
    expect(readAccess(storage, 'a', now + 24 * hour - 1)).toEqual({ at: now, token: 't' });
    expect(readAccess(storage, 'b', now)).toBeNull();
    expect(readAccess(storage, 'a', now + 24 * hour)).toBeNull();
    expect(storage.entries.size).toBe(0);
  });

  test.each([
    ['a bare timestamp', String(now)],
    ['no token', JSON.stringify({ at: now })],
    ['an empty token', JSON.stringify({ at: now, token: '' })],
    ['a moment in the future', JSON.stringify({ at: now + 1, token: 't' })],
    ['text for a moment', JSON.stringify({ at: String(now), token: 't' })],
    ['damaged text', '{"at":'],
    ['null', 'null'],
  ])('gives no access and is removed if invalid: %s', (_name, entry) => {
    const storage = memory({ [accessKey('a')]: entry });
    expect(readAccess(storage, 'a', now)).toBeNull();
    expect(storage.entries.size).toBe(0);
  });

  test('is absent in a browser without storage', () => {
    expect(readAccess(refusing, 'a', now)).toBeNull();
    expect(writeAccess(refusing, 'a', { at: now, token: 't' })).toBe(false);
    expect(() => removeAccess(refusing, 'a')).not.toThrow();
  });
});
