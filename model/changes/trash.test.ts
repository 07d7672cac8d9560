import { serverTime } from './write.ts';
import { expect, it } from 'vitest';
import { planDelete, planRestore, readTrashed, type Trashed } from './trash.ts';

const data = { slug: 'x', rev: 2, created_by: 'bob' };

it('restores a deleted document with its slug and embed', () => {
  const writes = planDelete({ kind: 'demo', id: 'd1', data, embed: '<p>', uid: 'ada' });
  const trash = writes.at(-1);
  const trashed = readTrashed(trash?.type === 'set' ? trash.data : null);
  expect(trashed).toEqual({ kind: 'demo', id: 'd1', data, embed: '<p>' });
  const plan = planRestore(trashed as Trashed, 'eve');
  expect(plan).toMatchObject({ document: 'demo_pages/d1' });
  expect(plan.writes).toEqual([
    { type: 'set', path: 'demo_pages/d1', data: { ...data, rev: 3, updated_at: serverTime, updated_by: 'eve' } },
    { type: 'set', path: 'slugs/demo:x', data: { id: 'd1', updated_at: serverTime } },
    { type: 'set', path: 'demo_embeds/d1', data: { iframe_url: '<p>' } },
    { type: 'delete', path: 'trash/demo_pages_d1' },
  ]);
});

it.each([null, {}, { collection: 'user_roles', id: 'u1', data }, { collection: 'pages', id: 'p1', data: {} }])(
  'rejects the trash document %j',
  (stored) => {
    expect(readTrashed(stored)).toBeNull();
  },
);
