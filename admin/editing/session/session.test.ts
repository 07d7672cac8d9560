import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Data } from '@frontage/model/changes/write';
import { keepEdit } from './unsaved-edits.ts';
import { draftOfPage as path, noPage, openSession, publishedPage, stubBrowser } from './open-session.fixture.ts';

const live = { title: 'Live', body: 'one\ntwo', order_index: 1, is_published: true };
type Form = typeof live;

// Loaded lazily by merges; loading takes real time.
beforeAll(() => import('@frontage/model/merge-texts'));
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

  it.each(['denied', 'unauthenticated'] as const)(
    'is stored after a new sign-in if the write was %s because the sign-in ended',
    async (reason) => {
      const { store, documents } = publishedPage(live);
      let isSignedIn = false;
      const ended: typeof store = {
        ...store,
        commit: (writes) =>
          isSignedIn ? store.commit(writes) : Promise.resolve({ ok: false, reason, message: 'The sign-in has ended' }),
      };
      const signInAgain = () => Promise.resolve((isSignedIn = true));
      const ada = openSession<Form>({ uid: 'ada', store: ended, live: { rev: 3, values: live }, signInAgain });
      ada.type({ title: 'Ada' });
      await rest();
      expect(documents.get(path)?.['data']).toMatchObject({ title: 'Ada' });
      expect(ada.session.state().isPending).toBe(false);
      isSignedIn = false;
      ada.type({ title: 'Live' });
      await rest();
      expect(documents.has(path)).toBe(false);
    },
  );

  it('is not stored for a created document that is not published', () => {
    const { open } = opened();
    const stored = open('ada', { is_published: false });
    expect([open('ada'), stored].map(({ session }) => session.view().isOn)).toEqual([true, false]);
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
    expect(ada.session.state()).toMatchObject({ isPending: false, draftConflict: null, kept: { draft: { rev: 2 } } });
  });

  it('reports a conflict of drafts, keeps the form, and continues with the choice', async () => {
    const { storedData, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    bob.type({ title: 'Bob' });
    await rest();
    const first = storedData()?.['title'];
    const second = first === 'Ada' ? bob : ada;
    expect(second.values().title).not.toBe(first);
    expect(second.session.state().draftConflict).toMatchObject({ isShown: false });
    expect(await second.session.save()).toBe(false);
    expect(second.session.state().draftConflict).toMatchObject({ isShown: true });
    second.session.keepValues({ ...second.values(), title: 'Both' });
    await rest();
    expect(storedData()).toMatchObject({ title: 'Both' });
    expect(!second.session.view().isPending).toBe(true);
  });

  it('without the changes of a session after Cancel has the words of others', async () => {
    const { storedData, documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ body: 'one\nAda\ntwo' });
    await rest();
    bob.type({ title: 'Bob', body: 'one\nAda\ntwo\nBob' });
    await rest();
    await ada.session.refresh();
    ada.type({ order_index: 7 });
    await rest();
    expect(storedData()).toMatchObject({ title: 'Bob', body: 'one\nAda\ntwo\nBob', order_index: 7 });
    expect(await ada.session.cancel()).toBe(true);
    expect(storedData()).toMatchObject({ title: 'Bob', body: 'one\ntwo\nBob', order_index: 1 });
    await rest();
    ada.close();
    await rest();
    expect(storedData()).toMatchObject({ title: 'Bob', body: 'one\ntwo\nBob', order_index: 1 });
    await bob.session.refresh();
    expect(bob.values()).toMatchObject({ title: 'Bob', body: 'one\ntwo\nBob', order_index: 1 });
    bob.type({ ...live });
    await rest();
    expect(documents.has(path)).toBe(false);
  });

  it('is deleted by Cancel if it has only changes of the session, which the browser keeps', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    await rest();
    expect(ada.session.ownChanges()).toEqual({ characters: 4, isDraftOlder: false });
    expect(await ada.session.cancel()).toBe(true);
    ada.close();
    expect([documents.has(path), ada.storage.length, ada.session.mustAskBeforeLeaving()]).toEqual([false, 1, false]);
  });

  it('keeps after Cancel the text that was stored by "Save draft"', async () => {
    const { storedData, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    await ada.session.saveDraft();
    expect(ada.session.ownChanges()).toBeNull();
    ada.type({ title: 'Later' });
    await rest();
    expect(await ada.session.cancel()).toBe(true);
    expect(storedData()).toMatchObject({ title: 'Ada' });
  });

  it('is taken back by Cancel also while its text conflicts with that of another user', async () => {
    const { storedData, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    bob.type({ title: 'Bob', order_index: 9 });
    await rest();
    expect(bob.session.state().draftConflict).not.toBeNull();
    expect(await bob.session.cancel()).toBe(true);
    expect(storedData()).toMatchObject({ title: 'Ada', order_index: 1 });
  });

  it('is published with changes of others only after they were listed', async () => {
    const { storedData, documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.session.refresh();
    bob.type({ order_index: 5 });
    bob.answer(false);
    expect(await bob.session.save()).toBe(false);
    expect([bob.asked, documents.get('pages/p1')]).toMatchObject([['ada title'], { title: 'Live' }]);
    await rest();
    expect(storedData()).toMatchObject({ title: 'Ada', order_index: 5 });
    bob.answer(true);
    expect(await bob.session.save()).toBe(true);
    expect(documents.get('pages/p1')).toMatchObject({ title: 'Ada', order_index: 5 });
  });

  it('is published without a question if only its publisher changed it', async () => {
    const { documents, open } = opened();
    const ada = open('ada');
    ada.type({ title: 'Ada' });
    await rest();
    expect(await ada.session.save()).toBe(true);
    expect([ada.asked, documents.get('pages/p1')]).toMatchObject([[], { title: 'Ada' }]);
  });

  it('lists a change of others that arrives while the save is written', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    bob.type({ order_index: 5 });
    await rest();
    await ada.session.refresh();
    ada.type({ title: 'Ada' });
    await rest();
    expect(await bob.session.save()).toBe(true);
    expect([bob.asked, documents.get('pages/p1')]).toMatchObject([['ada title'], { title: 'Ada', order_index: 5 }]);
  });

  it('updates the form of a user without changes silently', async () => {
    const { open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    await bob.session.refresh();
    expect([bob.values().title, bob.notices]).toEqual(['Ada', []]);
  });

  it('reports a conflict of drafts with the newest version, and none once that version is live', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'Ada' });
    await rest();
    bob.type({ title: 'Bob' });
    await rest();
    expect(bob.session.state().draftConflict).toMatchObject({ theirs: { draft: { data: { title: 'Ada' } } } });
    ada.type({ title: 'Ada again' });
    await rest();
    await bob.session.refresh();
    expect(bob.session.state().draftConflict).toMatchObject({ theirs: { draft: { data: { title: 'Ada again' } } } });
    documents.delete(path);
    documents.set('pages/p1', { ...live, body: 'one', rev: 4 });
    await bob.session.refresh();
    expect([bob.session.state().draftConflict, bob.values()]).toMatchObject([null, { title: 'Bob', body: 'one' }]);
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
    expect(await ada.session.save()).toBe(true);
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

describe('a proposal that is published', () => {
  it('leaves no changes in the editor of its reviewer', async () => {
    const { documents, open } = opened();
    const [ada, bob] = [open('ada', { is_published: false }), open('bob', { is_published: false })];
    ada.type({ title: 'Ada' });
    expect(await ada.session.applyReviewStep({ type: 'submit', message: null })).toBe(true);
    bob.session.dispatch({ type: 'draft stored', kept: ada.session.state().kept, values: ada.values() });
    bob.type({ title: 'Ada' });
    documents.delete(path);
    bob.session.published({ rev: 4, slug: null, isProtected: false }, { is_published: true });
    expect(bob.values()).toEqual({ ...live, title: 'Ada' });
    expect(bob.session.view()).toMatchObject({ isDirty: false, kept: null, origin: { base: { rev: 4 } } });
    expect(bob.session.mustAskBeforeLeaving()).toBe(false);
    bob.type({ body: 'one' });
    await rest();
    expect(documents.get(path)).toMatchObject({ base_rev: 4, data: { title: 'Ada', body: 'one' } });
  });

  it('is the base of later changes by its author', async () => {
    const { documents, storedData, open } = opened();
    const ada = open('ada', { is_published: false });
    ada.type({ title: 'Ada', body: 'one\nAda' });
    expect(await ada.session.applyReviewStep({ type: 'submit', message: null })).toBe(true);
    documents.delete(path);
    const from_draft = { rev: 4, authors: ['ada'], message: null };
    documents.set('pages/p1', { ...live, title: 'Ada', body: 'one\nAda', rev: 4, updated_by: 'bob', from_draft });
    ada.type({ title: 'Ada again', body: 'one\nAda again' });
    await rest();
    expect(ada.session.view()).toMatchObject({ conflict: null, draftConflict: null, origin: { base: { rev: 4 } } });
    expect(storedData()).toMatchObject({ title: 'Ada again', body: 'one\nAda again', is_published: true });
    expect(ada.session.mustAskBeforeLeaving()).toBe(false);
  });

  it('is merged without a question when its author asks for the newer version first', async () => {
    const { documents, open } = opened();
    const ada = open('ada', { is_published: false });
    ada.type({ title: 'Ada' });
    expect(await ada.session.applyReviewStep({ type: 'submit', message: null })).toBe(true);
    documents.delete(path);
    const from_draft = { rev: 4, authors: ['ada'], message: null };
    documents.set('pages/p1', { ...live, title: 'Ada', rev: 4, updated_by: 'bob', from_draft });
    ada.type({ title: 'Ada again' });
    expect(await ada.session.mergeNewest()).toBe(true);
    await rest();
    expect(ada.values()).toMatchObject({ title: 'Ada again', is_published: true });
    expect(ada.session.view()).toMatchObject({ conflict: null, draftConflict: null, isPending: false });
  });
});

describe('a new document', () => {
  const blank = { title: '', body: '', slug: '', is_published: false };
  const start = () => {
    const page = noPage();
    const open = (uid: string) => openSession<typeof blank>({ uid, store: page.store, live: null, blank });
    return { ...page, open, storedData: () => page.documents.get(path)?.['data'] };
  };

  it('has a draft from the first character on, which is deleted when everything is removed', async () => {
    const { documents, storedData, open } = start();
    const ada = open('ada');
    expect(ada.session.view()).toMatchObject({ isOn: true, isPending: false, isDirty: false });
    ada.type({ body: 'A' });
    await vi.advanceTimersByTimeAsync(600);
    expect(documents.get(path)).toMatchObject({
      base_rev: 0,
      rev: 1,
      created_by: 'ada',
      data: { title: '', body: 'A' },
    });
    expect([ada.session.mustAskBeforeLeaving(), ada.storage.length]).toEqual([false, 0]);
    ada.type({ body: ' ' });
    await rest();
    expect(storedData()).toBeUndefined();
    expect(ada.session.view()).toMatchObject({ isDirty: false, isPending: false });
  });

  it('is not stored while it contains only white space', async () => {
    const { documents, open } = start();
    const ada = open('ada');
    ada.type({ title: '  ', body: '\n' });
    await rest();
    expect([documents.size, ada.session.mustAskBeforeLeaving()]).toEqual([0, false]);
  });

  it('is written when the connection returns, if it was offline at the first character', async () => {
    const { faults, storedData, open } = start();
    const ada = open('ada');
    faults.push({ before: 'unreachable' });
    ada.type({ title: 'A' });
    await vi.advanceTimersByTimeAsync(600);
    expect([ada.session.view().failure, ada.session.mustAskBeforeLeaving(), ada.storage.length]).toEqual([
      'unreachable',
      true,
      1,
    ]);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(storedData()).toMatchObject({ title: 'A' });
    expect([ada.session.mustAskBeforeLeaving(), ada.storage.length]).toEqual([false, 0]);
  });

  it('is stored once if the answer to its first write is lost', async () => {
    const { faults, documents, open } = start();
    const ada = open('ada');
    faults.push({ after: 'unreachable' });
    ada.type({ title: 'A' });
    await rest();
    expect(documents.get(path)).toMatchObject({ rev: 1 });
    expect(ada.session.view()).toMatchObject({ isPending: false, failure: null });
  });

  it('is created from its draft, and belongs to the user that began the draft', async () => {
    const { documents, open } = start();
    const [ada, bob] = [open('ada'), open('bob')];
    ada.type({ title: 'A' });
    await rest();
    await bob.session.refresh();
    expect(bob.values().title).toBe('A');
    expect(await bob.session.save({ isPublished: true })).toBe(true);
    expect(documents.get('pages/p1')).toMatchObject({
      title: 'A',
      is_published: true,
      created_by: 'ada',
      updated_by: 'bob',
      from_draft: { rev: 1, authors: ['ada'] },
    });
    expect(documents.has(path)).toBe(false);
    await ada.session.refresh();
    expect(ada.session.view()).toMatchObject({ origin: { base: { rev: 1 } }, isDirty: false, conflict: null });
  });

  it('keeps its draft if its slug is refused', async () => {
    const { documents, storedData, open } = start();
    documents.set('slugs/page:about', { id: 'other' });
    documents.set('pages/other', { slug: 'about', is_published: true });
    const ada = open('ada');
    ada.type({ title: 'A', slug: 'about' });
    await rest();
    expect(await ada.session.save()).toBe(false);
    expect(ada.session.view().status).toMatchObject({ failure: { reason: 'slug-taken' } });
    expect(storedData()).toMatchObject({ title: 'A', slug: 'about' });
    expect(documents.has('pages/p1')).toBe(false);
    ada.type({ slug: 'about-2' });
    expect(await ada.session.save()).toBe(true);
    expect([documents.get('pages/p1')?.['slug'], documents.has(path)]).toEqual(['about-2', false]);
  });

  it('stays open after a creation for another action', async () => {
    const { open } = start();
    const ada = open('ada');
    ada.type({ title: 'A' });
    expect(await ada.session.save({ isPublished: false }, { staysOpen: true })).toBe(true);
    expect(await ada.session.applyReviewStep({ type: 'submit', message: null })).toBe(true);
    expect(ada.notices).toEqual(['saved, stays open']);
  });

  it('keeps its id after the draft is discarded, and the discard can be undone', async () => {
    const { storedData, open } = start();
    const ada = open('ada');
    ada.type({ title: 'A' });
    await rest();
    expect(await ada.session.discardDraft()).toBe(true);
    expect([storedData(), ada.values().title, ada.notices]).toEqual([undefined, '', ['Draft discarded']]);
    ada.undo[0]?.();
    await rest();
    expect(storedData()).toMatchObject({ title: 'A' });
  });
});

describe('a save during a save', () => {
  async function startSave(live: Partial<Form> = {}) {
    const { documents, open } = opened();
    const ada = open('ada', live);
    const first = ada.session.save();
    while (ada.session.view().status.type !== 'saving') await Promise.resolve();
    return { ada, first, stored: () => documents.get('pages/p1') };
  }

  it('stores text that was typed in between', async () => {
    const { ada, first, stored } = await startSave();
    ada.type({ title: 'Typed during the save' });
    const again = [ada.session.save(), ada.session.save()];
    expect(await Promise.all([first, ...again])).toEqual([true, true, true]);
    expect(stored()).toMatchObject({ title: 'Typed during the save', rev: 5 });
  });

  it('stores nothing new without a change', async () => {
    const { ada, first, stored } = await startSave();
    expect(await Promise.all([first, ada.session.save()])).toEqual([true, true]);
    expect(stored()).toMatchObject({ rev: 4 });
  });

  it('publishes, but does not unpublish', async () => {
    const { ada, first, stored } = await startSave({ is_published: false });
    const others = [ada.session.save({ isPublished: true }), ada.session.save({ isPublished: false })];
    expect(await Promise.all([first, ...others])).toEqual([true, true, true]);
    expect(stored()).toMatchObject({ is_published: true, rev: 5 });
  });
});

describe('an unsaved edit of an earlier session', () => {
  it('is no longer offered after a save', async () => {
    const { open } = opened();
    const ada = open('ada', { is_published: false });
    const address = { uid: 'ada', kind: 'page', document: 'p1', session: 'earlier' };
    keepEdit(ada.storage, address, {
      id: 'p1',
      values: { title: 'Earlier' },
      base: null,
      at: new Date().toISOString(),
    });
    await ada.session.findUnsaved();
    expect(ada.session.view().offered).toMatchObject({ edit: { values: { title: 'Earlier' } } });
    ada.type({ title: 'Later' });
    expect(await ada.session.save()).toBe(true);
    expect(ada.session.view().offered).toBeNull();
  });
});
