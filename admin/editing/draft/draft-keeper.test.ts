import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Data } from '@frontage/model/writes/write';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { memoryStore } from '../../lib/documents/memory-store.fixture.ts';
import { draftKeeper } from './draft-keeper.ts';

const path = 'drafts/pages_p1';
const live = { title: 'Live', body: 'one\ntwo', order_index: 1, is_published: true };
type Form = typeof live;
const base = { rev: 3, slug: null, isProtected: false };

// What the few load who meet somebody else's version; loading takes real time.
beforeAll(() => import('../conflict/merge-versions.ts'));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());
const rest = () => vi.advanceTimersByTimeAsync(10_000);

/** Refuses what the rules would: a draft over a version that was not seen, or of a document that is not there. */
function guarded({ store, documents }: ReturnType<typeof memoryStore>): DocumentStore {
  return {
    ...store,
    commit: (writes) => {
      const isStale = writes.some(
        (write) =>
          write.type !== 'delete' &&
          write.path === path &&
          (write.data['rev'] !== Number(documents.get(path)?.['rev'] ?? 0) + 1 || !documents.has('pages/p1')),
      );
      return isStale ? Promise.resolve({ ok: false, reason: 'denied', message: '' }) : store.commit(writes);
    },
  };
}

function opened() {
  const memory = memoryStore({ 'pages/p1': { ...live, rev: 3 } });
  const store = guarded(memory);
  const held = () => memory.documents.get(path)?.['data'] as Data | undefined;
  const open = (uid: string, stored: Partial<Form> | null = {}) => {
    const told: string[] = [];
    let form: Form = live;
    let rev = base.rev;
    const keeper = draftKeeper<Form>({
      store,
      kind: 'page',
      uid,
      start: null,
      ports: {
        mayDraft: () => true,
        name: () => uid,
        origin: () => ({ id: 'p1', base: stored && { ...base, rev }, values: { ...live, ...stored } }),
        typed: () => form,
        put: (values) => void (form = values),
        meetLive: () => Promise.resolve(void told.push('live')),
        onKept: () => void told.push('kept'),
        onMerged: ({ name }) => void told.push(`merged ${String(name)}`),
      },
    });
    const type = (change: Partial<Form>) => {
      form = { ...form, ...change };
      keeper.note();
    };
    const meetVersion = (next: number) => void (rev = next);
    return { keeper, told, type, meetVersion, form: () => form };
  };
  return { ...memory, held, open };
}

describe('a draft that is kept', () => {
  it('begins with the first word, and ends with the last one taken back', async () => {
    const { held, documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    expect(ada.keeper.isSafe()).toBe(false);
    await rest();
    expect(held()).toMatchObject({ title: 'Ada' });
    expect(documents.get(path)).toMatchObject({ base_rev: 3, rev: 1, updated_by: 'ada', review: null });
    expect([ada.keeper.isSafe(), ada.told]).toEqual([true, ['kept']]);
    ada.type({ title: 'Live' });
    await rest();
    expect(documents.has(path)).toBe(false);
  });

  it('is not kept of what nobody sees', () => {
    const { open } = opened();
    const [stored, never] = [open('ada', { is_published: false }), open('ada', null)];
    expect([open('ada'), stored, never].map(({ keeper }) => keeper.isOn())).toEqual([true, false, false]);
  });

  it('takes in what somebody else makes of it, in both directions', async () => {
    const { held, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    bob.type({ body: 'one\ntwo\nBob' });
    await rest();
    const both = { title: 'Ada', body: 'one\ntwo\nBob' };
    expect(held()).toMatchObject(both);
    expect([bob.form(), bob.told]).toMatchObject([both, expect.arrayContaining(['merged ada'])]);
    await ada.keeper.look();
    expect(ada.form()).toMatchObject(both);
    expect(ada.keeper.state()).toMatchObject({ isPending: false, clash: null, kept: { draft: { rev: 2 } } });
  });

  it('asks where both changed the same, keeps what was typed, and goes on with what was chosen', async () => {
    const { held, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    bob.type({ title: 'Bob' });
    await rest();
    const first = held()?.['title'];
    const second = first === 'Ada' ? bob : ada;
    expect(second.form().title).not.toBe(first);
    expect(second.keeper.state().clash).toMatchObject({ isAsked: false });
    expect(await second.keeper.hold()).toBe('asked');
    second.keeper.release();
    expect(second.keeper.state().clash).toMatchObject({ isAsked: true });
    second.keeper.keepValues({ ...second.form(), title: 'Both' });
    await rest();
    expect(held()).toMatchObject({ title: 'Both' });
    expect(second.keeper.isSafe()).toBe(true);
  });

  it('that somebody discarded is gone here too; one that was published is met', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.keeper.look();
    expect(bob.form().title).toBe('Ada');
    expect(await ada.keeper.discard()).toBe(true);
    await bob.keeper.look();
    expect(bob.form().title).toBe('Live');

    bob.type({ title: 'Bob' });
    await rest();
    documents.delete(path);
    documents.set('pages/p1', { ...live, title: 'Bob', rev: 4 });
    await bob.keeper.look();
    expect(bob.told).toContain('live');
  });

  it.each([
    ['a number that was emptied', Number.NaN, null],
    ['what only a form holds', '5' as unknown as number, '5'],
  ])('is written once with %s', async (_name, order_index, held) => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ order_index });
    await rest();
    expect(documents.get(path)).toMatchObject({ rev: 1, data: { order_index: held } });
    expect(ada.keeper.isSafe()).toBe(true);
  });

  it('is kept for nothing that somebody deleted, until it is saved again', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    const page = documents.get('pages/p1') ?? {};
    documents.delete('pages/p1');
    ada.type({ title: 'Ada' });
    await rest();
    expect(ada.keeper.isOn()).toBe(false);
    expect([ada.keeper.state().failure, ada.told]).toEqual([null, []]);
    expect([await ada.keeper.flush(), await ada.keeper.ask({ type: 'submit' })]).toEqual([false, false]);
    documents.set('pages/p1', page);
    ada.keeper.ended();
    ada.type({ title: 'Ada again' });
    await rest();
    expect(documents.get(path)).toMatchObject({ data: { title: 'Ada again' } });
  });

  it('is of the version that it was merged with', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    await rest();
    ada.meetVersion(4);
    ada.keeper.note();
    await rest();
    expect(documents.get(path)).toMatchObject({ base_rev: 4, rev: 2 });
  });

  it('is asked for in the very version that is written', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    expect(await ada.keeper.ask({ type: 'submit' })).toBe(true);
    expect(documents.get(path)).toMatchObject({ rev: 1, review: { rev: 1, by: 'ada', name: 'ada' } });
    ada.type({ title: 'Ada again' });
    await rest();
    expect(documents.get(path)).toMatchObject({ rev: 2, review: { rev: 1 } });
    expect(await ada.keeper.ask({ type: 'return', note: 'No' })).toBe(true);
    expect(documents.get(path)).toMatchObject({ rev: 3, review: null, note: 'No' });
  });
});
