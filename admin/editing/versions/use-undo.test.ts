import { baseAfter, type SaveIntent } from '@frontage/model/changes/document-writes';
import { describe, expect, it } from 'vitest';
import { undoSnapshot } from './use-undo.ts';

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

describe('undoSnapshot', () => {
  it('contains the previous fields, based on the saved revision', () => {
    expect(undoSnapshot(before, intent, saved)).toEqual({
      id: 'd1',
      base: saved.base,
      name: 'After',
      visibility: { wasPublic: true, isPublic: false },
      fields: stored,
      companions: {},
    });
  });

  it('contains the replaced embed code', () => {
    const replaced = { ...intent, companions: { embed: 'other' } };
    expect(undoSnapshot(before, replaced, saved)?.companions).toEqual({ embed: 'code' });
  });

  it('contains the default after the first save of a setting', () => {
    const first = { ...intent, base: null };
    expect(undoSnapshot({ fields: { value: null }, companions: {} }, first, saved)?.fields).toEqual({ value: null });
  });

  it.each<[string, Parameters<typeof undoSnapshot>]>([
    ['for an unknown previous version', [null, intent, saved]],
    ['for a removed password', [before, locked, saved]],
    [
      'for a replaced password',
      [
        before,
        { ...locked, companions: { passwordHash: 'x' } },
        { ...saved, base: baseAfter(4, { is_password_protected: true }) },
      ],
    ],
  ])('is null %s', (_case, args) => {
    expect(undoSnapshot(...args)).toBeNull();
  });
});
