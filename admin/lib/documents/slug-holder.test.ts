import { expect, it } from 'vitest';
import { memoryStore } from './memory-store.fixture.ts';
import { readSlugHolder } from './slug-holder.ts';

it.each<[string, Record<string, object>, object]>([
  ['nobody ever had', {}, { state: 'free' }],
  ['it has itself', { 'slugs/page:about': { id: 'p1' } }, { state: 'own' }],
  ['a deleted page had', { 'slugs/page:about': { id: 'p2' } }, { state: 'free' }],
  [
    'another page has',
    { 'slugs/page:about': { id: 'p2' }, 'pages/p2': { slug: 'about', title: 'Us' } },
    { state: 'taken' },
  ],
  [
    'another page had',
    { 'slugs/page:about': { id: 'p2' }, 'pages/p2': { slug: 'us', title: 'Us' } },
    { state: 'old', of: 'Us' },
  ],
])('a slug that %s', async (_, documents, value) => {
  const { store } = memoryStore(documents as Record<string, Readonly<Record<string, unknown>>>);
  expect(await readSlugHolder(store, 'page', { slug: 'about', id: 'p1' })).toEqual({ ok: true, value });
});
