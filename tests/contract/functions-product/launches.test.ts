import { createHash } from 'node:crypto';
import { purgeExpired } from '@frontage/functions/content/purge';
import { runDue } from '@frontage/functions/launches/run-due';
import { firestoreDrafts } from '@frontage/pipeline/firestore';
import { bareDemo, barePage, bareSection } from '@frontage/model/content.fixture';
import { newDemo } from '@frontage/model/kinds/demo';
import { draftData, draftText } from '@frontage/model/draft';
import type { CallInput } from '@frontage/model/calls';
import { commentLimits } from '@frontage/model/launch';
import { durations } from '@frontage/model/limits';
import { newPage } from '@frontage/model/kinds/page';
import { defaultSettings } from '@frontage/model/kinds/settings';
import type { DocumentData } from 'firebase-admin/firestore';
import { doc, getDoc, setDoc } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeFunctions, openProduct, refusalOf, type Person, type Product } from './product.ts';

let product: Product;
let editor: Person;
let admin: Person;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  editor = await product.signUp({ roles: ['editor'] });
  admin = await product.signUp({ roles: ['admin'] });
});

type Member = CallInput<'changeLaunchMembers'>['add'][number];

const stamps = { rev: 4, created_at: new Date(0), created_by: 'ada', updated_at: new Date(0), updated_by: 'ada' };
const put = (path: string, data: DocumentData) => product.firestore.doc(path).set(data);
const read = async (path: string) => (await product.firestore.doc(path).get()).data();
const putPage = async (id: string, over: DocumentData = {}) => {
  await put(`pages/${id}`, { ...barePage, title: id, slug: id, is_published: true, ...stamps, ...over });
  await put(`slugs/page:${String(over['slug'] ?? id)}`, { id, updated_at: new Date(0) });
};

/** Stores a draft of a page, and returns it as a member in exactly this version. */
const draftOf = (id: string, data: DocumentData, over: DocumentData = {}): Promise<Member> =>
  putDraft('pages', id, { data: { ...newPage, title: id, slug: id, is_published: true, ...data }, ...over });

async function putDraft(collection: Member['collection'], id: string, draft: DocumentData): Promise<Member> {
  const { data, embed = null, ...over } = draft;
  const values = data as Record<string, unknown>;
  await put(`drafts/${collection}_${id}`, {
    collection,
    id,
    data: values,
    base_rev: 4,
    review: null,
    note: null,
    ...stamps,
    rev: 2,
    ...over,
  });
  const text = draftText({ collection, id, data: values }, embed as string | null);
  const draft_digest = createHash('sha256').update(text).digest('hex');
  return { collection, id, action: 'publish_draft', draft_rev: Number(over['rev'] ?? 2), draft_digest };
}

const launchOf = async (...add: Member[]): Promise<string> => {
  const { id } = await admin.call('saveLaunch', {
    id: null,
    rev: 0,
    name: 'Spring',
    description: '',
    plannedAt: null,
  });
  if (add.length > 0) await admin.call('changeLaunchMembers', { id, add, remove: [], accept: [] });
  return id;
};
const revOf = async (id: string) => Number((await read(`launches/${id}`))?.['rev']);
const publish = async (id: string, person = admin) => person.call('publishLaunch', { id, rev: await revOf(id) });
const takeBack = (id: string, choices: CallInput<'takeBackLaunch'>['choices'] = {}, person = admin) =>
  person.call('takeBackLaunch', { id, choices });

const planTakeBack = (id: string, choices: CallInput<'takeBackLaunch'>['choices'] = {}, person = admin) =>
  person.call('planTakeBackLaunch', { id, choices });

const change = (id: string, over: Partial<CallInput<'changeLaunchMembers'>>) => ({
  ...{ id, add: [], remove: [], accept: [] },
  ...over,
});

const general = (site_description: string) => ({ ...defaultSettings.general, site_description });

/** A launch with a member of every kind of change. */
async function everything(): Promise<string> {
  await putPage('changed', { body: 'One\n\nTwo\n\nThree' });
  await putPage('gone');
  await putPage('hidden');
  await putPage('shown', { is_published: false });
  await put('homepage_sections/hero', { ...bareSection, title: 'Old', is_published: true, ...stamps });
  await put('site_settings/general', { value: general('Old'), ...stamps });
  return launchOf(
    await draftOf('changed', { body: 'One\n\nTwo\n\nThree, new' }),
    await draftOf('new', { body: 'Hello' }, { base_rev: 0 }),
    await putDraft('site_settings', 'general', { data: general('New') }),
    { collection: 'pages', id: 'gone', action: 'delete', document_rev: 4 },
    { collection: 'pages', id: 'hidden', action: 'unpublish' },
    { collection: 'pages', id: 'shown', action: 'publish', document_rev: 4 },
    {
      collection: 'redirects',
      id: createHash('sha256').update('/old').digest('hex'),
      action: 'redirect',
      redirect: { from: '/old', to: '/page/new', status: 301 },
    },
  );
}

const withoutStamps = ({
  updated_at: _,
  updated_by: __,
  created_at: ___,
  rev: ____,
  from_draft: _____,
  ...data
}: Record<string, unknown>) => data;

const contents = async () => {
  const found: Record<string, DocumentData> = {};
  for (const name of ['pages', 'homepage_sections', 'redirects', 'slugs', 'site_settings']) {
    for (const one of (await product.firestore.collection(name).get()).docs) {
      found[one.ref.path] = withoutStamps(one.data());
    }
  }
  return found;
};

describeFunctions('a launch', () => {
  it('publishes nothing if the settings prevent it for a document, in its review too, and names the document', async () => {
    await put('site_settings/seo', { value: { ...defaultSettings.seo, blocking_rules: 'image-alt,dead-link' } });
    await putPage('good', { is_published: false, body: 'Text' });
    const image = 'https://storage.example/v0/b/frontage-homepage-images/o/a.png';
    const id = await launchOf(await draftOf('bad', { body: `Text\n\n![](${image})` }, { base_rev: 0 }), {
      collection: 'pages',
      id: 'good',
      action: 'publish',
      document_rev: 4,
    });
    const problems = [{ document: 'pages/bad', reason: 'image-alt' }];
    expect(await publish(id)).toMatchObject({ problems });
    expect(await editor.call('approveLaunch', { id, rev: await revOf(id) })).toMatchObject({ problems });
    expect(await read('pages/good')).toMatchObject({ is_published: false });
    // The description of the library counts.
    await put('media/homepage-images_a.png', { alt: 'A picture', is_decorative: false });
    expect(await publish(id)).toMatchObject({ problems: [] });
    expect(await read('pages/bad')).toMatchObject({ is_published: true });
  });

  it('publishes drafts, new documents, unpublishing, deletions and redirects at once', async () => {
    const id = await everything();
    expect(await publish(id)).toMatchObject({ problems: [] });
    expect(await read('pages/changed')).toMatchObject({
      body: 'One\n\nTwo\n\nThree, new',
      rev: 5,
      updated_by: admin.uid,
    });
    expect(await read('pages/new')).toMatchObject({ body: 'Hello', is_published: true, rev: 1, created_by: 'ada' });
    expect(await read('pages/gone')).toBeUndefined();
    expect(await read('trash/pages_gone')).toMatchObject({ deleted_by: admin.uid });
    expect(await read('pages/hidden')).toMatchObject({ is_published: false });
    expect(await read('pages/shown')).toMatchObject({ is_published: true });
    expect(await read('site_settings/general')).toMatchObject({ value: { site_description: 'New' } });
    expect(await read('drafts/pages_changed')).toBeUndefined();
    const launch = await read(`launches/${id}`);
    expect(launch).toMatchObject({ state: 'published', published_by: admin.uid });
    expect(launch?.['written']).toEqual(
      expect.arrayContaining(['pages/changed', 'pages/new', 'slugs/page:new', 'pages/gone']),
    );
    const times = await Promise.all(
      ['pages/changed', 'pages/new', 'pages/hidden', `launches/${id}`].map(async (path) =>
        (await product.firestore.doc(path).get()).updateTime?.valueOf(),
      ),
    );
    expect(new Set(times).size).toBe(1);
  });

  it('is taken back with every document as it was before, and goes live again', async () => {
    const id = await everything();
    const before = await contents();
    await publish(id);
    const after = await contents();
    const first = await takeBack(id);
    expect(first).toMatchObject({ problems: [], conflicts: [] });
    const redirect = `redirects/${createHash('sha256').update('/old').digest('hex')}`;
    // Slugs stay reserved, and a removed redirect keeps its document, so that old addresses redirect.
    expect(await contents()).toEqual({
      ...before,
      'slugs/page:new': { id: 'new' },
      [redirect]: { from: '/old', to: null, status: 301 },
    });
    expect(await read('trash/pages_new')).toBeDefined();
    expect(await refusalOf(takeBack(id))).toMatch(/already taken back/);
    expect(await takeBack(String(first.id))).toMatchObject({ problems: [], conflicts: [] });
    expect(await contents()).toEqual(after);
  });

  it('names the documents as taking back would leave them, and changes nothing', async () => {
    const id = await everything();
    await publish(id);
    const launched = await contents();
    const { documents, ...answer } = await planTakeBack(id);
    expect(answer).toMatchObject({ problems: [], conflicts: [] });
    expect(await contents()).toEqual(launched);
    await takeBack(id);
    const planned = documents.map(({ path, data }) => [path, data && withoutStamps(data)] as const);
    const after = Object.fromEntries(
      Object.entries({ ...launched, ...Object.fromEntries(planned) }).filter(([, data]) => data !== null),
    );
    expect(after).toEqual(await contents());
    expect(await refusalOf(planTakeBack(id))).toMatch(/already taken back/);
  });

  it('names the action of taking back on each document, in the plan, the new launch and the audit log', async () => {
    const id = await everything();
    await publish(id);
    // A page that is as before has no part in it.
    await product.firestore.doc('pages/shown').update({ is_published: false, rev: 6 });
    const expected: Record<string, string> = {
      ...{ 'pages/changed': 'return', 'pages/new': 'delete', 'pages/gone': 'restore', 'pages/hidden': 'publish' },
      ...{ 'site_settings/general': 'return' },
      [`redirects/${createHash('sha256').update('/old').digest('hex')}`]: 'redirect',
    };
    const { actions = [] } = await planTakeBack(id);
    expect(Object.fromEntries(actions.map(({ document, action }) => [document, action]))).toEqual(expected);
    const next = String((await takeBack(id)).id);
    const members = (await read(`launches/${next}`))?.['members'] as Record<string, unknown>[];
    const took = members.map(({ collection, id: one, took_back }) => [
      `${String(collection)}/${String(one)}`,
      took_back,
    ]);
    expect(Object.fromEntries(took)).toEqual(expected);
    expect(members.find(({ action }) => action === 'redirect')).toMatchObject({ redirect: { from: '/old', to: null } });
    const audit = await product.firestore.collection('audit').where('action', '==', 'launch taken back').get();
    expect(audit.docs[0]?.get('details')).toMatchObject({
      ...{ launch: next, published: ['pages/hidden'], deleted: ['pages/new'] },
      'restored from the trash': ['pages/gone'],
    });
  });

  it('that takes back a publication says that it unpublishes', async () => {
    await putPage('x', { is_published: false });
    const id = await launchOf({ collection: 'pages', id: 'x', action: 'publish', document_rev: 4 });
    await publish(id);
    const { id: next } = await takeBack(id);
    expect(await read('pages/x')).toMatchObject({ is_published: false });
    expect(await read(`launches/${String(next)}`)).toMatchObject({ members: [{ took_back: 'unpublish' }] });
    const published = await product.firestore.collection('audit').where('action', '==', 'launch published').get();
    expect(published.docs[0]?.get('details')).toEqual({ published: ['pages/x'] });
    // The other way round, it publishes again.
    const { id: last } = await takeBack(String(next));
    expect(await read(`launches/${String(last)}`)).toMatchObject({ members: [{ took_back: 'publish' }] });
  });

  it('keeps edits made since when it is taken back, and asks where both changed the same words', async () => {
    await putPage('x', { title: 'Before', body: 'One\n\nTwo\n\nThree' });
    const id = await launchOf(await draftOf('x', { title: 'Launched', body: 'One\n\nTwo, new\n\nThree' }));
    await publish(id);
    const launched = (await read('pages/x')) ?? {};
    await put('pages/x', { ...launched, rev: 6, title: 'Since', body: 'One\n\nTwo, new\n\nThree, since' });
    expect(await takeBack(id)).toEqual({
      id: null,
      problems: [],
      leftOut: [],
      conflicts: [{ document: 'pages/x', field: 'title' }],
    });
    expect(await read('pages/x')).toMatchObject({ rev: 6 });
    expect(await planTakeBack(id)).toMatchObject({ documents: [], conflicts: [{ field: 'title' }] });
    const { documents } = await planTakeBack(id, { 'pages/x#title': 'current' });
    expect(documents).toMatchObject([{ path: 'pages/x', data: { title: 'Since' } }]);
    await takeBack(id, { 'pages/x#title': 'current' });
    expect(await read('pages/x')).toMatchObject({ rev: 7, title: 'Since', body: 'One\n\nTwo\n\nThree, since' });
  });

  it('cannot be taken back if nothing remains to change, or after its earlier versions expired', async () => {
    await putPage('x');
    const id = await launchOf({ collection: 'pages', id: 'x', action: 'unpublish' });
    await publish(id);
    await purgeExpired(product.firestore, new Date(Date.now() + durations.launchKept + 60_000));
    expect(await refusalOf(takeBack(id))).toMatch(/nothing to take back/);
    expect((await product.firestore.collection('launches').get()).size).toBe(1);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['a draft was changed', 'draftMoved', async () => draftOf('x', { title: 'Later' }, { rev: 3 })],
    [
      'a draft was replaced by another with the same revision',
      'draftMoved',
      async () => draftOf('x', { title: 'Other' }),
    ],
    ['the live version was changed', 'liveMoved', async () => putPage('x', { rev: 5 })],
    ['a document was deleted', 'missing', async () => product.firestore.doc('pages/x').delete()],
    ['a slug was taken', 'slugTaken', async () => putPage('thief', { slug: 'fresh' })],
  ])('publishes nothing and names the document if %s', async (_, reason, happen) => {
    await putPage('x');
    await putPage('y');
    const id = await launchOf(await draftOf('x', { slug: 'fresh' }), {
      collection: 'pages',
      id: 'y',
      action: 'unpublish',
    });
    await happen();
    expect(await publish(id)).toMatchObject({ problems: [{ document: 'pages/x', reason }] });
    expect(await read('pages/y')).toMatchObject({ is_published: true });
    expect(await read(`launches/${id}`)).toMatchObject({ state: 'open' });
  });

  it('exchanges the slugs of two pages, and refuses two pages with one slug', async () => {
    await putPage('a');
    await putPage('b');
    const both = [await draftOf('a', { slug: 'b' }), await draftOf('b', { slug: 'a' })];
    expect(await publish(await launchOf(...both))).toMatchObject({ problems: [] });
    expect(await read('slugs/page:a')).toMatchObject({ id: 'b' });
    await putPage('c');
    await putPage('d');
    const same = await launchOf(await draftOf('c', { slug: 'same' }), await draftOf('d', { slug: 'same' }));
    expect(await publish(same)).toMatchObject({ problems: [{ document: 'pages/d', reason: 'slugTaken' }] });
  });

  it('has documents that no other open launch has', async () => {
    await putPage('x');
    const member: Member = { collection: 'pages', id: 'x', action: 'unpublish' };
    const first = await launchOf(member);
    expect(await refusalOf(launchOf(member))).toMatch(/another open launch/);
    await admin.call('changeLaunchMembers', { id: first, add: [], remove: ['pages/x'], accept: [] });
    expect(await refusalOf(launchOf(member))).toBe('answered');
  });

  it('accepts a proposal only in the version on the screen', async () => {
    const author = await product.signUp({ roles: ['author'] });
    await putPage('own', { created_by: author.uid, is_published: false });
    const id = await launchOf();
    const propose = async (title: string) => {
      const add = [await draftOf('own', { title })];
      await author.call('changeLaunchMembers', { id, add, remove: [], accept: [] });
    };
    await propose('Seen');
    const accept = { id, rev: await revOf(id), add: [], remove: [], accept: ['pages/own'] };
    await propose('Exchanged');
    expect(await refusalOf(editor.call('changeLaunchMembers', accept))).toMatch(/^aborted/);
    await editor.call('changeLaunchMembers', { ...accept, rev: await revOf(id) });
    expect(await read(`launches/${id}`)).toMatchObject({ members: [{ is_accepted: true }] });
  });

  it('accepts, plans, approves and publishes while an author proposes and withdraws other documents', async () => {
    const author = await product.signUp({ roles: ['author'] });
    const reviewer = await product.signUp({ roles: ['admin'] });
    await putPage('x');
    for (const own of ['own', 'wanted']) await putPage(own, { created_by: author.uid, is_published: false });
    const id = await launchOf({ collection: 'pages', id: 'x', action: 'unpublish' });
    const own = await draftOf('own', { title: 'Own' });
    const wanted = await draftOf('wanted', { title: 'Wanted' });
    await author.call('changeLaunchMembers', change(id, { add: [wanted] }));
    const form = { id, name: 'Spring', description: '', plannedAt: null };
    // The author changes the launch after each screen was shown.
    const shown = async () => {
      const rev = await revOf(id);
      await author.call('changeLaunchMembers', change(id, { add: [own] }));
      await author.call('changeLaunchMembers', change(id, { remove: ['pages/own'] }));
      return rev;
    };
    await editor.call('changeLaunchMembers', change(id, { rev: await shown(), accept: ['pages/wanted'] }));
    await editor.call('saveLaunch', { ...form, rev: await shown() });
    await reviewer.call('approveLaunch', { id, rev: await shown() });
    await editor.call('publishLaunch', { id, rev: await shown() });
    expect(await read('pages/wanted')).toMatchObject({ title: 'Wanted', is_published: true });
  });

  it('is changed by an author at most 30 times a minute, and published meanwhile', async () => {
    const author = await product.signUp({ roles: ['author'] });
    await putPage('x');
    await putPage('own', { created_by: author.uid, is_published: false });
    const id = await launchOf({ collection: 'pages', id: 'x', action: 'unpublish' });
    const own = await draftOf('own', { title: 'Own' });
    const flood = async () => {
      for (let times = 0; times < 15; times++) {
        await refusalOf(author.call('changeLaunchMembers', change(id, { add: [own] })));
        await refusalOf(author.call('changeLaunchMembers', change(id, { remove: ['pages/own'] })));
      }
      return refusalOf(author.call('changeLaunchMembers', change(id, { add: [own] })));
    };
    const rev = await revOf(id);
    const [refused, published] = await Promise.all([flood(), refusalOf(editor.call('publishLaunch', { id, rev }))]);
    expect(refused).toMatch(/Too many attempts/);
    expect(published).toBe('answered');
    const comment = { id, text: 'Good', about: null };
    expect(await refusalOf(author.call('addLaunchComment', comment))).toMatch(/Too many attempts/);
    expect(await refusalOf(editor.call('addLaunchComment', comment))).toBe('answered');
  }, 60_000);

  it('keeps the reasons of a failed publication when an author proposes a document', async () => {
    const author = await product.signUp({ roles: ['author'] });
    await putPage('own', { created_by: author.uid });
    const id = await launchOf();
    const failures = [{ document: null, reason: 'error' }];
    await product.firestore.doc(`launches/${id}`).update({ failures });
    await author.call('changeLaunchMembers', change(id, { add: [await draftOf('own', { title: 'Own' })] }));
    await author.call('changeLaunchMembers', change(id, { remove: ['pages/own'] }));
    expect(await read(`launches/${id}`)).toMatchObject({ failures });
  });

  it(
    'has at most 20 proposals of one author, and leaves room for documents of editors',
    { tags: 'full', timeout: 120_000 },
    async () => {
      const authors = await Promise.all([1, 2, 3, 4, 5, 6].map(() => product.signUp({ roles: ['author'] })));
      const id = await launchOf();
      const propose = async (author: Person, ids: string[]) => {
        await Promise.all(ids.map((own) => putPage(own, { created_by: author.uid, is_published: false })));
        const add = await Promise.all(ids.map((own) => draftOf(own, { title: own })));
        return refusalOf(author.call('changeLaunchMembers', change(id, { add })));
      };
      const idsOf = (from: number, count: number) => Array.from({ length: count }, (_, index) => `p${from + index}`);
      for (const [index, author] of authors.slice(0, 5).entries()) {
        expect(await propose(author, idsOf(index * 100, 21))).toMatch(/at most 20 proposals/);
        expect(await propose(author, idsOf(index * 100, 20))).toBe('answered');
        expect(await propose(author, idsOf(index * 100 + 20, 1))).toMatch(/at most 20 proposals/);
        // A new version of a waiting proposal takes no further place.
        expect(await propose(author, idsOf(index * 100, 1))).toBe('answered');
      }
      expect(await propose(authors[5] as Person, ['late'])).toMatch(/100 waiting proposals/);
      const add: Member[] = idsOf(1_000, 100).map((one) => ({ collection: 'pages', id: one, action: 'unpublish' }));
      await Promise.all(add.map((member) => putPage(member.id)));
      await editor.call('changeLaunchMembers', change(id, { add }));
      expect(
        await refusalOf(editor.call('changeLaunchMembers', change(id, { accept: ['pages/p0'], rev: await revOf(id) }))),
      ).toMatch(/at most 100 documents/);
      await editor.call('publishLaunch', { id, rev: await revOf(id) });
      expect((await read(`launches/${id}`))?.['documents']).toHaveLength(100);
    },
  );

  it('lets an editor add a document that waits as a proposal in another launch', async () => {
    const author = await product.signUp({ roles: ['author'] });
    await putPage('own', { created_by: author.uid });
    const [first, second] = [await launchOf(), await launchOf()];
    const own = await draftOf('own', { title: 'Own' });
    await author.call('changeLaunchMembers', change(first, { add: [own] }));
    expect(await refusalOf(author.call('changeLaunchMembers', change(second, { add: [own] })))).toMatch(/another open/);
    await editor.call('changeLaunchMembers', change(second, { add: [own] }));
    expect(await read(`launches/${first}`)).toMatchObject({ members: [], documents: [] });
    expect(await read(`launches/${second}`)).toMatchObject({ documents: ['pages/own'] });
    expect(await refusalOf(author.call('changeLaunchMembers', change(first, { add: [own] })))).toMatch(/another open/);
  });

  it('does not accept a proposal that was withdrawn', async () => {
    const author = await product.signUp({ roles: ['author'] });
    await putPage('own', { created_by: author.uid });
    const id = await launchOf();
    await author.call('changeLaunchMembers', change(id, { add: [await draftOf('own', { title: 'Own' })] }));
    const accept = change(id, { rev: await revOf(id), accept: ['pages/own'] });
    await author.call('changeLaunchMembers', change(id, { remove: ['pages/own'] }));
    expect(await refusalOf(editor.call('changeLaunchMembers', accept))).toMatch(/^aborted/);
  });

  it('takes proposals of authors, which are published only after an editor accepts them', async () => {
    const author = await product.signUp({ roles: ['author'] });
    await putPage('own', { created_by: author.uid });
    await putPage('foreign');
    await putPage('y');
    const id = await launchOf({ collection: 'pages', id: 'y', action: 'unpublish' });
    const own = await draftOf('own', { title: 'Proposed' }, { created_by: author.uid });
    const change = (over: Partial<CallInput<'changeLaunchMembers'>>, person: Person) =>
      refusalOf(person.call('changeLaunchMembers', { id, add: [], remove: [], accept: [], ...over }));
    expect(await change({ add: [await draftOf('foreign', {})] }, author)).toMatch(/^permission-denied/);
    expect(await change({ add: [{ collection: 'pages', id: 'own', action: 'unpublish' }] }, author)).toMatch(
      /^permission-denied/,
    );
    expect(await change({ add: [own] }, author)).toBe('answered');
    expect(await change({ accept: ['pages/own'] }, author)).toMatch(/^permission-denied/);
    expect(await change({ remove: ['pages/y'] }, author)).toMatch(/^permission-denied/);
    expect(await refusalOf(publish(id, author))).toMatch(/^permission-denied/);
    const copy = (await read(`launches/${id}`)) ?? {};
    await publish(id);
    expect(await read('pages/own')).toMatchObject({ title: 'own' });
    expect((await read(`launches/${id}`))?.['documents']).toEqual(['pages/y']);
    // The same launch with the proposal accepted.
    const again = await launchOf();
    await put(`launches/${again}`, { ...copy, rev: 9 });
    await product.firestore.doc('pages/y').update({ is_published: true });
    expect(
      await refusalOf(editor.call('changeLaunchMembers', { id: again, add: [], remove: [], accept: ['pages/own'] })),
    ).toBe('answered');
    await publish(again, editor);
    expect(await read('pages/own')).toMatchObject({ title: 'Proposed' });
  });

  describe('with documents that their author changes after acceptance', () => {
    let author: Person;
    beforeEach(async () => {
      author = await product.signUp({ roles: ['author'] });
      await putPage('other', { is_published: false });
    });

    /** A launch with a document of an editor and an accepted one of the author. */
    async function accepted(member: Member, proposer = author): Promise<string> {
      const id = await launchOf({ collection: 'pages', id: 'other', action: 'publish', document_rev: 4 });
      await proposer.call('changeLaunchMembers', change(id, { add: [member] }));
      await admin.call('changeLaunchMembers', change(id, { rev: await revOf(id), accept: [`pages/${member.id}`] }));
      return id;
    }

    const byAuthor = () => ({ created_by: author.uid, updated_by: author.uid });
    const unpublished = () => ({ is_published: false, ...byAuthor() });
    const trashOwn = async () => {
      await put('trash/pages_own', { collection: 'pages', id: 'own', data: await read('pages/own') });
      await product.firestore.doc('pages/own').delete();
    };
    const cases: [string, string, () => Promise<[Member, () => Promise<unknown>]>][] = [
      [
        'an edited draft',
        'draftMoved',
        async () => {
          await putPage('own', byAuthor());
          const later = () => draftOf('own', { title: 'Later' }, { rev: 3 });
          return [await draftOf('own', { title: 'Accepted' }), later];
        },
      ],
      [
        'a deleted draft',
        'draftMoved',
        async () => {
          await putPage('own', byAuthor());
          return [await draftOf('own', {}), () => product.firestore.doc('drafts/pages_own').delete()];
        },
      ],
      [
        'a deleted draft of a new document',
        'draftMoved',
        async () => [
          await draftOf('own', {}, { base_rev: 0, ...byAuthor() }),
          () => product.firestore.doc('drafts/pages_own').delete(),
        ],
      ],
      [
        'a deleted unpublished document',
        'missing',
        async () => {
          await putPage('own', unpublished());
          return [await draftOf('own', { is_published: true }), trashOwn];
        },
      ],
      [
        'an edited unpublished document',
        'liveMoved',
        async () => {
          await putPage('own', unpublished());
          return [await draftOf('own', { title: 'New' }), () => putPage('own', { ...unpublished(), rev: 5 })];
        },
      ],
    ];
    it.each(cases)('is published without %s, and names it', async (_, reason, arrange) => {
      const [member, edit] = await arrange();
      const id = await accepted(member);
      await edit();
      const leftOut = [{ document: 'pages/own', reason }];
      expect(await publish(id)).toEqual({ problems: [], leftOut });
      expect(await read('pages/other')).toMatchObject({ is_published: true });
      expect(await read(`launches/${id}`)).toMatchObject({
        state: 'published',
        documents: ['pages/other'],
        left_out: leftOut,
      });
    });

    it('is published at its time without an unpublished document that an editor added and its author edited', async () => {
      await putPage('own', unpublished());
      const id = await accepted({ collection: 'pages', id: 'own', action: 'publish', document_rev: 4 }, editor);
      const plannedAt = Math.ceil(Date.now() / 60_000 + 1) * 60_000;
      await admin.call('saveLaunch', { id, rev: await revOf(id), name: 'Spring', description: '', plannedAt });
      await putPage('own', { ...unpublished(), rev: 5 });
      await runDue(product.firestore, new Date(plannedAt));
      expect(await read('pages/other')).toMatchObject({ is_published: true });
      expect(await read('pages/own')).toMatchObject({ is_published: false });
      expect(await read(`launches/${id}`)).toMatchObject({
        state: 'published',
        left_out: [{ document: 'pages/own', reason: 'documentMoved' }],
      });
    });

    it('is approved without them: they wait for acceptance again', async () => {
      await putPage('own', byAuthor());
      const id = await accepted(await draftOf('own', { title: 'Accepted' }));
      await draftOf('own', { title: 'Later' }, { rev: 3 });
      const approved = await editor.call('approveLaunch', { id, rev: await revOf(id) });
      expect(approved).toEqual({ problems: [], leftOut: [{ document: 'pages/own', reason: 'draftMoved' }] });
      const launch = await read(`launches/${id}`);
      expect(launch).toMatchObject({
        approval: { by: editor.uid },
        members: [
          { id: 'other', is_accepted: true },
          { id: 'own', is_accepted: false },
        ],
      });
    });

    /** An unpublished document of the author with this slug, created after acceptance. */
    const takeSlug = (slug: string) => putPage('thief', { slug, ...unpublished() });

    it('is published without a document whose slug an author has taken, and names it', async () => {
      const id = await launchOf(
        { collection: 'pages', id: 'other', action: 'publish', document_rev: 4 },
        await draftOf('new', { slug: 'campaign' }, { base_rev: 0 }),
      );
      await takeSlug('campaign');
      const leftOut = [{ document: 'pages/new', reason: 'slugTaken' }];
      expect(await publish(id)).toEqual({ problems: [], leftOut });
      expect(await read('pages/other')).toMatchObject({ is_published: true });
      expect(await read('pages/new')).toBeUndefined();
      expect(await read('drafts/pages_new')).toBeDefined();
      expect(await read(`launches/${id}`)).toMatchObject({ documents: ['pages/other'], left_out: leftOut });
    });

    it('is approved without a document whose slug an author has taken: it waits, and is accepted again later', async () => {
      const id = await launchOf(
        { collection: 'pages', id: 'other', action: 'publish', document_rev: 4 },
        await draftOf('new', { slug: 'campaign' }, { base_rev: 0 }),
      );
      await takeSlug('campaign');
      const approved = await editor.call('approveLaunch', { id, rev: await revOf(id) });
      expect(approved).toEqual({ problems: [], leftOut: [{ document: 'pages/new', reason: 'slugTaken' }] });
      expect(await read(`launches/${id}`)).toMatchObject({ members: [{}, { id: 'new', is_accepted: false }] });
      await putPage('thief', { slug: 'thief', ...unpublished() });
      await admin.call('changeLaunchMembers', change(id, { rev: await revOf(id), accept: ['pages/new'] }));
      expect(await publish(id)).toEqual({ problems: [], leftOut: [] });
      expect(await read('slugs/page:campaign')).toMatchObject({ id: 'new' });
    });

    it('is published without documents that wait for the slug of one that is left out', async () => {
      await putPage('own', { ...unpublished(), slug: 'first' });
      await putPage('second');
      await putPage('third');
      const id = await accepted(await draftOf('own', { slug: 'moved' }));
      const add = [await draftOf('second', { slug: 'first' }), await draftOf('third', { slug: 'second' })];
      await admin.call('changeLaunchMembers', change(id, { add }));
      await putPage('own', { ...unpublished(), slug: 'first', rev: 5 });
      expect(await publish(id)).toEqual({
        problems: [],
        leftOut: [
          { document: 'pages/own', reason: 'liveMoved' },
          { document: 'pages/second', reason: 'slugTaken' },
          { document: 'pages/third', reason: 'slugTaken' },
        ],
      });
      expect(await read('pages/other')).toMatchObject({ is_published: true });
    });

    it('is taken back without a document whose slug an author has taken meanwhile', async () => {
      await putPage('gone');
      const id = await launchOf(
        { collection: 'pages', id: 'other', action: 'publish', document_rev: 4 },
        { collection: 'pages', id: 'gone', action: 'delete', document_rev: 4 },
      );
      await publish(id);
      await takeSlug('gone');
      const leftOut = [{ document: 'pages/gone', reason: 'slugTaken' }];
      expect(await planTakeBack(id)).toMatchObject({ problems: [], leftOut, documents: [{ path: 'pages/other' }] });
      const back = await takeBack(id);
      expect(back).toMatchObject({ problems: [], leftOut });
      expect(await read('pages/other')).toMatchObject({ is_published: false });
      expect(await read(`launches/${String(back.id)}`)).toMatchObject({
        documents: ['pages/other'],
        left_out: leftOut,
      });
      expect(await read('trash/pages_gone')).toBeDefined();
    });

    it('is published while its author deletes the parent and the linked document, and saves drafts all the time', async () => {
      await putPage('parent', unpublished());
      await putPage('linked', unpublished());
      await putPage('own', byAuthor());
      const own = await draftOf('own', { title: 'Own' });
      const id = await launchOf(await draftOf('other', { parent_id: 'parent', body: '[Linked](page:linked)' }), own);
      for (const gone of ['parent', 'linked']) await product.firestore.doc(`pages/${gone}`).delete();
      const stop = new AbortController();
      const typing = (async () => {
        for (let rev = 3; !stop.signal.aborted; rev++) await draftOf('own', { title: `Later ${rev}` }, { rev });
      })();
      const published = await publish(id).finally(() => stop.abort());
      await typing;
      expect(published).toEqual({ problems: [], leftOut: [{ document: 'pages/own', reason: 'draftMoved' }] });
      expect(await read('pages/other')).toMatchObject({ parent_id: 'parent', is_published: true });
    });

    describe('that show an image of the author', () => {
      const name = '0b8f1c9e-6d3a-4c1b-9f2e-7a5d4c3b2a10.png';
      const image = {
        media: `demo-images_${name}`,
        url: `https://storage.example/v0/b/demo-images/o/${name}?alt=media`,
      };
      const fields = { title: null, alt: 'Another', is_decorative: false, focal: { x: 0.5, y: 0.5 } };
      const describeImage = async () => {
        const rev = Number((await read(`media/${image.media}`))?.['rev']);
        return refusalOf(author.call('describeMedia', { id: image.media, rev, fields }));
      };
      beforeEach(async () => {
        await put('site_settings/seo', { value: { ...defaultSettings.seo, blocking_rules: 'image-alt' } });
        const file = { url: image.url, name: 'a.png', type: 'image/png', bytes: 1, md5: 'x', width: 1, height: 1 };
        const origin = { bucket: 'demo-images', path: name, is_unshown: true };
        const data = { ...fields, alt: 'Approved', ...file, ...origin, ...stamps, created_by: author.uid, rev: 1 };
        await put(`media/${image.media}`, data);
      });

      it.each(['a text', 'an image field', 'the code of a demo'])(
        'keeps the approved description and file of an image in %s',
        async (place) => {
          const demo = draftData('demo', { ...newDemo, heading: 'Demo', slug: 'd', is_published: true });
          if (place === 'the code of a demo') await put('draft_embeds/d', { iframe_url: image.url });
          const member = await (place === 'a text'
            ? draftOf('new', { body: `![](${image.url})` }, { base_rev: 0 })
            : place === 'an image field'
              ? draftOf('new', { og_image_url: image.url }, { base_rev: 0 })
              : putDraft('demo_pages', 'd', { data: demo, base_rev: 0, embed: image.url }));
          expect(await describeImage()).toBe('answered');
          const id = await launchOf({ collection: 'pages', id: 'other', action: 'publish', document_rev: 4 }, member);
          expect(await describeImage()).toMatch(/part of a review/);
          expect(await refusalOf(author.call('deleteMedia', { id: image.media }))).toMatch(/part of a review/);
          expect(await publish(id)).toEqual({ problems: [], leftOut: [] });
        },
      );

      it('keeps them from the proposal on, also of an image that is uploaded later', async () => {
        await product.firestore.doc(`media/${image.media}`).delete();
        const id = await launchOf({ collection: 'pages', id: 'other', action: 'publish', document_rev: 4 });
        const own = await draftOf('own', { og_image_url: image.url }, { base_rev: 0, ...byAuthor() });
        await author.call('changeLaunchMembers', change(id, { add: [own] }));
        expect((await read(`upload_states/${name}`))?.['shown_at']).toBeDefined();
      });

      it('keeps those of a draft under review, and of a scheduled one', async () => {
        const review = { rev: 2, by: author.uid, name: null };
        await draftOf('own', { og_image_url: image.url }, { base_rev: 0, ...byAuthor(), review });
        await product.idle();
        expect(await describeImage()).toMatch(/part of a review/);
        await product.firestore.doc(`upload_states/${name}`).delete();
        await product.firestore.doc(`media/${image.media}`).update({ is_unshown: true });
        await putPage('scheduled', { is_published: false, og_image_url: image.url });
        await put('schedules/pages_scheduled_publish', {
          ...{ collection: 'pages', id: 'scheduled', action: 'publish', document_rev: 4, draft_rev: null },
          ...{ draft_digest: null, at: new Date(Date.now() + 3_600_000), by: editor.uid, second_factor: false },
          ...{ created_at: new Date(), state: 'waiting', reason: null },
        });
        await product.idle();
        expect(await describeImage()).toMatch(/part of a review/);
      });
    });

    it('takes no draft in a version that is not stored yet', async () => {
      await putPage('own', byAuthor());
      const later = await draftOf('own', { title: 'Never on a screen' });
      await draftOf('own', { title: 'Shown' });
      const id = await launchOf();
      expect(await refusalOf(author.call('changeLaunchMembers', change(id, { add: [later] })))).toMatch(
        /draft was changed/,
      );
    });

    it('can remove and accept more waiting documents than an author may propose', async () => {
      const ids = Array.from({ length: 22 }, (_, index) => `own${index}`);
      const member = {
        collection: 'pages',
        action: 'publish',
        document_rev: 4,
        added_by: author.uid,
        is_accepted: false,
      };
      const id = await launchOf();
      await product.firestore.doc(`launches/${id}`).update({
        members: ids.map((own) => ({ ...member, id: own })),
        documents: ids.map((own) => `pages/${own}`),
      });
      const remove = change(id, { remove: ['pages/own0'] });
      expect(await refusalOf(author.call('changeLaunchMembers', remove))).toBe('answered');
      const accept = change(id, { rev: await revOf(id), accept: ['pages/own1'] });
      expect(await refusalOf(editor.call('changeLaunchMembers', accept))).toBe('answered');
    });

    it('is not published if nothing else remains', async () => {
      await putPage('own', byAuthor());
      const id = await launchOf(await draftOf('own', { title: 'Accepted' }));
      await draftOf('own', { title: 'Later' }, { rev: 3 });
      expect(await publish(id)).toMatchObject({ problems: [{ document: 'pages/own', reason: 'draftMoved' }] });
    });
  });

  it('publishes only with the rights of the publishing person', async () => {
    await put('homepage_sections/hero', { ...bareSection, is_published: true, ...stamps });
    await put('site_settings/general', { value: {}, ...stamps });
    const redirect: Member = {
      collection: 'redirects',
      id: createHash('sha256').update('/old').digest('hex'),
      action: 'redirect',
      redirect: { from: '/old', to: '/', status: 302 },
    };
    const id = await launchOf(
      { collection: 'homepage_sections', id: 'hero', action: 'delete', document_rev: 4 },
      redirect,
    );
    expect(await publish(id, editor)).toMatchObject({
      problems: [
        { document: 'homepage_sections/hero', reason: 'notAllowed' },
        { document: redirect.id && `redirects/${redirect.id}`, reason: 'notAllowed' },
      ],
    });
    const member: Member = { collection: 'homepage_sections', id: 'hero', action: 'delete', document_rev: 4 };
    for (const refused of [redirect, member]) {
      const add = { id, add: [refused], remove: [], accept: [] };
      expect(await refusalOf(editor.call('changeLaunchMembers', add))).toMatch(/^permission-denied/);
    }
  });

  it('refuses a redirect with another id than the hash of its path, and one to itself', async () => {
    const id = await launchOf();
    const hash = createHash('sha256').update('/old').digest('hex');
    const add = (member: string, to: string) =>
      admin.call('changeLaunchMembers', {
        id,
        add: [{ collection: 'redirects', id: member, action: 'redirect', redirect: { from: '/old', to, status: 301 } }],
        remove: [],
        accept: [],
      });
    for (const other of ['old', hash.toUpperCase(), createHash('sha256').update('/other').digest('hex')])
      expect(await refusalOf(add(other, '/page/new'))).toMatch(/SHA-256 hash of its path/);
    for (const same of ['/old', '/old/', '/old?a=1'])
      expect(await refusalOf(add(hash, same))).toMatch(/^invalid-argument/);
    await add(hash, '/page/new');
    await product.firestore.doc(`launches/${id}`).update({
      members: ((await read(`launches/${id}`))?.['members'] as Member[]).map((member) => ({
        ...member,
        id: 'elsewhere',
      })),
    });
    expect(await publish(id)).toMatchObject({ problems: [{ document: 'redirects/elsewhere', reason: 'invalid' }] });
    expect(await read('redirects/elsewhere')).toBeUndefined();
  });

  it('refuses a publication of a launch that was changed since it was shown', async () => {
    await putPage('x');
    const id = await launchOf({ collection: 'pages', id: 'x', action: 'unpublish' });
    const rev = await revOf(id);
    await editor.call('changeLaunchMembers', { id, add: [], remove: [], accept: [] });
    expect(await refusalOf(admin.call('publishLaunch', { id, rev }))).toMatch(/Someone else changed this launch/);
    expect(await read('pages/x')).toMatchObject({ is_published: true });
  });

  it('keeps the embed code and the password of a protected demo when it is taken back', async () => {
    await put('demo_pages/d', { ...bareDemo, slug: 'd', is_published: true, is_password_protected: true, ...stamps });
    await put('demo_embeds/d', { iframe_url: 'https://secret.example/' });
    await put('demo_secrets/d', { password_hash: '$argon2id$hash' });
    await put('slugs/demo:d', { id: 'd', updated_at: new Date(0) });
    const data = { ...bareDemo, slug: 'd', is_published: true, is_password_protected: false };
    const { created_at: _, ...values } = data as DocumentData;
    await put('drafts/demo_pages_d', {
      collection: 'demo_pages',
      id: 'd',
      data: values,
      base_rev: 4,
      review: null,
      note: null,
      ...stamps,
      rev: 2,
    });
    await put('draft_embeds/d', { iframe_url: 'https://open.example/' });
    const text = draftText({ collection: 'demo_pages', id: 'd', data: values }, 'https://open.example/');
    const draft_digest = createHash('sha256').update(text).digest('hex');
    const id = await launchOf({
      collection: 'demo_pages',
      id: 'd',
      action: 'publish_draft',
      draft_rev: 2,
      draft_digest,
    });
    expect(await publish(id)).toMatchObject({ problems: [] });
    expect(await read('demo_secrets/d')).toBeUndefined();
    expect(await read('demo_embeds/d')).toEqual({ iframe_url: 'https://open.example/' });
    const { documents } = await planTakeBack(id);
    expect(documents.map(({ path }) => path)).toContain('demo_pages/d');
    await takeBack(id);
    expect(await read('demo_pages/d')).toMatchObject({ is_password_protected: true });
    expect(await read('demo_embeds/d')).toEqual({ iframe_url: 'https://secret.example/' });
    expect(await read('demo_secrets/d')).toEqual({ password_hash: '$argon2id$hash' });
  });

  it('goes live at its minute, or says why it did not', async () => {
    const plannedAt = Math.ceil(Date.now() / 60_000 + 1) * 60_000;
    const before = new Date(plannedAt - 1_000);
    const at = new Date(plannedAt);
    await putPage('x');
    const id = await launchOf({ collection: 'pages', id: 'x', action: 'unpublish' });
    const plan = async (over: object) => {
      const form = { name: 'Spring', description: '', plannedAt };
      return refusalOf(admin.call('saveLaunch', { id, rev: await revOf(id), ...form, ...over }));
    };
    expect(await plan({ plannedAt: 60_000 })).toMatch(/in the future/);
    expect(await plan({})).toBe('answered');
    await runDue(product.firestore, before);
    expect(await read('pages/x')).toMatchObject({ is_published: true });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: false, updated_by: admin.uid });

    await putPage('z');
    const failing = await launchOf(await draftOf('z', {}));
    const form = { name: 'Spring', description: '', plannedAt };
    await admin.call('saveLaunch', { id: failing, rev: await revOf(failing), ...form });
    await draftOf('z', { title: 'Changed after it was planned' });
    await runDue(product.firestore, at);
    expect(await read(`launches/${failing}`)).toMatchObject({
      state: 'open',
      planned: null,
      failures: [{ document: 'pages/z', reason: 'draftMoved' }],
    });
  });

  it('is readable by staff and written by functions alone; the earlier versions of its documents have no reader', async () => {
    await putPage('x');
    const id = await launchOf({ collection: 'pages', id: 'x', action: 'unpublish' });
    await publish(id);
    expect((await getDoc(doc(editor.firestore, `launches/${id}`))).exists()).toBe(true);
    await expect(setDoc(doc(admin.firestore, `launches/${id}`), { name: 'x' })).rejects.toThrow();
    await expect(getDoc(doc(admin.firestore, `launch_versions/${id}_0`))).rejects.toThrow();
  });
});

describeFunctions('the review of a launch', () => {
  const require = (value: object) =>
    put('site_settings/launches', { value: { approval_documents: 0, approval_site_wide: false, ...value }, rev: 1 });
  const approve = async (id: string, person: Person) => person.call('approveLaunch', { id, rev: await revOf(id) });
  const hide = (id: string): Member => ({ collection: 'pages', id, action: 'unpublish' });
  const hero: Member = { collection: 'homepage_sections', id: 'hero', action: 'unpublish' };
  const needsApproval = /approval of a second person/;
  const minute = () => Math.ceil(Date.now() / 60_000 + 1) * 60_000;
  const form = { name: 'Spring', description: '' };

  it.each<[string, { setting: object | null; members: Member[] }]>([
    ['at once without the setting', { setting: null, members: [hide('x'), hide('y'), hero] }],
    ['at once with fewer documents', { setting: { approval_documents: 3 }, members: [hide('x'), hide('y')] }],
    [
      'after an approval with as many documents',
      { setting: { approval_documents: 2 }, members: [hide('x'), hide('y')] },
    ],
    ['after an approval with a section', { setting: { approval_site_wide: true }, members: [hero] }],
    ['at once with pages only', { setting: { approval_site_wide: true }, members: [hide('x')] }],
    ['after an approval with an unreadable setting', { setting: { approval_documents: 'many' }, members: [hide('x')] }],
  ])('is published %s', async (title, { setting, members }) => {
    const isNeeded = title.startsWith('after');
    for (const id of ['x', 'y']) await putPage(id);
    await put('homepage_sections/hero', { ...bareSection, is_published: true, ...stamps });
    if (setting) await require(setting);
    const id = await launchOf(...members);
    const rev = await revOf(id);
    const planned = admin.call('saveLaunch', { id, rev, ...form, plannedAt: minute() });
    expect(await refusalOf(planned)).toMatch(isNeeded ? needsApproval : 'answered');
    expect(await refusalOf(publish(id))).toMatch(isNeeded ? needsApproval : 'answered');
    if (!isNeeded) return;
    expect(await approve(id, editor)).toMatchObject({ problems: [] });
    expect(await publish(id)).toMatchObject({ problems: [] });
    expect(await refusalOf(takeBack(id))).toBe('answered');
  });

  it('is not done by its owner, its planner or the last person that changed its documents', async () => {
    for (const id of ['x', 'y']) await putPage(id);
    const id = await launchOf(hide('x'));
    const other = await product.signUp({ roles: ['editor'] });
    const author = await product.signUp({ roles: ['author'] });
    await editor.call('changeLaunchMembers', { id, add: [hide('y')], remove: [], accept: [] });
    await other.call('saveLaunch', { id, rev: await revOf(id), ...form, plannedAt: minute() });
    for (const person of [admin, editor, other]) {
      expect(await refusalOf(approve(id, person))).toMatch(/Someone else must review/);
      const returned = person.call('returnLaunch', { id, rev: await revOf(id), note: 'No' });
      expect(await refusalOf(returned)).toMatch(/Someone else must review/);
    }
    expect(await refusalOf(approve(id, author))).toMatch(/^permission-denied/);
    const third = await product.signUp({ roles: ['editor'] });
    const rev = await revOf(id);
    expect(await refusalOf(third.call('approveLaunch', { id, rev: rev - 1 }))).toMatch(/changed this launch/);
    expect(await approve(id, third)).toMatchObject({ problems: [] });
    const entries = await product.firestore.collection('audit').where('action', '==', 'launch approved').get();
    expect(entries.docs.map((one) => one.data())).toMatchObject([{ actor: third.uid, document: `launches/${id}` }]);
  });

  it.each<[string, boolean, (id: string) => Promise<unknown>]>([
    [
      'loses its approval by another document',
      true,
      (id) => admin.call('changeLaunchMembers', change(id, { add: [hide('y')] })),
    ],
    [
      'loses its approval by a removed document',
      true,
      (id) => admin.call('changeLaunchMembers', change(id, { remove: ['pages/z'] })),
    ],
    [
      'loses its approval by a document in another version',
      true,
      async (id) =>
        admin.call('changeLaunchMembers', change(id, { add: [await draftOf('x', { title: 'Later' }, { rev: 3 })] })),
    ],
    [
      'loses its approval by a return',
      true,
      async (id) => editor.call('returnLaunch', { id, rev: await revOf(id), note: 'Too early' }),
    ],
    [
      'loses its approval if its reviewer is no longer an editor',
      true,
      () => put(`user_roles/${editor.uid}`, { user_id: editor.uid, roles: ['author'], is_active: true }),
    ],
    [
      'keeps its approval with a new description',
      false,
      async (id) => admin.call('saveLaunch', { id, rev: await revOf(id), ...form, plannedAt: null }),
    ],
    [
      'keeps its approval with an unaccepted proposal',
      false,
      async (id) => {
        const author = await product.signUp({ roles: ['author'] });
        await putPage('own', { created_by: author.uid });
        await author.call('changeLaunchMembers', change(id, { add: [await draftOf('own', {})] }));
      },
    ],
  ])('%s', async (_, isLost, happen) => {
    for (const id of ['x', 'y', 'z']) await putPage(id);
    await require({ approval_documents: 1 });
    const id = await launchOf(await draftOf('x', { title: 'New' }), hide('z'));
    await approve(id, editor);
    await happen(id);
    expect(await refusalOf(publish(id))).toMatch(isLost ? needsApproval : 'answered');
  });

  it('approves no document that was changed since it was added', async () => {
    await putPage('x');
    const id = await launchOf(await draftOf('x', { title: 'New' }));
    await draftOf('x', { title: 'Later' }, { rev: 3 });
    expect(await approve(id, editor)).toMatchObject({ problems: [{ document: 'pages/x', reason: 'draftMoved' }] });
    expect(await read(`launches/${id}`)).toMatchObject({ approval: null });
  });

  it('fails at its time without an approval, and says so', async () => {
    await putPage('x');
    const id = await launchOf(hide('x'));
    const plannedAt = minute();
    await admin.call('saveLaunch', { id, rev: await revOf(id), ...form, plannedAt });
    await require({ approval_documents: 1 });
    await runDue(product.firestore, new Date(plannedAt));
    expect(await read('pages/x')).toMatchObject({ is_published: true });
    const failures = [{ document: null, reason: 'notApproved' }];
    expect(await read(`launches/${id}`)).toMatchObject({ state: 'open', planned: null, failures });
  });

  it('returns a launch with a note, which a change of its documents removes', async () => {
    for (const id of ['x', 'y']) await putPage(id);
    const id = await launchOf(hide('x'));
    await admin.call('saveLaunch', { id, rev: await revOf(id), ...form, plannedAt: minute() });
    expect(await refusalOf(editor.call('returnLaunch', { id, rev: await revOf(id), note: ' ' }))).toMatch(/^invalid/);
    await editor.call('returnLaunch', { id, rev: await revOf(id), note: 'Wait for the menu' });
    const returned = { by: editor.uid, name: editor.email, note: 'Wait for the menu' };
    expect(await read(`launches/${id}`)).toMatchObject({ approval: null, planned: null, returned });
    await admin.call('changeLaunchMembers', change(id, { add: [hide('y')] }));
    expect(await read(`launches/${id}`)).toMatchObject({ returned: null });
  });

  it('takes at most 50 comments of one author, and leaves room for those of editors', async () => {
    const id = await launchOf();
    const authors = await Promise.all([1, 2, 3, 4].map(() => product.signUp({ roles: ['author'] })));
    const say = (person: Person) => refusalOf(person.call('addLaunchComment', { id, text: 'Good', about: null }));
    const fill = async ({ uid, email }: Person, count: number) => {
      const batch = product.firestore.batch();
      const comment = { launch: id, about: null, text: 'Good', by: uid, name: email };
      for (let number = 0; number < count; number++)
        batch.create(product.firestore.doc(`launch_comments/${uid}${number}`), comment);
      await batch.commit();
    };
    for (const author of authors.slice(0, 3)) {
      await fill(author, commentLimits.ofOneAuthor - 1);
      expect(await say(author)).toBe('answered');
      expect(await say(author)).toMatch(/at most 50 comments/);
    }
    expect(await say(authors[3] as Person)).toMatch(/^failed-precondition: Authors/);
    expect(await say(editor)).toBe('answered');
  });

  it('takes comments of all staff but viewers, which their authors and administrators delete', async () => {
    await putPage('x');
    const id = await launchOf(hide('x'));
    const [author, viewer] = [await product.signUp({ roles: ['author'] }), await product.signUp({ roles: ['viewer'] })];
    const say = (person: Person, over: object = {}) =>
      refusalOf(person.call('addLaunchComment', { id, text: ' Good\nwork ', about: null, ...over }));
    const stored = async () => (await product.firestore.collection('launch_comments').get()).docs;
    expect(await say(viewer)).toMatch(/^permission-denied/);
    expect(await say(author, { text: ' ' })).toMatch(/^invalid/);
    expect(await say(author, { text: 'x'.repeat(commentLimits.text + 1) })).toMatch(/^invalid/);
    expect(await say(author, { about: 'pages/y' })).toMatch(/no longer part/);
    expect(await say(author, { about: 'pages/x' })).toBe('answered');
    const [own] = await stored();
    const comment = { launch: id, about: 'pages/x', text: 'Good\nwork', by: author.uid, name: author.email };
    expect(own?.data()).toMatchObject(comment);
    expect((await getDoc(doc(viewer.firestore, String(own?.ref.path)))).exists()).toBe(true);
    const remove = (person: Person) => refusalOf(person.call('deleteLaunchComment', { id: String(own?.id) }));
    expect(await remove(editor)).toMatch(/^permission-denied/);
    expect(await remove(author)).toBe('answered');
    expect(await remove(author)).toMatch(/was deleted/);
    const batch = product.firestore.batch();
    for (let number = 0; number < commentLimits.count - 1; number++)
      batch.create(product.firestore.doc(`launch_comments/c${number}`), comment);
    await batch.commit();
    expect(await say(editor)).toBe('answered');
    expect(await say(editor)).toMatch(/at most 200/);
    const other = await launchOf();
    expect(await say(editor, { id: other })).toBe('answered');
    expect(await say(author)).toMatch(/at most 200/);
    await admin.call('deleteLaunch', { id });
    expect((await stored()).map((one): unknown => one.get('launch'))).toEqual([other]);
    expect(await refusalOf(admin.call('deleteLaunchComment', { id: String((await stored())[0]?.id) }))).toBe(
      'answered',
    );
  });
});

describeFunctions('the preview of a launch', () => {
  const previewOf = (id: string) => firestoreDrafts(product.firestore).launch(id);

  it('has the current drafts of all members, and names those without a draft', async () => {
    await putPage('changed');
    await put('demo_pages/d', { ...bareDemo, heading: 'Demo', slug: 'demo', is_published: true, ...stamps });
    const redirect = { from: '/old', to: '/page/changed', status: 301 } as const;
    const hash = createHash('sha256').update('/old').digest('hex');
    const id = await launchOf(
      await draftOf('changed', { body: 'Approved' }),
      await draftOf('lost', {}, { base_rev: 0 }),
      await putDraft('demo_pages', 'd', { data: { heading: 'Typed' } }),
      { collection: 'pages', id: 'changed-too', action: 'unpublish' },
      { collection: 'redirects', id: hash, action: 'redirect', redirect },
    );
    await draftOf('changed', { body: 'Changed since' });
    await put('draft_embeds/d', { iframe_url: 'https://demo.example/typed' });
    await product.firestore.doc('drafts/pages_lost').delete();
    const draft = { base_rev: 4, created_by: 'ada' };
    expect(await previewOf(id)).toEqual({
      name: 'Spring',
      members: [
        {
          what: 'page',
          id: 'changed',
          action: 'publish',
          data: expect.objectContaining({ body: 'Changed since' }) as object,
          draft,
        },
        {
          what: 'demo',
          id: 'd',
          action: 'publish',
          data: { heading: 'Typed', embed_code: 'https://demo.example/typed' },
          draft,
        },
        { what: 'page', id: 'changed-too', action: 'unpublish', data: null },
        { id: hash, redirect },
      ],
      missing: ['pages/lost'],
    });
  });

  it('leaves out proposals that are not accepted, and does not exist for other launches', async () => {
    await putPage('own');
    const author = await product.signUp({ roles: ['author'] });
    await product.firestore.doc('pages/own').update({ created_by: author.uid });
    const id = await launchOf();
    await author.call('changeLaunchMembers', { id, add: [await draftOf('own', {})], remove: [], accept: [] });
    expect(await previewOf(id)).toEqual({ name: 'Spring', members: [], missing: [] });
    await product.firestore.doc(`launches/${id}`).update({ state: 'published' });
    expect(await previewOf(id)).toBeNull();
    expect(await previewOf('nothing')).toBeNull();
  });
});
