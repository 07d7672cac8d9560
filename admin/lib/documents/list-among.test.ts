import { expect, it } from 'vitest';
import type { DocumentStore } from './document-store.ts';
import { listAmong } from './list-among.ts';
import { memoryStore } from './memory-store.fixture.ts';

const drafts = Object.fromEntries(
  Array.from({ length: 200 }, (_, n) => [
    `drafts/pages_p${n}`,
    { collection: n % 2 === 0 ? 'pages' : 'demo_pages', id: `p${n}` },
  ]),
);
const ids = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
const asked = (values: readonly string[]) =>
  ({ where: { field: 'collection', equals: 'pages' }, field: 'id', values }) as const;

it.each([0, 1, 30, 31, 75])('finds all documents among %d values', async (count) => {
  const answer = await listAmong(memoryStore(drafts).store, 'drafts', asked(ids(count)));
  const found = answer.ok ? answer.value.map(({ data }) => data['id']) : answer;
  expect(found).toEqual(expect.arrayContaining(ids(count).filter((_, n) => n % 2 === 0)));
  expect(found).toHaveLength(Math.ceil(count / 2));
});

it('fails if one of its queries fails', async () => {
  const { store } = memoryStore(drafts);
  let calls = 0;
  const failing: DocumentStore = {
    ...store,
    list: async (...choice) =>
      (calls += 1) === 2 ? { ok: false, reason: 'unreachable', message: 'away' } : store.list(...choice),
  };
  expect(await listAmong(failing, 'drafts', asked(ids(75)))).toMatchObject({ ok: false, reason: 'unreachable' });
});
