import { describe, expect, it } from 'vitest';
import {
  dropDraft,
  draftName,
  findDrafts,
  forgetOldDrafts,
  keepDraft,
  type DraftStorage,
  type LocalDraft,
} from './local-drafts.ts';

function mapStorage(limit = Infinity): DraftStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
  };
}

const about = { uid: 'ada', kind: 'page', document: 'p1' };
const draft = (at: string, title: string): LocalDraft => ({ id: 'p1', values: { title }, base: null, at });

describe('local drafts', () => {
  it('finds the newest first, each session apart', () => {
    const storage = mapStorage();
    keepDraft(storage, { ...about, session: 'one' }, draft('2026-01-01T10:00:00Z', 'older'));
    keepDraft(storage, { ...about, session: 'two' }, draft('2026-01-01T11:00:00Z', 'newer'));
    expect(findDrafts(storage, about).map((found) => found.draft.values['title'])).toEqual(['newer', 'older']);
  });

  it('keeps people, kinds and documents apart, whatever their ids hold', () => {
    const storage = mapStorage();
    keepDraft(storage, { ...about, document: 'p1/s', session: 's' }, draft('1', 'slash'));
    keepDraft(storage, { ...about, uid: 'bob', session: 's' }, draft('1', 'bob'));
    keepDraft(storage, { ...about, kind: 'demo', session: 's' }, draft('1', 'demo'));
    storage.setItem('frontage.color-mode', 'dark');
    expect(findDrafts(storage, about)).toEqual([]);
    expect(findDrafts(storage, { ...about, document: 'p1/s' })).toHaveLength(1);
  });

  it('forgets a dropped draft', () => {
    const storage = mapStorage();
    const address = { ...about, session: 's' };
    keepDraft(storage, address, draft('1', 'x'));
    dropDraft(storage, address);
    expect(findDrafts(storage, about)).toEqual([]);
  });

  it('passes over what is not a draft', () => {
    const storage = mapStorage();
    storage.setItem(draftName({ ...about, session: 'broken' }), '{');
    storage.setItem(draftName({ ...about, session: 'other' }), '{"a":1}');
    expect(findDrafts(storage, about)).toEqual([]);
  });

  it('forgets what nobody came back for, and what cannot be read', () => {
    const storage = mapStorage();
    keepDraft(storage, { ...about, session: 'old' }, draft('2026-01-01T00:00:00Z', 'old'));
    keepDraft(storage, { ...about, session: 'new' }, draft('2026-01-20T00:00:00Z', 'new'));
    storage.setItem(draftName({ ...about, session: 'broken' }), '{');
    storage.setItem('frontage.color-mode', 'dark');
    forgetOldDrafts(storage, Date.parse('2026-02-01T00:00:00Z'));
    expect(findDrafts(storage, about).map((found) => found.draft.values['title'])).toEqual(['new']);
    expect(storage.length).toBe(2);
  });

  it('says when there is no room', () => {
    expect(keepDraft(mapStorage(10), { ...about, session: 's' }, draft('1', 'long'))).toBe(false);
  });
});
