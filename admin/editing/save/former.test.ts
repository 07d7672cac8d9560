import { baseAfter, type SaveIntent } from '@frontage/model/writes/plan-save';
import { describe, expect, it } from 'vitest';
import { formerOf } from './former.ts';

const stored = { heading: 'Before', slug: 'old', is_password_protected: false, rev: 3, updated_by: 'bob' };
const written = { heading: 'After', slug: 'new', is_password_protected: false };
const intent: SaveIntent = {
  kind: 'demo',
  id: 'd1',
  base: baseAfter(3, stored),
  fields: written,
  companions: {},
  uid: 'ada',
};
const visibility = { wasPublic: false, isPublic: true };
const saved = { base: baseAfter(4, written), name: 'After', visibility };
const locked = { ...intent, base: baseAfter(3, { ...stored, is_password_protected: true }) };

describe('what takes a save back', () => {
  it('holds the fields that were saved as they were, on top of the save', () => {
    expect(formerOf({ data: stored, embed: 'code' }, intent, saved)).toEqual({
      id: 'd1',
      base: saved.base,
      name: 'After',
      visibility: { wasPublic: true, isPublic: false },
      fields: { heading: 'Before', slug: 'old', is_password_protected: false },
      companions: {},
    });
  });

  it('brings back the embed code that was replaced', () => {
    const replaced = { ...intent, companions: { embed: 'other' } };
    expect(formerOf({ data: stored, embed: 'code' }, replaced, saved)?.companions).toEqual({ embed: 'code' });
  });

  it.each<[string, Parameters<typeof formerOf>]>([
    ['of something new', [{ data: null, embed: null }, { ...intent, base: null }, saved]],
    ['of another version', [{ data: { ...stored, rev: 2 }, embed: null }, intent, saved]],
    ['of a password that was taken away', [{ data: stored, embed: null }, locked, saved]],
    [
      'of a password that was replaced',
      [
        { data: stored, embed: null },
        { ...locked, companions: { passwordHash: 'x' } },
        { ...saved, base: baseAfter(4, { is_password_protected: true }) },
      ],
    ],
    [
      'of an embed code this person may not see',
      [{ data: stored, embed: null }, { ...intent, companions: { embed: 'x' } }, saved],
    ],
  ])('is nothing %s', (_case, args) => {
    expect(formerOf(...args)).toBeNull();
  });
});
