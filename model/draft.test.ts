import { describe, expect, it } from 'vitest';
import { draftData, draftOf, draftText, isNeverCreated, reviewState, valuesIn, type ReviewState } from './draft.ts';
import type { Savable } from './kinds/kinds.ts';

describe('draft', () => {
  it.each([
    ['pages', 0, true],
    ['homepage_sections', 0, true],
    ['pages', 1, false],
    ['site_settings', 0, false],
  ])('of %s on revision %i is that of a new document: %s', (collection, base_rev, expected) => {
    expect(isNeverCreated({ collection, base_rev })).toBe(expected);
  });

  it.each<[string, Savable | null]>([
    ['pages', 'page'],
    ['site_settings', 'setting'],
    ['user_roles', null],
  ])('in collection %s has kind %s', (collection, kind) => {
    expect(draftOf({ collection })).toBe(kind);
  });

  it.each<[Savable, object, object]>([
    ['page', { title: 'A', body: '' }, { title: 'A', body: '' }],
    ['section', { order_index: Number.NaN }, { order_index: null }],
    ['demo', { heading: 'A', password: 'secret', iframe_url: 'x' }, { heading: 'A' }],
  ])('of a %s stores %j as %j', (kind, values, stored) => {
    expect(draftData(kind, { ...values })).toEqual(stored);
  });

  const start = { title: 'live', menu_order: 1, show_in_menu: true, parent_id: 'p2' as string | null };
  const typed = { title: '', menu_order: 2, show_in_menu: false, parent_id: 'p3' };
  it.each<[string, object, object]>([
    ['the stored values', typed, typed],
    ['no value of another type', { title: null, menu_order: 'x', show_in_menu: 'yes', parent_id: {} }, {}],
    ['no unknown field', { role: 'admin' }, {}],
    ['NaN for an emptied number', { menu_order: null }, { menu_order: Number.NaN }],
    ['a removed parent', { parent_id: null }, { parent_id: null }],
  ])('fills the form with %s', (_name, data, expected) => {
    expect(valuesIn({ collection: 'pages', data: { ...data } }, start)).toEqual({ ...start, ...expected });
  });

  const text = draftText({ collection: 'pages', id: 'p1', data: { title: 'A', body: null } }, null);
  it.each<[string, boolean, Parameters<typeof draftText>]>([
    ['with another field order', true, [{ collection: 'pages', id: 'p1', data: { body: null, title: 'A' } }, null]],
    ['without null fields', true, [{ collection: 'pages', id: 'p1', data: { title: 'A' } }, null]],
    ['of another document', false, [{ collection: 'pages', id: 'p2', data: { title: 'A' } }, null]],
    ['of another collection', false, [{ collection: 'demo_pages', id: 'p1', data: { title: 'A' } }, null]],
    ['with another title', false, [{ collection: 'pages', id: 'p1', data: { title: 'B' } }, null]],
    ['with an empty body', false, [{ collection: 'pages', id: 'p1', data: { title: 'A', body: '' } }, null]],
    ['with an embed code', false, [{ collection: 'pages', id: 'p1', data: { title: 'A' } }, 'x']],
    ['with the title under another name', false, [{ collection: 'pages', id: 'p1', data: { heading: 'A' } }, null]],
    ['with a list instead of a string', false, [{ collection: 'pages', id: 'p1', data: { title: ['A'] } }, null]],
  ])('has the same draftText %s: %s', (_name, isSame, args) => {
    expect(draftText(...args) === text).toBe(isSame);
  });

  it.each<[ReviewState, Parameters<typeof reviewState>[0]]>([
    ['none', { review: null, rev: 3, note: null }],
    ['waiting', { review: { rev: 3, by: 'ada' }, rev: 3, note: null }],
    ['moved', { review: { rev: 3, by: 'ada' }, rev: 4, note: null }],
    ['returned', { review: null, rev: 5, note: 'Shorter, please' }],
  ])('has review state %s', (state, draft) => {
    expect(reviewState(draft)).toBe(state);
  });
});
