import { collections } from '@frontage/model/paths';
import { getApps } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { Timestamp, type DocumentData } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sampled } from '../../full.ts';
import { describeFunctions, openProduct, type Person, type Product } from './product.ts';

let product: Product;
let admin: Person;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  admin = await product.signUp({ roles: ['admin'] });
});

function accounts() {
  const [app] = getApps();
  if (!app) throw new Error('firebase-admin was not started');
  return getAuth(app);
}

const put = (path: string, data: DocumentData) => product.firestore.doc(path).set(data);

/** All documents of all collections, each as `path JSON`. */
async function everything(): Promise<string[]> {
  await product.idle();
  const found = await Promise.all(Object.values(collections).map((name) => product.firestore.collection(name).get()));
  return found.flatMap(({ docs }) => docs.map((document) => `${document.ref.path} ${JSON.stringify(document.data())}`));
}

let count = 0;
/** Creates a user whose name and address are in all collections that can contain them. */
async function plant() {
  const canary = `canary${(count += 1)}x${Date.now()}`;
  const email = `${canary}@example.com`;
  const invited = await admin.call('generateInviteToken', { email: email.toUpperCase(), role: 'editor' });
  const bob = await product.signUp({ email });
  const token = new URL(invited.inviteUrl).searchParams.get('invite') ?? '';
  await bob.call('verifyInviteToken', { token, userId: bob.uid });
  await admin.call('generateInviteToken', { email, role: 'author' });
  const name = `Bob ${canary}`;
  const stamps = {
    rev: 1,
    created_at: Timestamp.now(),
    created_by: bob.uid,
    updated_at: Timestamp.now(),
    updated_by: bob.uid,
  };
  const draft = { id: 'p', collection: 'pages', data: { title: 'Prices' }, base_rev: 0, note: null, ...stamps };
  await product.firestore.doc(`profiles/${bob.uid}`).update({ first_name: 'Bob', last_name: canary });
  await put('pages/p', { title: 'Prices', slug: 'prices', ...stamps });
  await put('drafts/pages_p', { ...draft, name, review: { rev: 1, by: bob.uid, name } });
  await put('drafts/pages_q', { ...draft, name: 'Ada', updated_by: admin.uid, review: { rev: 1, by: bob.uid, name } });
  await put('drafts/pages_n', {
    ...{ ...draft, name: 'Ada', updated_by: admin.uid, review: null, note: 'No', noted: { by: bob.uid, name } },
    ...{ typed_by: bob.uid, typed_name: name, typed_at: Timestamp.now(), authors: [bob.uid] },
  });
  await put('drafts/pages_r', { ...draft, name, review: { rev: 1, by: admin.uid, name: 'Ada' } });
  await put(`presence/pages_p_${bob.uid}`, { document: 'pages_p', name, is_here: true });
  await put('schedules/pages_p_publish', {
    collection: 'pages',
    id: 'p',
    action: 'publish',
    by: bob.uid,
    state: 'waiting',
  });
  await put('launches/l', { approval: { by: bob.uid, name }, returned: { by: admin.uid, name: 'Ada' } });
  await put('launches/m', { approval: null, returned: { by: bob.uid, name } });
  await put('launch_comments/c', { launch: 'l', by: bob.uid, name });
  // Only a new letter is sent, so that this one stays.
  await put('mail/waiting', { state: 'waiting' });
  await put('mail/waiting', { state: 'queued', by: bob.uid, letter: { text: `${name} submitted changes` } });
  await put('trash/pages_t', { collection: 'pages', id: 't', data: { title: 'Gone', ...stamps }, deleted_by: bob.uid });
  return { bob, canary };
}

describeFunctions('an erased user', () => {
  it.each(
    sampled<[string, (userId: string) => Promise<unknown>]>([
      ['erased with the deletion', (userId: string) => admin.call('deleteUser', { userId, erase: true })],
      [
        'erased after the deletion',
        async (userId: string) => {
          await admin.call('deleteUser', { userId });
          await admin.call('deleteUser', { userId, erase: true });
        },
      ],
      [
        'erased twice',
        async (userId: string) => {
          await admin.call('deleteUser', { userId, erase: true });
          await admin.call('deleteUser', { userId, erase: true });
        },
      ],
    ]),
  )('has no name or address in any document: %s', async (_when, erase) => {
    const { bob, canary } = await plant();
    const before = (await everything()).filter((document) => document.toLowerCase().includes(canary));
    const held = new Set(before.map((document) => document.split('/')[0]));
    expect([...held].sort()).toEqual([
      'audit',
      'drafts',
      'invites',
      'launch_comments',
      'launches',
      'mail',
      'presence',
      'profiles',
    ]);
    await erase(bob.uid);
    const after = await everything();
    expect(after.filter((document) => document.toLowerCase().includes(canary))).toEqual([]);
    expect(JSON.stringify((await accounts().listUsers()).users)).not.toContain(canary);
    // The user's actions keep the uid, and other users' names are kept.
    for (const path of ['audit/', 'revisions/', 'pages/p', 'drafts/', 'schedules/', 'trash/']) {
      expect(after.filter((document) => document.startsWith(path)).join()).toContain(bob.uid);
    }
    expect((await product.firestore.doc('launches/l').get()).get('returned')).toMatchObject({ name: 'Ada' });
    expect((await product.firestore.doc('drafts/pages_q').get()).get('name')).toBe('Ada');
    expect((await product.firestore.doc('drafts/pages_r').get()).get('review')).toMatchObject({ name: 'Ada' });
  });

  it('has an audit entry with the uid', async () => {
    const { bob } = await plant();
    await admin.call('deleteUser', { userId: bob.uid, erase: true });
    const { docs } = await product.firestore.collection('audit').where('action', '==', 'erased').get();
    expect(docs.map((entry) => `${entry.get('actor')} ${entry.get('document')}`)).toEqual([
      `${admin.uid} user_roles/${bob.uid}`,
    ]);
  });

  it('keeps the name if only the account is deleted', async () => {
    const { bob, canary } = await plant();
    await admin.call('deleteUser', { userId: bob.uid });
    expect((await product.firestore.doc(`profiles/${bob.uid}`).get()).get('last_name')).toBe(canary);
  });
});
