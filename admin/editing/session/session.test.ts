import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Data } from '@frontage/model/writes/write';
import { draftOfPage as path, openSession, publishedPage, stubBrowser } from './open-session.fixture.ts';

const live = { title: 'Live', body: 'one\ntwo', order_index: 1, is_published: true };
type Form = typeof live;

// Loaded lazily by merges; loading takes real time.
beforeAll(() => import('../conflict/merge-versions.ts'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const rest = () => vi.advanceTimersByTimeAsync(10_000);

function opened() {
  const page = publishedPage(live);
  const storedData = () => page.documents.get(path)?.['data'] as Data | undefined;
  const open = (uid: string, stored: Partial<Form> | null = {}) =>
    openSession<Form>({
      uid,
      store: page.store,
      live: stored && { rev: 3, values: { ...live, ...stored } },
      blank: live,
    });
  return { ...page, storedData, open };
}

describe('a draft', () => {
  it('is created by the first change and deleted when the last change is reverted', async () => {
    const { storedData, documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    expect(!ada.session.view().isPending).toBe(false);
    await rest();
    expect(storedData()).toMatchObject({ title: 'Ada' });
    expect(documents.get(path)).toMatchObject({ base_rev: 3, rev: 1, updated_by: 'ada', review: null });
    expect([ada.session.view().isPending, ada.storage.length]).toEqual([false, 0]);
    ada.type({ title: 'Live' });
    await rest();
    expect(documents.has(path)).toBe(false);
  });

  it('is not stored for a document that is not published', () => {
    const { open } = opened();
    const [stored, never] = [open('ada', { is_published: false }), open('ada', null)];
    expect([open('ada'), stored, never].map(({ session }) => session.view().isOn)).toEqual([true, false, false]);
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
    expect([bob.values(), bob.notices]).toMatchObject([both, [expect.stringMatching(/^ada changed this/)]]);
    await ada.session.refresh();
    expect(ada.values()).toMatchObject(both);
    expect(ada.session.state()).toMatchObject({ isPending: false, clash: null, kept: { draft: { rev: 2 } } });
  });

  it('reports a clash, keeps the form, and continues with the choice', async () => {
    const { storedData, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    bob.type({ title: 'Bob' });
    await rest();
    const first = storedData()?.['title'];
    const second = first === 'Ada' ? bob : ada;
    expect(second.values().title).not.toBe(first);
    expect(second.session.state().clash).toMatchObject({ isShown: false });
    expect(await second.session.save()).toBe(false);
    expect(second.session.state().clash).toMatchObject({ isShown: true });
    second.session.keepValues({ ...second.values(), title: 'Both' });
    await rest();
    expect(storedData()).toMatchObject({ title: 'Both' });
    expect(!second.session.view().isPending).toBe(true);
  });

  it('updates the form of a user without changes silently', async () => {
    const { open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.session.refresh();
    expect([bob.values().title, bob.notices]).toEqual(['Ada', []]);
  });

  it('reports a clash with the newest version, and none once that version is live', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    bob.type({ title: 'Bob' });
    await rest();
    expect(bob.session.state().clash).toMatchObject({ theirs: { draft: { data: { title: 'Ada' } } } });
    ada.type({ title: 'Ada again' });
    await rest();
    await bob.session.refresh();
    expect(bob.session.state().clash).toMatchObject({ theirs: { draft: { data: { title: 'Ada again' } } } });
    documents.delete(path);
    documents.set('pages/p1', { ...live, body: 'one', rev: 4 });
    await bob.session.refresh();
    expect([bob.session.state().clash, bob.values()]).toMatchObject([null, { title: 'Bob', body: 'one' }]);
    expect(bob.session.view().origin.base).toMatchObject({ rev: 4 });
  });

  it('ends when another user discards it, and merges the live version when it was published', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.session.refresh();
    expect(bob.values().title).toBe('Ada');
    expect(await ada.session.discardDraft()).toBe(true);
    await bob.session.refresh();
    expect(bob.values().title).toBe('Live');

    bob.type({ title: 'Bob' });
    await rest();
    documents.delete(path);
    documents.set('pages/p1', { ...live, title: 'Bob', rev: 4 });
    await bob.session.refresh();
    expect(bob.session.view().origin.base).toMatchObject({ rev: 4 });
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
    expect(!ada.session.view().isPending).toBe(true);
  });

  it('is not stored for a deleted document until the document is saved again', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    const page = documents.get('pages/p1') ?? {};
    documents.delete('pages/p1');
    ada.type({ title: 'Ada' });
    await rest();
    expect(ada.session.view().isOn).toBe(false);
    expect([ada.session.state().failure, ada.notices]).toEqual([null, []]);
    expect([await ada.session.flush(), await ada.session.applyReviewStep({ type: 'submit', message: null })]).toEqual([
      false,
      false,
    ]);
    documents.set('pages/p1', page);
    ada.session.ended();
    ada.type({ title: 'Ada again' });
    await rest();
    expect(documents.get(path)).toMatchObject({ data: { title: 'Ada again' } });
  });

  it('stores the live revision that it was merged with', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    await rest();
    documents.set('pages/p1', { ...live, body: 'one', rev: 4 });
    expect(await ada.session.mergeNewest()).toBe(true);
    await rest();
    expect(documents.get(path)).toMatchObject({ base_rev: 4, rev: 2 });
  });

  it('is submitted at the revision that is written with the submission', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    expect(await ada.session.applyReviewStep({ type: 'submit', message: null })).toBe(true);
    expect(documents.get(path)).toMatchObject({ rev: 1, review: { rev: 1, by: 'ada', name: 'ada' } });
    ada.type({ title: 'Ada again' });
    await rest();
    expect(documents.get(path)).toMatchObject({ rev: 2, review: { rev: 1 } });
    expect(await ada.session.applyReviewStep({ type: 'return', note: 'No' })).toBe(true);
    expect(documents.get(path)).toMatchObject({ rev: 3, review: null, note: 'No' });
  });

  it('keeps its author when another user returns it', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    expect(await ada.session.applyReviewStep({ type: 'submit', message: 'Prices went up' })).toBe(true);
    expect(documents.get(path)).toMatchObject({ review: { message: 'Prices went up' } });
    await bob.session.refresh();
    expect(await bob.session.applyReviewStep({ type: 'return', note: 'No' })).toBe(true);
    const returned = { updated_by: 'bob', noted: { by: 'bob' }, typed_by: 'ada', authors: ['ada'] };
    expect(documents.get(path)).toMatchObject(returned);
    expect(bob.session.state().kept?.draft).toMatchObject(returned);
  });

  it('stores all authors, and publishes with them', async () => {
    const { documents, open } = opened();
    const [ada, bob, cy] = [open('ada'), open('bob'), open('cy')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.session.refresh();
    bob.type({ body: 'one\ntwo\nBob' });
    await rest();
    expect(documents.get(path)).toMatchObject({ typed_by: 'bob', authors: ['ada', 'bob'] });
    await cy.session.refresh();
    expect(await cy.session.save({ isPublished: false })).toBe(true);
    expect(documents.get('pages/p1')).toMatchObject({ from_draft: { authors: ['ada', 'bob'] } });
  });

  it('names the publisher among the authors if the publisher changed it', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.session.refresh();
    bob.type({ body: 'one' });
    expect(await bob.session.save()).toBe(true);
    expect(documents.get('pages/p1')).toMatchObject({ body: 'one', from_draft: { authors: ['ada', 'bob'] } });
  });
});
