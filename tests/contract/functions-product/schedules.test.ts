import { runDue } from '@frontage/functions/schedules/run-schedules';
import { purgeExpired } from '@frontage/functions/content/purge';
import { bareDemo, barePage, bareSection } from '@frontage/model/content.fixture';
import { newPage } from '@frontage/model/page';
import { durations } from '@frontage/model/limits';
import { Timestamp, type DocumentData } from 'firebase-admin/firestore';
import { doc, serverTimestamp, setDoc, Timestamp as ClientTimestamp } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, type Person, type Product } from './product.ts';

let product: Product;
let editor: Person;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  editor = await product.signUp({ roles: ['editor'] });
});

const at = new Date('2100-05-01T09:00:00Z');
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const stamps = { rev: 4, created_at: new Date(0), created_by: 'ada', updated_at: new Date(0), updated_by: 'ada' };
const put = (path: string, data: DocumentData) => product.firestore.doc(path).set(data);
const read = async (path: string) => (await product.firestore.doc(path).get()).data();
const page = (over: DocumentData = {}) => ({ ...barePage, is_published: false, ...stamps, ...over });

const entered = { ...newPage, title: 'Changed', slug: 'changed', is_published: true };
const draft = (over: DocumentData = {}) => ({
  collection: 'pages',
  id: 'x',
  data: entered,
  base_rev: 4,
  review: null,
  note: null,
  ...stamps,
  rev: 2,
  ...over,
});

interface Order {
  action: 'publish' | 'unpublish' | 'publish_draft';
  collection?: string;
  id?: string;
  at?: Date;
  draft_rev?: number | null;
}

/** As the back office orders it, under the rules. */
async function order(
  person: Person,
  { action, collection = 'pages', id = 'x', at: when = at, draft_rev = null }: Order,
) {
  await setDoc(doc(person.firestore, `schedules/${collection}_${id}_${action}`), {
    collection,
    id,
    action,
    draft_rev,
    at: ClientTimestamp.fromDate(when),
    by: person.uid,
    second_factor: false,
    created_at: serverTimestamp(),
    state: 'waiting',
    reason: null,
  });
}

describeFunctions('what is scheduled', () => {
  it('happens at its time, not before, once, in the name of who scheduled it', async () => {
    await put('pages/x', page());
    await order(editor, { action: 'publish' });
    await runDue(product.firestore, minutesLater(-1));
    expect(await read('pages/x')).toMatchObject({ is_published: false, rev: 4 });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true, rev: 5, updated_by: editor.uid });
    expect(await read('schedules/pages_x_publish')).toBeUndefined();
    await runDue(product.firestore, minutesLater(1));
    expect(await read('pages/x')).toMatchObject({ rev: 5 });
  });

  it('is in the audit trail and the history as if done by hand', async () => {
    await put('pages/x', page());
    await order(editor, { action: 'publish' });
    await runDue(product.firestore, at);
    await product.idle();
    const entries = await product.firestore.collection('audit').where('actor', '==', editor.uid).get();
    expect(entries.docs.map((entry) => entry.data())).toMatchObject([
      { action: 'updated', document: 'pages/x', fields: ['is_published'] },
    ]);
    expect(await read('revisions/pages_x_5')).toMatchObject({ summary: 'Published', by: editor.uid });
  });

  it('is caught up in its order: a campaign that began and ended meanwhile is over', async () => {
    await put('homepage_sections/x', { ...bareSection, is_published: false, ...stamps });
    await order(editor, { collection: 'homepage_sections', action: 'unpublish', at: minutesLater(5) });
    await order(editor, { collection: 'homepage_sections', action: 'publish' });
    await runDue(product.firestore, minutesLater(60));
    expect(await read('homepage_sections/x')).toMatchObject({ is_published: false, rev: 6 });
    expect((await product.firestore.collection('schedules').get()).size).toBe(0);
  });

  it('changes nothing where it is so already', async () => {
    await put('pages/x', page({ is_published: true }));
    await order(editor, { action: 'publish' });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true, rev: 4 });
    expect(await read('schedules/pages_x_publish')).toBeUndefined();
  });

  it.each<[string, string, () => Promise<unknown>, Order['action']]>([
    ['its author is no editor any more', 'notAllowed', () => demote({ roles: ['author'] }), 'publish'],
    ['its author was deactivated', 'notAllowed', () => demote({ is_active: false }), 'unpublish'],
    ['the page was deleted', 'missing', () => product.firestore.doc('pages/x').delete(), 'publish'],
    ['the page is not complete', 'invalid', () => put('pages/x', page({ title: '' })), 'publish'],
    ['there is no such draft', 'draftMoved', () => Promise.resolve(), 'publish_draft'],
    ['the draft was changed', 'draftMoved', () => put('drafts/pages_x', draft({ rev: 3 })), 'publish_draft'],
    ['what is live was changed', 'liveMoved', () => put('drafts/pages_x', draft({ base_rev: 3 })), 'publish_draft'],
    [
      'the draft is not complete',
      'invalid',
      () => put('drafts/pages_x', draft({ data: { ...entered, title: '' } })),
      'publish_draft',
    ],
    [
      "the draft's address was taken",
      'slugTaken',
      async () => {
        await put('drafts/pages_x', draft());
        await put('slugs/page:changed', { id: 'y' });
        await put('pages/y', page({ slug: 'changed' }));
      },
      'publish_draft',
    ],
  ])('does not happen where %s, and says so', async (...[, reason, change, action]) => {
    await put('pages/x', page());
    await order(editor, { action, draft_rev: action === 'publish_draft' ? 2 : null });
    await change();
    await runDue(product.firestore, at);
    expect(await read(`schedules/pages_x_${action}`)).toMatchObject({ state: 'failed', reason, by: editor.uid });
    expect((await read('pages/x'))?.['is_published']).not.toBe(true);
    // It is not tried again.
    await put(`user_roles/${editor.uid}`, { user_id: editor.uid, roles: ['editor'], is_active: true });
    await put('pages/x', page());
    await runDue(product.firestore, minutesLater(1));
    expect(await read('pages/x')).toMatchObject({ is_published: false, rev: 4 });
  });

  it('publishes a draft in the version that was scheduled, and ends it', async () => {
    await put('pages/x', page({ is_published: true }));
    await put('slugs/page:about', { id: 'x' });
    await put('drafts/pages_x', draft());
    await order(editor, { action: 'publish_draft', draft_rev: 2 });
    await runDue(product.firestore, at);
    const changed = { title: 'Changed', slug: 'changed', is_published: true, rev: 5, updated_by: editor.uid };
    expect(await read('pages/x')).toMatchObject(changed);
    expect(await read('slugs/page:changed')).toMatchObject({ id: 'x' });
    expect(await read('drafts/pages_x')).toBeUndefined();
    expect(await read('schedules/pages_x_publish_draft')).toBeUndefined();
  });

  it("publishes a demo's draft with its embed code, which is guarded as before", async () => {
    await put('demo_pages/x', { ...bareDemo, ...stamps, is_password_protected: true });
    await put('demo_embeds/x', { iframe_url: 'https://old.example' });
    await put('demo_secrets/x', { password_hash: 'hash' });
    await put(
      'drafts/demo_pages_x',
      draft({ collection: 'demo_pages', data: { ...bareDemo, is_password_protected: true } }),
    );
    await put('draft_embeds/x', { iframe_url: 'https://new.example' });
    await order(editor, { collection: 'demo_pages', action: 'publish_draft', draft_rev: 2 });
    await runDue(product.firestore, at);
    expect(await read('demo_embeds/x')).toEqual({ iframe_url: 'https://new.example' });
    expect(await read('demo_secrets/x')).toEqual({ password_hash: 'hash' });
    expect(await read('draft_embeds/x')).toBeUndefined();
  });

  it("publishes a setting's draft, which administrators schedule", async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    const setting = { collection: 'site_settings', id: 'ga4_id', base_rev: 0, data: { ga4_id: 'G-1' } };
    await put('drafts/site_settings_ga4_id', draft(setting));
    await order(admin, { collection: 'site_settings', id: 'ga4_id', action: 'publish_draft', draft_rev: 2 });
    await runDue(product.firestore, at);
    expect(await read('site_settings/ga4_id')).toMatchObject({ value: 'G-1', rev: 1, updated_by: admin.uid });
  });

  it('asks for a second factor only in the name of who used one, as by hand', async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    const demand = { require_second_factor: true };
    const setting = { collection: 'site_settings', id: 'security', base_rev: 0, data: demand };
    await put('drafts/site_settings_security', draft(setting));
    await order(admin, { collection: 'site_settings', id: 'security', action: 'publish_draft', draft_rev: 2 });
    await runDue(product.firestore, at);
    const schedule = 'schedules/site_settings_security_publish_draft';
    expect(await read(schedule)).toMatchObject({ state: 'failed', reason: 'notAllowed' });
    expect(await read('site_settings/security')).toBeUndefined();
    await product.firestore.doc(schedule).update({ state: 'waiting', reason: null, second_factor: true });
    await runDue(product.firestore, at);
    expect(await read('site_settings/security')).toMatchObject({ value: demand, rev: 1 });
  });

  it('goes on with the others where one cannot be read', async () => {
    const broken = { collection: 'pages', id: 'y', state: 'waiting', at: Timestamp.fromDate(minutesLater(-9)) };
    await put('schedules/pages_y_publish', broken);
    await put('pages/x', page());
    await order(editor, { action: 'publish' });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true });
  });

  it('of an administrator asks for the second factor they had', async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    await put('pages/x', page());
    await order(admin, { action: 'publish' });
    await put('site_settings/security', { value: { require_second_factor: true }, rev: 1 });
    await runDue(product.firestore, at);
    expect(await read('schedules/pages_x_publish')).toMatchObject({ state: 'failed', reason: 'notAllowed' });
    await product.firestore.doc('schedules/pages_x_publish').update({ state: 'waiting', second_factor: true });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true });
  });

  it('goes with its document when that leaves the trash for good', async () => {
    await order(editor, { action: 'publish' });
    const deleted_at = Timestamp.fromMillis(Date.now() - durations.trashKept - 1_000);
    await put('trash/pages_x', { collection: 'pages', id: 'x', data: page(), deleted_by: 'ada', deleted_at });
    await purgeExpired(product.firestore, new Date());
    expect((await product.firestore.collection('schedules').get()).size).toBe(0);
  });
});

const demote = (change: DocumentData) => product.firestore.doc(`user_roles/${editor.uid}`).update(change);
