import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bareDemo } from '@frontage/model/content.fixture';
import { newPage } from '@frontage/model/kinds/page';
import { draftText } from '@frontage/model/draft';
import { serverTime } from '@frontage/model/changes/write';
import { ref, uploadBytes } from 'firebase/storage';
import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { type Firestore, getFirestore, Timestamp } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readDraft, writeDraft } from '../../admin/lib/documents/draft.ts';
import type { DocumentStore } from '../../admin/lib/documents/document-store.ts';
import { createRedirects } from '../../admin/lib/documents/redirects.ts';
import { publishDraft, saveDocument } from '../../admin/lib/documents/save-document.ts';
import { firestoreStore } from '../../admin/lib/firestore/client.ts';
import { emulatorEnv } from '../../local/emulator-env.ts';
import type { HostingService } from '../../pipeline/adapters/hosting/hosting-service.fixture.ts';
import type { ServingConfig } from '../../pipeline/adapters/hosting/version-config.ts';
import { openPerson, refusalOf, type Person } from '../contract/functions-product/product.ts';
import { type Deployment, type Machine, openDeployment, webhookSecret } from '../fault/serve/deployment.ts';
import { type EmulatorSuite, findParts, type Site, startEmulators } from './emulators.ts';

/**
 * The rehearsal before the first deployment: the whole product on Google's emulator suite, in the order in which
 * docs/deploy.md deploys it and an organization begins with it. Each step needs those before it. The emulator suite has
 * no API for Hosting's releases, so a stand-in receives them, and Hosting's emulator serves the released files.
 */

const project = 'demo-rehearsal';
const setupCode = randomBytes(8).toString('hex');
const root = join(import.meta.dirname, '../..');
const patience = { timeout: 300_000, interval: 250 };

vi.setConfig({ testTimeout: 900_000, hookTimeout: 1_800_000 });

let suite: EmulatorSuite;
let deployment: Deployment;
let machine: Machine;
let app: App;
let firestore: Firestore;
const people = {} as Record<'admin' | 'editor' | 'author', Person>;

beforeAll(async () => {
  const parts = findParts();
  if ('missing' in parts) throw new Error(parts.missing.join('\n'));
  mkdirSync(join(root, '.frontage'), { recursive: true });
  suite = await startEmulators({
    project,
    parts,
    folder: mkdtempSync(join(root, '.frontage/rehearsal-')),
    parameters: ({ pipeline, admin }) => ({
      PUBLISH_WEBHOOK_URL: `${pipeline}/hooks/publish`,
      ADMIN_ORIGIN: admin,
      SETUP_CODE: setupCode,
    }),
    secrets: {
      PUBLISH_WEBHOOK_SECRET: webhookSecret,
      DEMO_TOKEN_SECRET: randomBytes(32).toString('hex'),
      SMTP_URL: 'none',
    },
  });
  const { site, admin, embed, pipeline, ...hosts } = suite.addresses;
  Object.assign(process.env, emulatorEnv(project, hosts), {
    PUBLIC_SITE_ORIGIN: site,
    PUBLIC_ADMIN_ORIGIN: admin,
    PUBLIC_EMBED_ORIGIN: embed,
    PUBLIC_PIPELINE_ORIGIN: pipeline,
  });
  deployment = await openDeployment({}, { project, local: { firestoreRules: join(root, 'firestore.rules') } });
  app = initializeApp({ projectId: project }, 'walk');
  firestore = getFirestore(app);
});
afterAll(async () => {
  await deployment?.end();
  if (app) await deleteApp(app);
  await suite?.stop();
  if (suite) writeFileSync(join(root, '.frontage/rehearsal.log'), suite.output());
});

const serve = (name: string, port = Number(new URL(suite.addresses.pipeline).port)) => deployment.serve(name, { port });
const untilReleased = () =>
  vi.waitFor(async () => expect((await machine.status())['release']).not.toBeNull(), patience);
const read = async (path: string) => (await firestore.doc(path).get()).data();
const run = async (...args: string[]) => {
  const ran = await deployment.command(...args);
  expect(ran.code, ran.said).toBe(0);
  return ran.events;
};

/** The store with which the admin's screens read and write, as this person. */
function storeOf({ auth }: Person): DocumentStore {
  const { functions, auth: authHost, storage, firestore: host } = suite.addresses;
  return firestoreStore(auth, {
    firebase: { projectId: project, apiKey: 'local', authDomain: 'local', storageBucket: 'local' },
    region: 'us-central1',
    siteOrigin: suite.addresses.site,
    emulators: { auth: `http://${authHost}`, firestore: host, storage, functions },
  });
}

/** Puts the files of the live releases into the folders that Hosting's emulator serves. */
function copyReleases(): void {
  const [admin, embed] = deployment.hosting.others;
  for (const [site, service] of Object.entries({ site: deployment.hosting, admin, embed })) {
    const folder = suite.sites[site as Site];
    const files = service === undefined ? new Map<string, Buffer>() : releasedFiles(service);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (statSync(join(folder, name)).isFile() && !files.has(`/${name}`)) rmSync(join(folder, name));
    }
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
  }
}

const releasedFiles = ({ live, blobs }: HostingService): Map<string, Buffer> =>
  new Map([...(live?.files ?? [])].map(([path, hash]) => [path, gunzipSync(blobs.get(hash) ?? '')]));

/** A visitor's response from the Hosting emulator. */
async function visit(path: string, site: Site = 'site'): Promise<{ status: number; text: string; headers: Headers }> {
  copyReleases();
  const response = await fetch(`${suite.addresses[site]}${path}`, { redirect: 'manual' });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const untilShown = (path: string, text: string) =>
  vi.waitFor(async () => expect((await visit(path)).text).toContain(text), patience);
const untilGone = (path: string) => vi.waitFor(async () => expect((await visit(path)).status).toBe(404), patience);

/** Creates an account and its profile as the sign-up screen does. */
async function signUp(email: string): Promise<Person> {
  const person = await openPerson({ project, hosts: suite.addresses }, email);
  const data = { email, first_name: null, last_name: null, created_at: serverTime, is_active: true };
  const written = await storeOf(person).commit([{ type: 'set', path: `profiles/${person.uid}`, data }]);
  expect(written).toMatchObject({ ok: true });
  return person;
}

interface SavedPage {
  id: string;
  fields?: object;
  as?: Person;
}

/** Saves a new page as the page editor does. */
async function createPage({ id, fields = {}, as = people.editor }: SavedPage): Promise<void> {
  const page = { ...newPage, title: `Title of ${id}`, slug: id, body: `Body of ${id}`, is_published: true, ...fields };
  const intent = { kind: 'page', id, base: null, fields: page, companions: {}, uid: as.uid } as const;
  expect(await saveDocument(storeOf(as), intent)).toMatchObject({ ok: true });
}

/** Saves a draft of a page of `createPage`. Returns the version of the draft. */
async function draftPage({ id, fields = {}, as = people.editor }: SavedPage): Promise<string> {
  const data = { ...newPage, title: `Title of ${id}`, slug: id, body: `Body of ${id}`, is_published: true, ...fields };
  const entered = { data, base_rev: Number((await read(`pages/${id}`))?.['rev']) };
  const intent = { kind: 'page', id, before: null, entered, uid: as.uid, name: null } as const;
  const written = await writeDraft(storeOf(as), intent);
  expect(written).toMatchObject({ ok: true });
  return written.ok ? written.version : '';
}

/** The revision and digest by which a schedule or launch names a draft. */
async function draftVersion(id: string) {
  const found = await readDraft(storeOf(people.editor), { kind: 'page', id });
  const draft = found.ok ? found.value?.draft : undefined;
  const text = draftText({ collection: 'pages', id, data: draft?.data ?? {} }, null);
  return { draft_rev: draft?.rev ?? 0, draft_digest: createHash('sha256').update(text).digest('hex') };
}

it('loads every function into the Functions emulator', async () => {
  const names = Object.keys(await import('@frontage/functions/index'));
  const loaded = new Set([...suite.output().matchAll(/functions\[us-central1-(\w+)\]/g)].map(([, name]) => name));
  expect(names.filter((name) => !loaded.has(name))).toEqual([]);
  expect(suite.output()).not.toMatch(/function ignored|Failed to load function/);
});

it('deploys site, admin and embed origin', async () => {
  const events = await run('deploy');
  expect(events.filter(({ event }) => event === 'deployed').map(({ target }) => target)).toEqual([
    'embed',
    'admin',
    'site',
  ]);
  expect(await visit('/')).toMatchObject({ status: 200 });
  expect((await visit('/auth/signup', 'admin')).text).toContain('<div id="root">');
  const { emulators, firebase, siteOrigin } = JSON.parse((await visit('/config.json', 'admin')).text) as {
    emulators: object;
    firebase: { projectId: string };
    siteOrigin: string;
  };
  const { auth, firestore: host, storage, functions, site } = suite.addresses;
  expect(emulators).toEqual({ auth: `http://${auth}`, firestore: host, storage, functions });
  expect([firebase.projectId, siteOrigin]).toEqual([project, site]);
});

it('redirects the paths of the admin from the site', async () => {
  const { status, headers } = await visit('/admin/pages');
  expect([status, headers.get('location')]).toEqual([302, `${suite.addresses.admin}/admin/pages`]);
});

it('serves with a history in a bucket', async () => {
  machine = await serve('first');
  await untilReleased();
});

it('gives the first administrator the role for the setup code, and no second one', async () => {
  people.admin = await signUp('admin@example.com');
  expect(await refusalOf(people.admin.call('claimFirstAdmin', { code: 'wrong' }))).toMatch(/^permission-denied/);
  await people.admin.call('claimFirstAdmin', { code: setupCode });
  expect(await read(`user_roles/${people.admin.uid}`)).toMatchObject({ roles: ['admin'], is_active: true });
  const second = await signUp('second@example.com');
  expect(await refusalOf(second.call('claimFirstAdmin', { code: setupCode }))).not.toBe('answered');
  await second.close();
});

it('invites an editor and an author', async () => {
  for (const role of ['editor', 'author'] as const) {
    const email = `${role}@example.com`;
    const { inviteUrl } = await people.admin.call('generateInviteToken', { email, role });
    expect(inviteUrl).toContain(`${suite.addresses.admin}/auth/signup?invite=`);
    people[role] = await signUp(email);
    const token = new URL(inviteUrl).searchParams.get('invite') ?? '';
    expect(await people[role].call('verifyInviteToken', { token, userId: people[role].uid })).toMatchObject({
      valid: true,
    });
    expect(await read(`user_roles/${people[role].uid}`)).toMatchObject({ roles: [role] });
  }
});

it('changes roles, which the rules apply at once', async () => {
  const person = await signUp('viewer@example.com');
  const page = { ...newPage, title: 'No', slug: 'no' };
  const save = () =>
    saveDocument(storeOf(person), {
      ...{ kind: 'page', id: 'no', base: null, fields: page, companions: {}, uid: person.uid },
    } as const);
  expect(await save()).toMatchObject({ ok: false, failure: { reason: 'denied' } });
  await people.admin.call('setUserRoles', { userId: person.uid, roles: ['author'] });
  expect(await save()).toMatchObject({ ok: true });
  await people.admin.call('setUserRoles', { userId: person.uid, roles: [] });
  expect(await refusalOf(person.call('hashDemoPassword', { password: 'long enough' }))).toMatch(/^permission-denied/);
  await person.close();
});

it('publishes a page', async () => {
  await createPage({ id: 'about' });
  await untilShown('/page/about', 'Body of about');
  await vi.waitFor(
    async () => expect(await read('build_state/pages_about')).toMatchObject({ state: 'live', rev: 1 }),
    patience,
  );
});

it('keeps a draft to itself until it is published', async () => {
  const version = await draftPage({ id: 'about', fields: { body: 'Second body of about' } });
  expect((await visit('/page/about')).text).not.toContain('Second body');
  const { editor } = people;
  expect(await publishDraft(storeOf(editor), { kind: 'page', id: 'about', version, uid: editor.uid })).toMatchObject({
    ok: true,
  });
  await untilShown('/page/about', 'Second body of about');
});

it('opens a protected demo for its password only', async () => {
  const code = 'https://demo.example.com/secret-place';
  const { author, editor } = people;
  const { hash } = await author.call('hashDemoPassword', { password: 'correct horse' });
  const fields = { ...bareDemo, slug: 'ada', is_password_protected: true, is_published: false };
  const intent = { kind: 'demo', id: 'd1', base: null, fields, uid: author.uid } as const;
  const companions = { embed: code, passwordHash: hash };
  expect(await saveDocument(storeOf(author), { ...intent, companions })).toMatchObject({ ok: true });
  const base = { rev: 1, slug: 'ada', isProtected: true };
  const change = { kind: 'demo', id: 'd1', companions: {}, uid: editor.uid } as const;
  const published = { ...change, base, fields: { is_published: true } };
  expect(await saveDocument(storeOf(editor), published)).toMatchObject({ ok: true });
  await untilShown('/demo/ada', 'password');
  expect((await visit('/demo/ada')).text).not.toContain('secret-place');
  // Through the rewrite of the site, as the page does.
  const unlock = async (password: string): Promise<unknown> => {
    const response = await fetch(`${suite.addresses.site}/api/verifyDemoPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { demoId: 'd1', password } }),
    });
    return ((await response.json()) as { result: unknown }).result;
  };
  expect(await unlock('wrong horse')).toEqual({ valid: false, token: null, embed: null });
  expect(await unlock('correct horse')).toMatchObject({ valid: true, embed: code });
});

it('carries out a schedule when it is due', async () => {
  const { editor } = people;
  await createPage({ id: 'later', fields: { is_published: false } });
  await editor.call('setSchedule', {
    ...{ collection: 'pages', id: 'later', action: 'publish', document_rev: 1, draft_rev: null, draft_digest: null },
    plannedAt: Date.parse('2100-05-01T09:00:00Z'),
  });
  await runSchedules();
  // The time comes.
  await firestore.doc('launches/pages_later_publish').update({ 'planned.at': Timestamp.fromMillis(0) });
  await runSchedules();
  await untilShown('/page/later', 'Body of later');
  expect(await read('launches/pages_later_publish')).toBeUndefined();
});

/** Sends the request that Cloud Scheduler sends each minute. The emulators have no scheduler. */
async function runSchedules(): Promise<void> {
  // The number counts how often the emulator has loaded the functions again.
  const trigger = `functions/projects/${project}/triggers/us-central1-runSchedules-0`;
  const response = await fetch(`http://${suite.addresses.functions}/${trigger}`, { method: 'POST' });
  expect(response.status, await response.text()).toBe(200);
}

it('publishes a launch of two documents at once', async () => {
  const { admin } = people;
  await draftPage({ id: 'later', fields: { body: 'Launched later' } });
  await createPage({ id: 'hidden', fields: { is_published: false } });
  const { id } = await admin.call('saveLaunch', {
    ...{ id: null, rev: 0, name: 'Spring', description: '', plannedAt: null },
  });
  const later = {
    collection: 'pages',
    id: 'later',
    action: 'publish_draft',
    ...(await draftVersion('later')),
  } as const;
  const hidden = { collection: 'pages', id: 'hidden', action: 'publish', document_rev: 1 } as const;
  await admin.call('changeLaunchMembers', { id, add: [later, hidden], remove: [], accept: [] });
  const rev = Number((await read(`launches/${id}`))?.['rev']);
  expect(await admin.call('publishLaunch', { id, rev })).toMatchObject({ problems: [] });
  await untilShown('/page/later', 'Launched later');
  await untilShown('/page/hidden', 'Body of hidden');
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('checks uploads by rules and function, and lists the good ones in the library', async () => {
  const { editor, author } = people;
  const upload = async (person: Person, bytes: Uint8Array): Promise<string> => {
    const name = `${randomUUID()}.png`;
    await uploadBytes(ref(person.bucket('homepage-images'), name), bytes, { contentType: 'image/png' });
    return name;
  };
  expect(await refusalOf(upload(author, png))).toMatch(/^storage\/unauthorized/);
  const good = await upload(editor, png);
  const bad = await upload(editor, Buffer.from('<html><script>alert(1)</script>'));
  await vi.waitFor(async () => {
    const library = await firestore.collection('media').get();
    expect(library.docs.map((entry) => entry.get('name') as string)).toEqual([good]);
  }, patience);
  const file = getStorage(app).bucket('homepage-images').file(bad);
  await vi.waitFor(async () => expect(await file.exists()).toEqual([false]), patience);
});

it('redirects an old address', async () => {
  const { admin } = people;
  const wanted = [{ from: '/old-address', to: '/page/about', status: 301 as const }];
  expect(await createRedirects(storeOf(admin), { wanted, stored: [], uid: admin.uid })).toMatchObject({ ok: true });
  const redirects = await vi.waitFor(() => {
    const { redirects: found } = deployment.hosting.live?.config as ServingConfig;
    expect(found.map(({ location }) => location)).toContain('/page/about');
    return found;
  }, patience);
  copyReleases();
  const origin = await suite.serveSite({
    cleanUrls: true,
    redirects: redirects.map(({ location, statusCode, ...pattern }) => ({
      ...pattern,
      destination: location,
      type: statusCode,
    })),
  });
  const response = await fetch(`${origin}/old-address`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/page/about']);
  expect(await (await fetch(`${origin}/page/about`)).text()).toContain('Second body of about');
});

it('finds an edit whose webhook was lost', async () => {
  // The functions send hints to the address of the first machine, which no longer listens.
  expect(await machine.stop()).toBe(0);
  machine = await deployment.serve('elsewhere');
  await untilReleased();
  await createPage({ id: 'unannounced' });
  await vi.waitFor(async () => expect((await visit('/page/unannounced')).status).toBe(200), patience);
  expect(machine.events.filter(({ event }) => event === 'hint')).toEqual([]);
  await machine.stop();
  machine = await serve('first');
});

it('returns to an earlier release and back', async () => {
  const releases = (await run('releases')).filter(({ event }) => event === 'release');
  await run('rollback', String(releases[1]?.['id']));
  await untilGone('/page/unannounced');
  await vi.waitFor(async () => expect(await read('build_state/current')).toMatchObject({ pinned: true }), patience);
  await people.editor.call('unpinSite', {});
  await untilShown('/page/unannounced', 'Body of unannounced');
});

it('backs up documents, accounts and uploads', async () => {
  const file = join(dirname(suite.sites.site), 'backup.jsonl.gz');
  const [done] = (await run('backup', file)).filter(({ event }) => event === 'backed-up');
  expect(done).toMatchObject({ accounts: 5, uploads: 1 });
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  expect(lines.some((line) => line.includes('"pages/unannounced"'))).toBe(true);
});
