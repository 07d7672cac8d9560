import { expect, it } from 'vitest';
import { memoryStore } from './memory-store.fixture.ts';
import { readSlugHolder } from './slugs.ts';

it.each<[string, Record<string, object>, object]>([
  ['that was never used', {}, { state: 'free' }],
  ['of the document itself', { 'slugs/page:about': { id: 'p1' } }, { state: 'own' }],
  ['of a deleted page', { 'slugs/page:about': { id: 'p2' } }, { state: 'free' }],
  [
    'of another page',
    { 'slugs/page:about': { id: 'p2' }, 'pages/p2': { slug: 'about', title: 'Us' } },
    { state: 'taken' },
  ],
  [
    'that another page had',
    { 'slugs/page:about': { id: 'p2' }, 'pages/p2': { slug: 'us', title: 'Us' } },
    { state: 'old', of: 'Us' },
  ],
  [
    'that redirects to another page',
    { 'slugs/page:about': { id: 'p2' }, 'pages/p2': { slug: 'us', title: 'Us', is_published: true } },
    { state: 'reserved', of: 'Us' },
  ],
])('returns the state of a slug %s', async (_, documents, value) => {
  const { store } = memoryStore(documents as Record<string, Readonly<Record<string, unknown>>>);
  const wanted = { slug: 'about', id: 'p1' };
  expect(await readSlugHolder(store, 'page', { ...wanted, canTakeOver: false })).toEqual({ ok: true, value });
  const forEditors = 'of' in value ? { ...value, state: 'old' } : value;
  expect(await readSlugHolder(store, 'page', { ...wanted, canTakeOver: true })).toEqual({
    ok: true,
    value: forEditors,
  });
});
