import { describe, expect, it } from 'vitest';
import {
  dropEdit,
  editName,
  findEdits,
  forgetOldEdits,
  keepEdit,
  namesInUse,
  type UnsavedEdit,
} from './unsaved-edits.ts';
import { mapStorage } from './open-session.fixture.ts';

const about = { uid: 'ada', kind: 'page', document: 'p1' };
const edit = (at: string, title: string): UnsavedEdit => ({ id: 'p1', values: { title }, base: null, at });

describe('unsaved edits', () => {
  it('lists the newest first, one per session', () => {
    const storage = mapStorage();
    keepEdit(storage, { ...about, session: 'one' }, edit('2026-01-01T10:00:00Z', 'older'));
    keepEdit(storage, { ...about, session: 'two' }, edit('2026-01-01T11:00:00Z', 'newer'));
    expect(findEdits(storage, about).map((found) => found.edit.values['title'])).toEqual(['newer', 'older']);
  });

  it('separates users, kinds and documents regardless of their ids', () => {
    const storage = mapStorage();
    keepEdit(storage, { ...about, document: 'p1/s', session: 's' }, edit('1', 'slash'));
    keepEdit(storage, { ...about, uid: 'bob', session: 's' }, edit('1', 'bob'));
    keepEdit(storage, { ...about, kind: 'demo', session: 's' }, edit('1', 'demo'));
    storage.setItem('frontage.color-mode', 'dark');
    expect(findEdits(storage, about)).toEqual([]);
    expect(findEdits(storage, { ...about, document: 'p1/s' })).toHaveLength(1);
  });

  it('belongs to a new document once the server has its draft', () => {
    const storage = mapStorage();
    const address = { ...about, document: 'new', session: 's' };
    keepEdit(storage, address, edit('1', 'x'));
    expect(
      [findEdits(storage, { ...about, document: 'new' }), findEdits(storage, about)].map(({ length }) => length),
    ).toEqual([1, 0]);
    keepEdit(storage, address, { ...edit('1', 'x'), hasDraft: true });
    expect(
      [findEdits(storage, { ...about, document: 'new' }), findEdits(storage, about)].map(({ length }) => length),
    ).toEqual([0, 1]);
  });

  it('deletes a dropped edit', () => {
    const storage = mapStorage();
    const address = { ...about, session: 's' };
    keepEdit(storage, address, edit('1', 'x'));
    dropEdit(storage, address);
    expect(findEdits(storage, about)).toEqual([]);
  });

  it('skips values that are not edits', () => {
    const storage = mapStorage();
    storage.setItem(editName({ ...about, session: 'broken' }), '{');
    storage.setItem(editName({ ...about, session: 'other' }), '{"a":1}');
    expect(findEdits(storage, about)).toEqual([]);
  });

  it('deletes edits older than 30 days and unreadable ones', () => {
    const storage = mapStorage();
    keepEdit(storage, { ...about, session: 'old' }, edit('2026-01-01T00:00:00Z', 'old'));
    keepEdit(storage, { ...about, session: 'new' }, edit('2026-01-20T00:00:00Z', 'new'));
    storage.setItem(editName({ ...about, session: 'broken' }), '{');
    storage.setItem('frontage.color-mode', 'dark');
    forgetOldEdits(storage, Date.parse('2026-02-01T00:00:00Z'));
    expect(findEdits(storage, about).map((found) => found.edit.values['title'])).toEqual(['new']);
    expect(storage.length).toBe(2);
  });

  it('reports a full storage', () => {
    expect(keepEdit(mapStorage(10), { ...about, session: 's' }, edit('1', 'long'))).toBe(false);
  });
});

describe('namesInUse', () => {
  const locks = [
    { name: 'ended recently', clientId: 'this window' },
    { name: 'own', clientId: 'this window' },
    { name: 'of another', clientId: 'another window' },
  ];

  it.each([
    ['own', ['of another', 'own']],
    ['not granted yet', ['ended recently', 'not granted yet', 'of another', 'own']],
  ])('returns the names for the session with the lock “%s”', (own, expected) => {
    expect([...namesInUse(locks, own)].sort()).toEqual(expected);
  });
});
