import { migrateContent } from '#cli/content/migrate-content.ts';
import { runDue } from '@frontage/functions/launches/run-due';
import { readLaunch } from '@frontage/functions/launches/stored-launch';
import { purgeExpired } from '@frontage/functions/content/purge';
import type { CallInput } from '@frontage/model/calls';
import { bareDemo, barePage, bareSection } from '@frontage/model/content.fixture';
import { newPage } from '@frontage/model/kinds/page';
import { durations } from '@frontage/model/limits';
import { refusals } from '@frontage/model/refusals';
import { type ApprovedVersion, scheduleIn } from '@frontage/model/schedule';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { Timestamp, type DocumentData } from 'firebase-admin/firestore';
import {
  deleteDoc,
  doc,
  getDoc,
  serverTimestamp,
  setDoc,
  Timestamp as ClientTimestamp,
  updateDoc,
  writeBatch,
} from 'firebase/firestore/lite';
import { createHash } from 'node:crypto';
import { draftText } from '@frontage/model/draft';
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

const block = (rule: string) => put('site_settings/seo', { value: { ...defaultSettings.seo, blocking_rules: rule } });

interface Order {
  action: 'publish' | 'unpublish' | 'publish_draft';
  collection?: 'pages' | 'homepage_sections' | 'demo_pages' | 'site_settings';
  id?: string;
  at?: Date;
}

/** The version fields that the admin stores in a schedule: document revision, draft revision and draft digest. */
async function versionShown({ action, collection = 'pages', id = 'x' }: Order): Promise<ApprovedVersion> {
  const rev = async (path: string) => ((await read(path))?.['rev'] as number | undefined) ?? null;
  const none = { document_rev: null, draft_rev: null, draft_digest: null };
  if (action === 'publish') return { ...none, document_rev: await rev(`${collection}/${id}`) };
  const path = `drafts/${collection}_${id}`;
  const data = (await read(path))?.['data'] as Record<string, unknown> | undefined;
  if (action === 'unpublish' || !data) return none;
  const isDemo = collection === 'demo_pages';
  const code = (await read(`draft_embeds/${id}`)) ?? (await read(`demo_embeds/${id}`));
  const text = draftText({ collection, id, data }, isDemo ? String(code?.['iframe_url']) : null);
  return { ...none, draft_rev: await rev(path), draft_digest: createHash('sha256').update(text).digest('hex') };
}

/** Creates a schedule like the admin does. */
async function createSchedule(person: Person, asked: Order): Promise<void> {
  const { action, collection = 'pages', id = 'x', at: when = at } = asked;
  const version = await versionShown(asked);
  await person.call('setSchedule', { collection, id, action, ...version, plannedAt: when.getTime() });
}

/** Creates a schedule like an open tab of version 0.3.0 does, subject to the rules. */
async function createOlder(person: Person, asked: Order): Promise<void> {
  const { action, collection = 'pages', id = 'x', at: when = at } = asked;
  await setDoc(doc(person.firestore, `schedules/${collection}_${id}_${action}`), {
    collection,
    id,
    action,
    ...(await versionShown(asked)),
    at: ClientTimestamp.fromDate(when),
    by: person.uid,
    second_factor: false,
    created_at: serverTimestamp(),
    state: 'waiting',
    reason: null,
  });
}

/** A stored schedule; undefined if there is none. */
async function readSchedule(id: string) {
  const launch = readLaunch(await read(`launches/${id}`));
  return (launch && scheduleIn(launch)) ?? undefined;
}

/** Gives a failed schedule its time again, with a second factor. */
async function renew(id: string): Promise<void> {
  const missed = (await read(`launches/${id}`))?.['missed'] as DocumentData;
  const planned = { ...missed, second_factor: true };
  await product.firestore.doc(`launches/${id}`).update({ planned, missed: null, failures: [] });
}

describeFunctions('a schedule', () => {
  it('runs once at its time in its creator’s name', async () => {
    await put('pages/x', page());
    await createSchedule(editor, { action: 'publish' });
    await runDue(product.firestore, minutesLater(-1));
    expect(await read('pages/x')).toMatchObject({ is_published: false, rev: 4 });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true, rev: 5, updated_by: editor.uid });
    expect(await readSchedule('pages_x_publish')).toBeUndefined();
    await runDue(product.firestore, minutesLater(1));
    expect(await read('pages/x')).toMatchObject({ rev: 5 });
  });

  it('is recorded in the audit trail and the history like a manual action', async () => {
    await put('pages/x', page());
    await createSchedule(editor, { action: 'publish' });
    await runDue(product.firestore, at);
    await product.idle();
    const entries = await trail('pages/x');
    const own = entries.filter(({ actor }) => actor === editor.uid);
    expect(own.map(({ action }) => action).toSorted()).toEqual(['schedule carried out', 'scheduled', 'updated']);
    for (const { action, details, fields } of own) {
      if (action === 'updated') expect(fields).toEqual(['is_published']);
      else expect(details).toMatchObject({ action: 'publish', document_rev: 4 });
    }
    expect(entries).not.toContainEqual(expect.objectContaining({ action: 'schedule removed' }));
    expect(await read('revisions/pages_x_5')).toMatchObject({ summary: 'Published', by: editor.uid });
  });

  it('that is overdue runs in order of time, so that an elapsed campaign ends unpublished', async () => {
    await put('homepage_sections/x', { ...bareSection, is_published: false, ...stamps });
    await createSchedule(editor, { collection: 'homepage_sections', action: 'unpublish', at: minutesLater(5) });
    await createSchedule(editor, { collection: 'homepage_sections', action: 'publish' });
    await runDue(product.firestore, minutesLater(60));
    expect(await read('homepage_sections/x')).toMatchObject({ is_published: false, rev: 6 });
    expect((await product.firestore.collection('launches').get()).size).toBe(0);
  });

  it('runs in order of time among launches', async () => {
    await put('pages/x', page());
    await createSchedule(editor, { action: 'unpublish', at: minutesLater(5) });
    const version = { document_rev: 4, draft_rev: null, draft_digest: null, redirect: null };
    const member = { collection: 'pages', id: 'x', action: 'publish', ...version, added_by: editor.uid };
    await put('launches/spring', {
      ...{ name: 'Spring', description: '', owner: editor.uid, state: 'open', documents: ['pages/x'], written: [] },
      ...{ members: [{ ...member, is_accepted: true }], failures: [], published_at: null, published_by: null },
      ...{ planned: { at, by: editor.uid, second_factor: false }, takes_back: null, taken_back_by: null },
      ...stamps,
    });
    await runDue(product.firestore, minutesLater(60));
    expect(await read('launches/spring')).toMatchObject({ state: 'published', failures: [] });
    expect(await read('pages/x')).toMatchObject({ is_published: false, rev: 6 });
  });

  it('changes nothing if the document is already in that state', async () => {
    await put('pages/x', page({ is_published: true }));
    await createSchedule(editor, { action: 'publish' });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true, rev: 4 });
    expect(await readSchedule('pages_x_publish')).toBeUndefined();
  });

  it.each<[string, string, () => Promise<unknown>, Order['action']]>([
    ['its creator is no longer editor', 'notAllowed', () => demote({ roles: ['author'] }), 'publish'],
    ['its creator was deactivated', 'notAllowed', () => demote({ is_active: false }), 'unpublish'],
    ['the page was deleted', 'missing', () => product.firestore.doc('pages/x').delete(), 'publish'],
    ['the page is not complete', 'invalid', () => put('pages/x', page({ title: '' })), 'publish'],
    ['the draft was discarded', 'draftMoved', () => product.firestore.doc('drafts/pages_x').delete(), 'publish_draft'],
    ['a problem prevents publishing the page', 'description-missing', () => block('description-missing'), 'publish'],
    [
      'a problem prevents publishing the draft',
      'description-missing',
      () => block('description-missing'),
      'publish_draft',
    ],
    ['the page was changed', 'documentMoved', () => put('pages/x', page({ rev: 5 })), 'publish'],
    ['the draft was changed', 'draftMoved', () => put('drafts/pages_x', draft({ rev: 3 })), 'publish_draft'],
    [
      'the live document was changed',
      'liveMoved',
      () => put('drafts/pages_x', draft({ base_rev: 3 })),
      'publish_draft',
    ],
    ['the draft is not complete', 'invalid', () => Promise.resolve(), 'publish_draft'],
    [
      "the draft's address was taken",
      'slugTaken',
      async () => {
        await put('slugs/page:changed', { id: 'y' });
        await put('pages/y', page({ slug: 'changed' }));
      },
      'publish_draft',
    ],
  ])('fails with a reason if %s', async (...[condition, reason, change, action]) => {
    await put('pages/x', page());
    await put(
      'drafts/pages_x',
      draft(condition === 'the draft is not complete' ? { data: { ...entered, title: '' } } : {}),
    );
    await createSchedule(editor, { action });
    await change();
    await runDue(product.firestore, at);
    expect(await readSchedule(`pages_x_${action}`)).toMatchObject({ state: 'failed', reason, by: editor.uid });
    expect((await read('pages/x'))?.['is_published']).not.toBe(true);
    // It is not retried.
    await product.firestore.doc('site_settings/seo').delete();
    await put(`user_roles/${editor.uid}`, { user_id: editor.uid, roles: ['editor'], is_active: true });
    await put('pages/x', page());
    await runDue(product.firestore, minutesLater(1));
    expect(await read('pages/x')).toMatchObject({ is_published: false, rev: 4 });
  });

  it('publishes a draft and deletes it', async () => {
    await put('pages/x', page({ is_published: true }));
    await put('slugs/page:about', { id: 'x' });
    await put('drafts/pages_x', draft());
    await createSchedule(editor, { action: 'publish_draft' });
    await runDue(product.firestore, at);
    const changed = { title: 'Changed', slug: 'changed', is_published: true, rev: 5, updated_by: editor.uid };
    expect(await read('pages/x')).toMatchObject(changed);
    expect(await read('slugs/page:changed')).toMatchObject({ id: 'x' });
    expect(await read('drafts/pages_x')).toBeUndefined();
    expect(await readSchedule('pages_x_publish_draft')).toBeUndefined();
  });

  it("publishes a demo's draft with its embed code and keeps the password", async () => {
    await put('demo_pages/x', { ...bareDemo, ...stamps, is_password_protected: true });
    await put('demo_embeds/x', { iframe_url: 'https://old.example' });
    await put('demo_secrets/x', { password_hash: 'hash' });
    await put(
      'drafts/demo_pages_x',
      draft({ collection: 'demo_pages', data: { ...bareDemo, is_password_protected: true } }),
    );
    await put('draft_embeds/x', { iframe_url: 'https://new.example' });
    await createSchedule(editor, { collection: 'demo_pages', action: 'publish_draft' });
    await runDue(product.firestore, at);
    expect(await read('demo_embeds/x')).toEqual({ iframe_url: 'https://new.example' });
    expect(await read('demo_secrets/x')).toEqual({ password_hash: 'hash' });
    expect(await read('draft_embeds/x')).toBeUndefined();
  });

  it("publishes a setting's draft for an administrator", async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    const setting = { collection: 'site_settings', id: 'ga4_id', base_rev: 0, data: { ga4_id: 'G-1' } };
    await put('drafts/site_settings_ga4_id', draft(setting));
    await createSchedule(admin, { collection: 'site_settings', id: 'ga4_id', action: 'publish_draft' });
    await runDue(product.firestore, at);
    expect(await read('site_settings/ga4_id')).toMatchObject({ value: 'G-1', rev: 1, updated_by: admin.uid });
  });

  it('requires a second factor of its creator, like a manual action', async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    const demand = { require_second_factor: true };
    const setting = { collection: 'site_settings', id: 'security', base_rev: 0, data: demand };
    await put('drafts/site_settings_security', draft(setting));
    await createSchedule(admin, { collection: 'site_settings', id: 'security', action: 'publish_draft' });
    await runDue(product.firestore, at);
    const schedule = 'site_settings_security_publish_draft';
    expect(await readSchedule(schedule)).toMatchObject({ state: 'failed', reason: 'notAllowed' });
    expect(await read('site_settings/security')).toBeUndefined();
    await renew(schedule);
    await runDue(product.firestore, at);
    expect(await read('site_settings/security')).toMatchObject({ value: demand, rev: 1 });
  });

  it('continues with other schedules when one is unreadable', async () => {
    const broken = { collection: 'pages', id: 'y', state: 'waiting', at: Timestamp.fromDate(minutesLater(-9)) };
    await put('schedules/pages_y_publish', broken);
    await put('pages/x', page());
    await createSchedule(editor, { action: 'publish' });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true });
    expect(await read('schedules/pages_y_publish')).toMatchObject({ state: 'failed', reason: 'error' });
  });

  it(
    'runs after more failing schedules than a query page has, and each of them is marked as failed',
    { tags: 'full' },
    async () => {
      const batch = product.firestore.batch();
      for (let number = 0; number < 210; number += 1) {
        // Firestore refuses a whole transaction for such an id.
        const id = `__p${number}__`;
        const early = Timestamp.fromDate(minutesLater(-10));
        batch.set(product.firestore.doc(`schedules/pages_${id}_publish`), {
          ...{ collection: 'pages', id, action: 'publish', draft_rev: null, at: early, by: editor.uid },
          ...{ second_factor: false, created_at: early, state: 'waiting', reason: null },
        });
      }
      await batch.commit();
      await put('pages/x', page());
      await createSchedule(editor, { action: 'publish' });
      await runDue(product.firestore, at);
      expect(await read('pages/x')).toMatchObject({ is_published: true });
      const failed = product.firestore
        .collection('schedules')
        .where('state', '==', 'failed')
        .where('reason', '==', 'error');
      expect((await failed.get()).size).toBe(210);
    },
  );

  it('of an administrator needs the second factor of its creation if one is required', async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    await put('pages/x', page());
    await createSchedule(admin, { action: 'publish' });
    await put('site_settings/security', { value: { require_second_factor: true }, rev: 1 });
    await runDue(product.firestore, at);
    expect(await readSchedule('pages_x_publish')).toMatchObject({ state: 'failed', reason: 'notAllowed' });
    await renew('pages_x_publish');
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true });
  });

  it('is deleted when its document is purged from the trash', async () => {
    await put('pages/x', page());
    await createSchedule(editor, { action: 'publish' });
    await product.firestore.doc('pages/x').delete();
    const deleted_at = Timestamp.fromMillis(Date.now() - durations.trashKept - 1_000);
    await put('trash/pages_x', { collection: 'pages', id: 'x', data: page(), deleted_by: 'ada', deleted_at });
    await purgeExpired(product.firestore, new Date());
    expect((await product.firestore.collection('launches').get()).size).toBe(0);
  });
});

describeFunctions('a scheduled version', () => {
  let author: Person;
  beforeEach(async () => {
    author = await product.signUp({ roles: ['author'] });
  });

  const now = serverTimestamp();
  const firstStamps = (uid: string) => ({ rev: 1, created_at: now, created_by: uid, updated_at: now, updated_by: uid });
  const changed = (rev: number) => ({ rev, updated_at: now, updated_by: author.uid });

  interface Typed {
    collection?: string;
    data: DocumentData;
    code?: string;
  }

  /** Writes an author's draft in revision 2. Its revision 1 is empty. */
  async function typeDraft({ collection = 'pages', data, code }: Typed): Promise<void> {
    const path = doc(author.firestore, `drafts/${collection}_x`);
    const held = { collection, id: 'x', base_rev: 4, review: null, note: null, name: author.email };
    await setDoc(path, { ...held, data: {}, ...firstStamps(author.uid) });
    const batch = writeBatch(author.firestore);
    batch.update(path, { data, ...changed(2) });
    if (code !== undefined) batch.set(doc(author.firestore, 'draft_embeds/x'), { iframe_url: code });
    await batch.commit();
  }

  /** The author deletes the approved draft and writes another one with the same revision. */
  async function retypeDraft(typed: Typed): Promise<void> {
    const batch = writeBatch(author.firestore);
    batch.delete(doc(author.firestore, `drafts/${typed.collection ?? 'pages'}_x`));
    if (typed.code !== undefined) batch.delete(doc(author.firestore, 'draft_embeds/x'));
    await batch.commit();
    await typeDraft(typed);
  }

  const approved = { ...entered, title: 'Approved' };
  const unapproved = { ...entered, title: 'Unapproved' };
  const own = () => page({ created_by: author.uid, is_published: true });

  it('is not published if the draft has another text with the same revision', async () => {
    await put('pages/x', own());
    await typeDraft({ data: approved });
    await createSchedule(editor, { action: 'publish_draft' });
    await retypeDraft({ data: unapproved });
    expect(await read('drafts/pages_x')).toMatchObject({ rev: 2, data: unapproved });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ rev: 4, title: barePage.title });
    expect(await readSchedule('pages_x_publish_draft')).toMatchObject({ state: 'failed', reason: 'draftMoved' });
  });

  it('is published if the draft was deleted and has the same text again', async () => {
    await put('pages/x', own());
    await typeDraft({ data: approved });
    await createSchedule(editor, { action: 'publish_draft' });
    await retypeDraft({ data: approved });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ title: 'Approved' });
  });

  const ownDemo = () => ({ ...bareDemo, ...stamps, created_by: author.uid });

  it("is not published if a demo's draft has another embed code", async () => {
    await put('demo_pages/x', ownDemo());
    await put('demo_embeds/x', { iframe_url: 'https://live.example' });
    const typed = { collection: 'demo_pages', data: { ...bareDemo } };
    await typeDraft({ ...typed, code: 'https://approved.example' });
    await createSchedule(editor, { collection: 'demo_pages', action: 'publish_draft' });
    await retypeDraft({ ...typed, code: 'https://unapproved.example' });
    await runDue(product.firestore, at);
    expect(await read('demo_embeds/x')).toEqual({ iframe_url: 'https://live.example' });
    expect(await readSchedule('demo_pages_x_publish_draft')).toMatchObject({ state: 'failed', reason: 'draftMoved' });
  });

  it('is not published if the live embed code changed and the draft has none', async () => {
    await put('demo_pages/x', ownDemo());
    await put('demo_embeds/x', { iframe_url: 'https://approved.example' });
    await typeDraft({ collection: 'demo_pages', data: { ...bareDemo } });
    await createSchedule(editor, { collection: 'demo_pages', action: 'publish_draft' });
    // A document that earlier rules allowed to be created again in the same revision.
    await put('demo_embeds/x', { iframe_url: 'https://unapproved.example' });
    await runDue(product.firestore, at);
    expect(await read('demo_pages/x')).toMatchObject({ rev: 4 });
    expect(await readSchedule('demo_pages_x_publish_draft')).toMatchObject({ state: 'failed', reason: 'draftMoved' });
  });

  /** Writes an author's page that was never published. */
  async function putUnpublished(): Promise<void> {
    await put('pages/x', page({ created_by: author.uid }));
    await put('slugs/page:about', { id: 'x' });
  }

  it('is not published if the author edits the unpublished page later', async () => {
    await putUnpublished();
    await createSchedule(editor, { action: 'publish' });
    await updateDoc(doc(author.firestore, 'pages/x'), { body: 'Unapproved', ...changed(5) });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: false, body: 'Unapproved' });
    expect(await readSchedule('pages_x_publish')).toMatchObject({ state: 'failed', reason: 'documentMoved' });
  });

  it('is not published if the author deletes and recreates the page', async () => {
    await putUnpublished();
    await createSchedule(editor, { action: 'publish' });
    const stored = await read('pages/x');
    const deleting = writeBatch(author.firestore);
    deleting.delete(doc(author.firestore, 'pages/x'));
    deleting.set(doc(author.firestore, 'trash/pages_x'), {
      ...{ collection: 'pages', id: 'x', data: (await getDoc(doc(author.firestore, 'pages/x'))).data() },
      ...{ deleted_by: author.uid, deleted_at: now },
    });
    await deleting.commit();
    const create = (rev: number) => {
      const batch = writeBatch(author.firestore);
      const fields = { ...barePage, is_published: false, body: 'Unapproved', ...firstStamps(author.uid), rev };
      batch.set(doc(author.firestore, 'pages/x'), fields);
      batch.set(doc(author.firestore, 'slugs/page:about'), { id: 'x', updated_at: now });
      return batch.commit();
    };
    for (const rev of [1, 4]) await expect(create(rev)).rejects.toThrow(/permission/);
    await create(Number(stored?.['rev']) + 1);
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: false });
    expect(await readSchedule('pages_x_publish')).toMatchObject({ state: 'failed', reason: 'documentMoved' });
  });

  it.each(['publish', 'publish_draft'] as const)(
    'is unknown for %s schedules of earlier versions, which fail',
    async (action) => {
      await put('pages/x', page({ created_by: author.uid }));
      await put('drafts/pages_x', draft());
      const due = { action, at: Timestamp.fromDate(at), by: editor.uid, second_factor: false };
      const created_at = Timestamp.fromDate(minutesLater(-99));
      const draft_rev = action === 'publish' ? null : 2;
      const state = { collection: 'pages', id: 'x', draft_rev, created_at, state: 'waiting', reason: null };
      await put(`schedules/pages_x_${action}`, { ...due, ...state });
      await runDue(product.firestore, at);
      expect(await read('pages/x')).toMatchObject({ is_published: false, rev: 4 });
      expect(await read(`schedules/pages_x_${action}`)).toMatchObject({ state: 'failed', reason: 'versionUnknown' });
    },
  );

  it('is in the audit trail with its writer, submitter, approver and outcome', async () => {
    await put('pages/x', own());
    await typeDraft({ data: approved });
    const review = { rev: 3, by: author.uid, name: author.email };
    await updateDoc(doc(author.firestore, 'drafts/pages_x'), { review, ...changed(3) });
    await createSchedule(editor, { action: 'publish_draft' });
    await product.idle();
    await deleteDoc(doc(author.firestore, 'drafts/pages_x'));
    await product.idle();
    await runDue(product.firestore, at);
    await product.idle();
    const draft_digest = (await readSchedule('pages_x_publish_draft'))?.draft_digest;
    await editor.call('removeSchedule', { collection: 'pages', id: 'x', action: 'publish_draft' });
    const entries = (await trail('pages/x')).filter(({ action }) => /draft|schedule/.test(action));
    expect(entries).toMatchObject([
      { action: 'draft created', actor: author.uid, details: { rev: 1 } },
      { action: 'draft submitted', actor: author.uid, details: { rev: 3 } },
      { action: 'scheduled', actor: editor.uid, details: { action: 'publish_draft', draft_rev: 3, draft_digest } },
      { action: 'draft discarded', actor: null, details: { rev: 3, written_by: author.uid } },
      { action: 'schedule failed', actor: editor.uid, details: { reason: 'draftMoved' } },
      { action: 'schedule dismissed', actor: editor.uid, details: { scheduled_by: editor.uid } },
    ]);
  });
});

describeFunctions('a request to schedule', () => {
  const order: CallInput<'setSchedule'> = {
    ...{ collection: 'pages', id: 'x', action: 'publish', document_rev: 4, draft_rev: null, draft_digest: null },
    plannedAt: at.getTime(),
  };
  const refusalOf = (person: Person, over: object = {}) =>
    person.call('setSchedule', { ...order, ...over }).then(
      () => 'answered',
      (error: unknown) => (error as Error).message.replace(/ \[\d+\]$/, ''),
    );

  it('is refused for another version, a past time, and actions that a document does not have', async () => {
    await put('pages/x', page());
    expect(await refusalOf(editor, { document_rev: 3 })).toBe(refusals.scheduleMoved.message);
    expect(await refusalOf(editor, { id: 'y' })).toBe(refusals.scheduleMoved.message);
    expect(await refusalOf(editor, { action: 'unpublish', id: 'y' })).toBe(refusals.scheduleMoved.message);
    const draftOf = { action: 'publish_draft', draft_rev: 2, draft_digest: '0'.repeat(64) };
    expect(await refusalOf(editor, draftOf)).toBe(refusals.scheduleMoved.message);
    await put('drafts/pages_x', draft());
    expect(await refusalOf(editor, draftOf)).toBe(refusals.scheduleMoved.message);
    expect(await refusalOf(editor, { plannedAt: 60_000 })).toBe(refusals.launchTime.message);
    for (const over of [
      { plannedAt: at.getTime() + 1 },
      { action: 'delete' },
      { collection: 'redirects' },
      { collection: 'site_settings' },
      { id: 'x'.repeat(1_500) },
    ])
      expect(await refusalOf(editor, over)).not.toBe('answered');
    expect((await product.firestore.collection('launches').get()).size).toBe(0);
    expect(await refusalOf(editor)).toBe('answered');
  });

  it('takes an editor, and of settings an administrator, also to remove it', async () => {
    const [author, viewer, admin] = await Promise.all(
      (['author', 'viewer', 'admin'] as const).map((role) => product.signUp({ roles: [role] })),
    );
    await put('pages/x', page({ created_by: author?.uid }));
    for (const person of [author, viewer]) {
      expect(person && (await refusalOf(person))).toBe(refusals.notAllowed.message);
      const removing = person?.call('removeSchedule', { collection: 'pages', id: 'x', action: 'publish' });
      await expect(removing).rejects.toThrow(refusals.notAllowed.message);
    }
    await put('drafts/site_settings_ga4_id', draft({ collection: 'site_settings', id: 'ga4_id', base_rev: 0 }));
    const setting = { collection: 'site_settings', id: 'ga4_id', action: 'publish_draft' } as const;
    const { draft_rev, draft_digest } = await versionShown(setting);
    const versions = { ...setting, document_rev: null, draft_rev, draft_digest };
    expect(await refusalOf(editor, versions)).toBe(refusals.notAllowed.message);
    expect(admin && (await refusalOf(admin, versions))).toBe('answered');
    await expect(editor.call('removeSchedule', setting)).rejects.toThrow(refusals.notAllowed.message);
    await admin?.call('removeSchedule', setting);
    expect((await product.firestore.collection('launches').get()).size).toBe(0);
    expect((await trail('site_settings/ga4_id')).map(({ action }) => action)).toEqual([
      'draft created',
      'scheduled',
      'schedule removed',
    ]);
  });

  it('leaves the launch of the document, its approval and its time as they are', async () => {
    await put('pages/x', page());
    const { id } = await editor.call('saveLaunch', { id: null, rev: 0, name: 'A', description: '', plannedAt: null });
    const version = { document_rev: 4, draft_rev: null, draft_digest: null, redirect: null };
    const add = [{ collection: 'pages' as const, id: 'x', action: 'publish' as const, ...version }];
    expect(await refusalOf(editor)).toBe('answered');
    await editor.call('changeLaunchMembers', { id, add, remove: [], accept: [] });
    const launch = await read(`launches/${id}`);
    expect(await refusalOf(editor, { action: 'unpublish', document_rev: null })).toBe('answered');
    expect(await read(`launches/${id}`)).toEqual(launch);
    for (const schedule of ['pages_x_publish', 'pages_x_unpublish'])
      expect(await readSchedule(schedule)).toMatchObject({ state: 'waiting', by: editor.uid });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: false, rev: 6 });
    expect((await product.firestore.collection('launches').get()).size).toBe(1);
  });
});

describeFunctions('a schedule that a tab of the earlier version stored', () => {
  it('is carried out, or fails with its reason', async () => {
    await put('pages/x', page());
    await put('pages/y', page());
    await createOlder(editor, { action: 'publish' });
    await createOlder(editor, { action: 'publish', id: 'y' });
    await put('pages/y', page({ rev: 5 }));
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true, rev: 5 });
    expect(await read('schedules/pages_x_publish')).toBeUndefined();
    expect(await read('schedules/pages_y_publish')).toMatchObject({ state: 'failed', reason: 'documentMoved' });
    const actions = (await trail('pages/y')).map(({ action }) => action).filter((action) => action !== 'updated');
    expect(actions).toEqual(['created', 'scheduled', 'schedule failed']);
  });

  it('is replaced and removed by the new functions', async () => {
    await put('pages/x', page());
    await createOlder(editor, { action: 'publish' });
    await createSchedule(editor, { action: 'publish', at: minutesLater(5) });
    expect(await read('schedules/pages_x_publish')).toBeUndefined();
    await createOlder(editor, { action: 'unpublish' });
    await editor.call('removeSchedule', { collection: 'pages', id: 'x', action: 'unpublish' });
    expect(await read('schedules/pages_x_unpublish')).toBeUndefined();
    const actions = (await trail('pages/x')).map(({ action }) => action).toSorted();
    expect(actions).toEqual(['created', 'schedule removed', 'scheduled', 'scheduled', 'scheduled']);
  });

  it('is converted by a migration, also a failed one, and keeps its time, version and outcome', async () => {
    await put('pages/x', page());
    await createOlder(editor, { action: 'publish' });
    const due = await read('schedules/pages_x_publish');
    await createOlder(editor, { action: 'unpublish' });
    await product.firestore.doc('schedules/pages_x_unpublish').update({ state: 'failed', reason: 'missing' });
    await migrateContent({ firestore: product.firestore, isDry: false, onProgress: () => undefined });
    expect((await product.firestore.collection('schedules').get()).size).toBe(0);
    expect(await readSchedule('pages_x_publish')).toMatchObject({
      ...{ at: at.toISOString(), by: editor.uid, document_rev: 4, state: 'waiting', reason: null },
      created_at: (due?.['created_at'] as Timestamp).toDate().toISOString(),
    });
    expect(await readSchedule('pages_x_unpublish')).toMatchObject({ state: 'failed', reason: 'missing' });
    await runDue(product.firestore, at);
    expect(await read('pages/x')).toMatchObject({ is_published: true, rev: 5 });
    const actions = (await trail('pages/x')).map(({ action }) => action);
    expect(actions).toContain('schedule carried out');
    expect(actions).not.toContain('schedule removed');
  });
});

interface AuditEntry {
  action: string;
  actor: string | null;
  fields: string[];
  details: Record<string, unknown>;
}

/** The audit entries of a document, oldest first. */
async function trail(document: string): Promise<AuditEntry[]> {
  await product.idle();
  const found = await product.firestore
    .collection('audit')
    .where('document', '==', document)
    .orderBy('at', 'desc')
    .get();
  return found.docs.toReversed().map((entry) => entry.data() as AuditEntry);
}

const demote = (change: DocumentData) => product.firestore.doc(`user_roles/${editor.uid}`).update(change);
