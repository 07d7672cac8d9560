import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageForm, newPage } from '@frontage/model/kinds/page';
import { slugId } from '@frontage/model/paths';
import { doc, getDoc, serverTimestamp, writeBatch } from 'firebase/firestore/lite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCaller, openPerson, type Person } from '../contract/functions-product/product.ts';
import { startStack, type RunningStack } from '../e2e/stack.ts';
import { runFrontage } from './support/run-frontage.ts';

/** The first steps of a new user on one installation. */

const folder = mkdtempSync(join(tmpdir(), 'frontage-newcomer-'));
const backup = (name: string) => join(folder, `${name}.backup`);
const password = 'eight-or-more';
const demoId = 'echo';

let stack: RunningStack;
let signingUp: Promise<Person> | undefined;
beforeAll(async () => {
  // `npm start`. Its prerequisite, the installed packages, is present.
  stack = await startStack({ isSeeded: true });
}, 300_000);
afterAll(async () => {
  await (await signingUp)?.close();
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

const target = () => {
  const { project, auth, firestore, storage, functions } = stack;
  return { project, hosts: { auth, firestore, storage, functions } };
};
const statusOf = async (path: string) => (await fetch(stack.site + path, { redirect: 'manual' })).status;
const textOf = async (path: string) => (await fetch(stack.site + path)).text();
const soon = { timeout: 20_000, interval: 30 };
const cli = async (...args: string[]) => {
  const ran = await runFrontage([...args, '--data', stack.dataDir]);
  expect(ran.code, ran.said).toBe(0);
  return ran.events;
};

/** The first administrator. The first call signs up. */
const administrator = (): Promise<Person> => (signingUp ??= signUp());
async function signUp(): Promise<Person> {
  const person = await openPerson(target(), 'ada@example.com');
  await person.call('claimFirstAdmin', {});
  return person;
}

const stamps = (rev: number, uid: string) => ({ rev, updated_at: serverTimestamp(), updated_by: uid });

/** Publishes a page and waits until visitors have it. */
async function publish(id: string, title: string): Promise<void> {
  const { firestore, uid } = await administrator();
  const page = pageForm.parse({ ...newPage, title, slug: id, body: `The body of ${title}.`, is_published: true });
  const batch = writeBatch(firestore);
  batch.set(doc(firestore, 'pages', id), {
    ...page,
    ...stamps(1, uid),
    created_at: serverTimestamp(),
    created_by: uid,
  });
  batch.set(doc(firestore, 'slugs', slugId('page', id)), { id, updated_at: serverTimestamp() });
  await batch.commit();
  await expect.poll(() => textOf(`/page/${id}`), soon).toContain(`The body of ${title}.`);
}

it('signs up and becomes the first administrator', async () => {
  expect(await statusOf('/')).toBe(200);
  const admin = await administrator();
  const roles = await getDoc(doc(admin.firestore, 'user_roles', admin.uid));
  expect(roles.get('roles')).toEqual(['admin']);
});

it('publishes a page', async () => {
  await publish('first', 'A first page');
});

it('protects a demo: its code requires the password', async () => {
  const admin = await administrator();
  const { firestore } = admin;
  const code = (await getDoc(doc(firestore, 'demo_embeds', demoId))).get('iframe_url') as string;
  const { slug, rev } = (await getDoc(doc(firestore, 'demo_pages', demoId))).data() as { slug: string; rev: number };
  const { hash } = await admin.call('hashDemoPassword', { password });
  const batch = writeBatch(firestore);
  batch.update(doc(firestore, 'demo_pages', demoId), { is_password_protected: true, ...stamps(rev + 1, admin.uid) });
  batch.set(doc(firestore, 'demo_secrets', demoId), { password_hash: hash });
  await batch.commit();
  await expect.poll(() => textOf(`/demo/${slug}`), soon).toContain('password');
  const visitor = openCaller(target());
  expect(await visitor.call('verifyDemoPassword', { demoId, password: 'wrong' })).toMatchObject({ valid: false });
  expect(await visitor.call('verifyDemoPassword', { demoId, password })).toMatchObject({ valid: true, embed: code });
  await visitor.close();
});

it('invites an editor through the link in the mailbox', async () => {
  const admin = await administrator();
  const email = 'bob@example.com';
  const { inviteUrl, isMailed } = await admin.call('generateInviteToken', { email, role: 'editor' });
  expect(isMailed).toBe(true);
  const mails = (await (await fetch(`${stack.admin}/local-mail.json`)).json()) as { to: string; link: string }[];
  expect(mails.find(({ to }) => to === email)?.link).toBe(inviteUrl);
  const bob = await openPerson(target(), email);
  const token = new URL(inviteUrl).searchParams.get('invite') ?? '';
  await bob.call('verifyInviteToken', { token, userId: bob.uid });
  const roles = await getDoc(doc(bob.firestore, 'user_roles', bob.uid));
  await bob.close();
  expect(roles.get('roles')).toEqual(['editor']);
});

it('rolls back to an earlier release and unpins it', { tags: 'full' }, async () => {
  await publish('good', 'A good page');
  const before = (await cli('releases')).find(({ live }) => live === true)?.['id'];
  await publish('mistake', 'A mistake');
  await cli('rollback', String(before));
  expect(await statusOf('/page/mistake')).toBe(404);
  expect(await statusOf('/page/good')).toBe(200);
  await cli('unpin');
  await expect.poll(() => statusOf('/page/mistake'), soon).toBe(200);
});

it('backs up the running project and restores it elsewhere byte for byte', { tags: 'full' }, async () => {
  await administrator();
  const [done] = (await cli('backup', backup('first'))).filter(({ event }) => event === 'backed-up');
  expect(done?.['accounts']).toBeGreaterThan(0);
  const elsewhere = ['--data', join(folder, 'elsewhere')];
  const restored = await runFrontage(['restore', backup('first'), ...elsewhere]);
  expect(restored.code, restored.said).toBe(0);
  expect((await runFrontage(['backup', backup('second'), ...elsewhere])).code).toBe(0);
  expect(readFileSync(backup('second')).equals(readFileSync(backup('first')))).toBe(true);
});
