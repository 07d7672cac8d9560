import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Data } from '@frontage/model/writes/write';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { memoryStore } from '../../lib/documents/memory-store.fixture.ts';
import { createDraftSync } from './draft-sync.ts';

const path = 'drafts/pages_p1';
const live = { title: 'Live', body: 'one\ntwo', order_index: 1, is_published: true };
type Form = typeof live;
const base = { rev: 3, slug: null, isProtected: false };

// Loaded lazily by merges; loading takes real time.
beforeAll(() => import('../conflict/merge-versions.ts'));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());
const rest = () => vi.advanceTimersByTimeAsync(10_000);

/** Refuses the writes that the rules refuse: a draft over an unseen version, or of a missing document. */
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
  const storedData = () => memory.documents.get(path)?.['data'] as Data | undefined;
  const open = (uid: string, stored: Partial<Form> | null = {}) => {
    const events: string[] = [];
    let form: Form = live;
    let rev = base.rev;
    const sync = createDraftSync<Form>({
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
        mergeLive: () => Promise.resolve(void events.push('live')),
        onKept: () => void events.push('stored'),
        onDenied: () => void events.push('denied'),
        onMerged: ({ name }) => void events.push(`merged ${String(name)}`),
      },
    });
    const type = (change: Partial<Form>) => {
      form = { ...form, ...change };
      sync.note();
    };
    const setLiveRevision = (next: number) => void (rev = next);
    return { sync, events, type, setLiveRevision, form: () => form };
  };
  return { ...memory, storedData, open };
}

describe('a draft', () => {
  it('is created by the first change and deleted when the last change is reverted', async () => {
    const { storedData, documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    expect(ada.sync.isSafe()).toBe(false);
    await rest();
    expect(storedData()).toMatchObject({ title: 'Ada' });
    expect(documents.get(path)).toMatchObject({ base_rev: 3, rev: 1, updated_by: 'ada', review: null });
    expect([ada.sync.isSafe(), ada.events]).toEqual([true, ['stored']]);
    ada.type({ title: 'Live' });
    await rest();
    expect(documents.has(path)).toBe(false);
  });

  it('is not stored for a document that is not published', () => {
    const { open } = opened();
    const [stored, never] = [open('ada', { is_published: false }), open('ada', null)];
    expect([open('ada'), stored, never].map(({ sync }) => sync.isOn())).toEqual([true, false, false]);
  });

  it('merges changes of two users in both directions', async () => {
    const { storedData, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    bob.type({ body: 'one\ntwo\nBob' });
    await rest();
    const both = { title: 'Ada', body: 'one\ntwo\nBob' };
    expect(storedData()).toMatchObject(both);
    expect([bob.form(), bob.events]).toMatchObject([both, expect.arrayContaining(['merged ada'])]);
    await ada.sync.refresh();
    expect(ada.form()).toMatchObject(both);
    expect(ada.sync.state()).toMatchObject({ isPending: false, clash: null, kept: { draft: { rev: 2 } } });
  });

  it('reports a clash, keeps the form, and continues with the choice', async () => {
    const { storedData, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    bob.type({ title: 'Bob' });
    await rest();
    const first = storedData()?.['title'];
    const second = first === 'Ada' ? bob : ada;
    expect(second.form().title).not.toBe(first);
    expect(second.sync.state().clash).toMatchObject({ isShown: false });
    expect(await second.sync.pause()).toBe('needs-choice');
    second.sync.release();
    expect(second.sync.state().clash).toMatchObject({ isShown: true });
    second.sync.keepValues({ ...second.form(), title: 'Both' });
    await rest();
    expect(storedData()).toMatchObject({ title: 'Both' });
    expect(second.sync.isSafe()).toBe(true);
  });

  it('updates the form of a user without changes silently', async () => {
    const { open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.sync.refresh();
    expect([bob.form().title, bob.events]).toEqual(['Ada', ['stored']]);
  });

  it('reports a clash with the newest version, and none once that version is live', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    bob.type({ title: 'Bob' });
    await rest();
    expect(bob.sync.state().clash).toMatchObject({ theirs: { draft: { data: { title: 'Ada' } } } });
    ada.type({ title: 'Ada again' });
    await rest();
    await bob.sync.refresh();
    expect(bob.sync.state().clash).toMatchObject({ theirs: { draft: { data: { title: 'Ada again' } } } });
    documents.delete(path);
    documents.set('pages/p1', { ...live, title: 'Ada again', rev: 4 });
    await bob.sync.refresh();
    expect([bob.sync.state().clash, bob.form().title]).toEqual([null, 'Bob']);
    expect(bob.events).toContain('live');
  });

  it('ends when another user discards it, and merges the live version when it was published', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.sync.refresh();
    expect(bob.form().title).toBe('Ada');
    expect(await ada.sync.discard()).toBe(true);
    await bob.sync.refresh();
    expect(bob.form().title).toBe('Live');

    bob.type({ title: 'Bob' });
    await rest();
    documents.delete(path);
    documents.set('pages/p1', { ...live, title: 'Bob', rev: 4 });
    await bob.sync.refresh();
    expect(bob.events).toContain('live');
  });

  it.each([
    ['a number that was emptied', Number.NaN, null],
    ['a value of another type', '5' as unknown as number, '5'],
  ])('is written once with %s', async (_name, order_index, expected) => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ order_index });
    await rest();
    expect(documents.get(path)).toMatchObject({ rev: 1, data: { order_index: expected } });
    expect(ada.sync.isSafe()).toBe(true);
  });

  it('is not stored for a deleted document until the document is saved again', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    const page = documents.get('pages/p1') ?? {};
    documents.delete('pages/p1');
    ada.type({ title: 'Ada' });
    await rest();
    expect(ada.sync.isOn()).toBe(false);
    expect([ada.sync.state().failure, ada.events]).toEqual([null, []]);
    expect([await ada.sync.flush(), await ada.sync.applyReviewStep({ type: 'submit', message: null })]).toEqual([
      false,
      false,
    ]);
    documents.set('pages/p1', page);
    ada.sync.ended();
    ada.type({ title: 'Ada again' });
    await rest();
    expect(documents.get(path)).toMatchObject({ data: { title: 'Ada again' } });
  });

  it('stores the live revision that it was merged with', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    await rest();
    ada.setLiveRevision(4);
    ada.sync.note();
    await rest();
    expect(documents.get(path)).toMatchObject({ base_rev: 4, rev: 2 });
  });

  it('is submitted at the revision that is written with the submission', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    expect(await ada.sync.applyReviewStep({ type: 'submit', message: null })).toBe(true);
    expect(documents.get(path)).toMatchObject({ rev: 1, review: { rev: 1, by: 'ada', name: 'ada' } });
    ada.type({ title: 'Ada again' });
    await rest();
    expect(documents.get(path)).toMatchObject({ rev: 2, review: { rev: 1 } });
    expect(await ada.sync.applyReviewStep({ type: 'return', note: 'No' })).toBe(true);
    expect(documents.get(path)).toMatchObject({ rev: 3, review: null, note: 'No' });
  });

  it('keeps its author when another user returns it', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    expect(await ada.sync.applyReviewStep({ type: 'submit', message: 'Prices went up' })).toBe(true);
    expect(documents.get(path)).toMatchObject({ review: { message: 'Prices went up' } });
    await bob.sync.refresh();
    expect(await bob.sync.applyReviewStep({ type: 'return', note: 'No' })).toBe(true);
    const returned = { updated_by: 'bob', noted: { by: 'bob' }, typed_by: 'ada', authors: ['ada'] };
    expect(documents.get(path)).toMatchObject(returned);
    expect(bob.sync.state().kept?.draft).toMatchObject(returned);
  });

  it('stores all authors, and the publisher if the publisher changed it', async () => {
    const { documents, open } = opened();
    const [ada, bob, cy] = [open('ada'), open('bob'), open('cy')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.sync.refresh();
    bob.type({ body: 'one\ntwo\nBob' });
    await rest();
    expect(documents.get(path)).toMatchObject({ typed_by: 'bob', authors: ['ada', 'bob'] });
    await cy.sync.refresh();
    expect(await cy.sync.pause()).toMatchObject({ draft: { authors: ['ada', 'bob'] } });
    cy.type({ is_published: false });
    expect(await cy.sync.pause()).toMatchObject({ draft: { authors: ['ada', 'bob'] } });
    cy.type({ title: 'Cy' });
    expect(await cy.sync.pause()).toMatchObject({ draft: { authors: ['ada', 'bob', 'cy'] } });
  });
});
