import { baseAfter, type SaveIntent } from '@frontage/model/writes/plan-save';
import { describe, expect, it } from 'vitest';
import { formerOf } from './former.ts';

const stored = { heading: 'Before', slug: 'old', is_password_protected: false };
const written = { heading: 'After', slug: 'new', is_password_protected: false };
const before = { fields: stored, companions: { embed: 'code' } };
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
  it('holds what would have been saved before, on top of the save', () => {
    expect(formerOf(before, intent, saved)).toEqual({
      id: 'd1',
      base: saved.base,
      name: 'After',
      visibility: { wasPublic: true, isPublic: false },
      fields: stored,
      companions: {},
    });
  });

  it('brings back the embed code that was replaced', () => {
    const replaced = { ...intent, companions: { embed: 'other' } };
    expect(formerOf(before, replaced, saved)?.companions).toEqual({ embed: 'code' });
  });

  it('is what holds by default after the first save of a setting', () => {
    const first = { ...intent, base: null };
    expect(formerOf({ fields: { value: null }, companions: {} }, first, saved)?.fields).toEqual({ value: null });
  });

  it.each<[string, Parameters<typeof formerOf>]>([
    ['of what is not known', [null, intent, saved]],
    ['of a password that was taken away', [before, locked, saved]],
    [
      'of a password that was replaced',
      [
        before,
        { ...locked, companions: { passwordHash: 'x' } },
        { ...saved, base: baseAfter(4, { is_password_protected: true }) },
      ],
    ],
  ])('is nothing %s', (_case, args) => {
    expect(formerOf(...args)).toBeNull();
  });
});
