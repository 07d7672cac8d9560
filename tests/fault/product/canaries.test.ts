/** @module-tag ci */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { collection, doc, getDoc, getDocs } from 'firebase/firestore/lite';
import { collections } from '@frontage/model/paths';
import { searchWords } from '@frontage/model/search-words';
import type { Role } from '@frontage/model/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCaller, openPerson, type Person } from '../../contract/functions-product/product.ts';
import { editedFields, contentWriter } from './plant-content.ts';
import { startStack, type RunningStack } from '../../e2e/stack.ts';

// Plants unique strings in private data and searches for them in all public data. One string is public, to prove that
// the search works.

const root = join(import.meta.dirname, '../../..');
const run = Date.now().toString(36);
const canary = (name: string): string => `canary-${name}-${run}`;

const shown = canary('shown');
const hidden = {
  draftTitle: canary('draft-title'),
  draftBody: canary('draft-body'),
  draftSection: canary('draft-section'),
  hiddenSection: canary('hidden-section'),
  draftDemo: canary('draft-demo'),
  draftEmbed: canary('draft-embed'),
  lockedEmbed: canary('locked-embed'),
  password: canary('password'),
  unpublished: canary('unpublished'),
  deleted: canary('deleted'),
  lockedLater: canary('locked-later'),
  workingCopy: canary('working-copy'),
  note: canary('note'),
  lockedDraftEmbed: canary('locked-draft-embed'),
  scheduled: canary('scheduled'),
  link: canary('link'),
  media: canary('media'),
  launch: canary('launch'),
  beforeLaunch: canary('before-launch'),
  launchComment: canary('launch-comment'),
};
/** Secrets that the server generates during the test. */
const generated: Record<string, string> = {};
const secrets = (): string[] => [...Object.values(hidden), ...Object.values(generated)];
/** Secrets that no staff member without the required role may read. */
const staffSecrets = (): string[] => {
  const { lockedEmbed, lockedLater, lockedDraftEmbed, password, link } = hidden;
  return [lockedEmbed, lockedLater, lockedDraftEmbed, password, link, ...Object.values(generated)];
};

const found = (text: string, needles: string[]): string[] => needles.filter((needle) => text.includes(needle));

let stack: RunningStack;
let app: App;
let firestore: Firestore;
let admin: Person;
const target = () => {
  const { project, functions, auth, storage, firestore: documents } = stack;
  return { project, hosts: { functions, auth, storage, firestore: documents } };
};

const text = async (path: string): Promise<string> => (await fetch(stack.site + path)).text();

async function eventually(holds: () => Promise<boolean>, condition: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Not within a minute: ${condition}`);
}

beforeAll(async () => {
  stack = await startStack({ isSeeded: true });
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  app = initializeApp({ projectId: stack.project }, `canaries-${run}`);
  firestore = getFirestore(app);
  admin = await openPerson(target(), `admin-${run}@example.com`);
  await firestore.doc(`user_roles/${admin.uid}`).set({ user_id: admin.uid, roles: ['admin'], is_active: true });
  await plant();
}, 300_000);
afterAll(async () => {
  await admin.close();
  await deleteApp(app);
  await stack.stop();
});

async function plant(): Promise<void> {
  const { page, section, demo } = contentWriter(firestore);
  const { hash } = await admin.call('hashDemoPassword', { password: hidden.password });
  const { inviteUrl } = await admin.call('generateInviteToken', { email: 'a@example.com', role: 'viewer' });
  Object.assign(generated, { hash, tag: hash.split('$').at(-1), token: new URL(inviteUrl).searchParams.get('invite') });
  await page('canary-unpublished', hidden.unpublished);
  await page('canary-deleted', hidden.deleted);
  await demo('canary-locked-later', hidden.lockedLater);
  await eventually(async () => (await text('/demo/canary-locked-later')).includes(hidden.lockedLater), 'it was public');
  await eventually(async () => (await text('/canary-deleted')).includes(hidden.deleted), 'it was public');

  await page('canary-draft', hidden.draftTitle, { is_published: false, body: hidden.draftBody });
  await section('canary-draft', hidden.draftSection, { is_published: false });
  await section('canary-hidden', hidden.hiddenSection, { is_visible: false });
  await demo('canary-draft', hidden.draftEmbed, { is_published: false, heading: hidden.draftDemo });
  await firestore.doc('demo_secrets/canary-locked').set({ password_hash: hash });
  await demo('canary-locked', hidden.lockedEmbed, { is_password_protected: true });
  await firestore.doc('demo_secrets/canary-locked-later').set({ password_hash: hash });
  await firestore.doc('demo_pages/canary-locked-later').update({ is_password_protected: true, ...editedFields });
  await firestore.doc('pages/canary-unpublished').update({ is_published: false, ...editedFields });
  await firestore.doc('pages/canary-deleted').delete();
  await page('canary-shown', shown);
  await plantDrafts();
  await eventually(async () => (await text('/canary-shown')).includes(shown), 'the last change was live');
  await eventually(async () => (await fetch(`${stack.site}/canary-deleted`)).status === 404, 'the deletion was live');
  await eventually(
    async () => !(await text('/demo/canary-locked-later')).includes(hidden.lockedLater),
    'the lock was live',
  );
}

/** Writes a draft of a public page, a draft of a protected demo, a failed schedule, a preview link and an image. */
async function plantDrafts(): Promise<void> {
  const draft = (name: string, id: string, data: object) =>
    firestore.doc(`drafts/${name}_${id}`).set({
      ...{ collection: name, id, data, base_rev: 1, rev: 1, review: null, note: hidden.note, name: null },
      ...{ created_by: admin.uid, updated_by: admin.uid, created_at: new Date(), updated_at: new Date() },
    });
  await draft('pages', 'canary-shown', { title: hidden.workingCopy, body: hidden.workingCopy });
  await draft('demo_pages', 'canary-locked', { heading: hidden.workingCopy, is_password_protected: true });
  await firestore.doc('draft_embeds/canary-locked').set({ iframe_url: `https://${hidden.lockedDraftEmbed}.example/` });
  const order = { collection: 'pages', id: 'canary-shown', action: 'unpublish', draft_rev: null, second_factor: false };
  const at = new Date(Date.now() + 86_400_000);
  await firestore
    .doc('schedules/pages_canary-shown_unpublish')
    .set({ ...order, at, by: admin.uid, created_at: new Date(), state: 'failed', reason: hidden.scheduled });
  const file = { name: hidden.media, title: hidden.media, type: 'image/webp', bytes: 1, md5: hidden.media };
  const described = { alt: null, is_decorative: true, focal: { x: 0, y: 1 }, width: 1, height: 1 };
  await firestore.doc('media/demo-images_canary.webp').set({
    ...{ bucket: 'demo-images', path: 'canary.webp', url: 'https://canary.example/canary.webp', rev: 1 },
    ...{ ...file, ...described, created_by: admin.uid, updated_by: admin.uid },
    ...{ created_at: new Date(), updated_at: new Date() },
  });
  await firestore.doc('launches/canary').set({ name: hidden.launch, state: 'open', documents: ['pages/canary-shown'] });
  await firestore.doc('launch_versions/canary_0').set({ launch: 'canary', embed_before: hidden.beforeLaunch });
  await firestore.doc('launch_comments/canary').set({ launch: 'canary', about: null, text: hidden.launchComment });
  const link = { collection: 'pages', id: 'canary-shown', opened: 0, is_of: hidden.link };
  await firestore.doc(`preview_links/${'a'.repeat(64)}`).set(link);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function exported(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-canaries-'));
  try {
    const args = ['cli/frontage.ts', 'export', folder, '--data', stack.dataDir, '--json'];
    await promisify(execFile)(process.execPath, args, { cwd: root });
    return filesBelow(folder).map((file) => `${file}\n${readFileSync(file, 'latin1')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const guessable = ['unpublished', 'deleted', 'draft', 'locked', 'locked-later', 'shown'].flatMap((name) => [
  `/canary-${name}`,
  `/page/canary-${name}`,
  `/demo/canary-${name}`,
  `/demo/canary-${name}.html`,
  `/demo/canary-${name}/`,
  `/demo/canary-${name}.json`,
]);

describe('planted strings', () => {
  it('are not in the release', { timeout: 120_000 }, async () => {
    const files = await exported();
    expect(found(files.join('\n'), [shown])).toEqual([shown]);
    expect(found(files.join('\n'), secrets())).toEqual([]);
  });

  it('are in no response of the site, its sitemap or its gallery', async () => {
    const sitemap = await text('/sitemap.xml');
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    const paths = ['/', '/demos', '/sitemap.xml', '/robots.txt', '/404', ...listed, ...guessable];
    const answers = await Promise.all(paths.map(text));
    expect(found(answers.join('\n'), [shown])).toEqual([shown]);
    expect(found(answers.join('\n'), secrets())).toEqual([]);
  });

  it('are in no response of a public function', async () => {
    const visitor = openCaller(target());
    const answers: string[] = [];
    const note = async (call: Promise<unknown>) => {
      answers.push(await call.then((answer) => JSON.stringify(answer), String));
    };
    for (const demoId of ['canary-locked', 'canary-locked-later', 'canary-draft', 'unknown']) {
      await note(visitor.call('verifyDemoPassword', { demoId, password: 'wrong password' }));
      await note(visitor.call('getDemoEmbed', { demoId, token: 'wrong' }));
    }
    await note(visitor.call('verifyInviteToken', { token: 'wrong' }));
    await visitor.close();
    expect(found(answers.join('\n'), secrets())).toEqual([]);
  });

  it('in a protected demo are returned for the right password', async () => {
    const visitor = openCaller(target());
    const opened = await visitor.call('verifyDemoPassword', { demoId: 'canary-locked', password: hidden.password });
    await visitor.close();
    expect(opened.embed).toContain(hidden.lockedEmbed);
  });

  it.each<Role | 'nobody'>(['nobody', 'viewer', 'author'])('are in no document that %s can read', async (role) => {
    const person = await openPerson(target(), `${role}-${run}@example.com`);
    if (role !== 'nobody') {
      await firestore.doc(`user_roles/${person.uid}`).set({ user_id: person.uid, roles: [role], is_active: true });
    }
    const seen: string[] = [];
    for (const name of Object.values(collections)) {
      const all = await getDocs(collection(person.firestore, name)).catch(() => null);
      seen.push(...(all?.docs.map((one) => JSON.stringify(one.data())) ?? []));
      for (const { id } of (await firestore.collection(name).get()).docs) {
        const one = await getDoc(doc(person.firestore, name, id)).catch(() => null);
        seen.push(JSON.stringify(one?.data() ?? null));
      }
    }
    await person.close();
    const readable = [shown, hidden.workingCopy, hidden.note, hidden.scheduled, hidden.media];
    expect(found(seen.join('\n'), readable)).toEqual(role === 'nobody' ? [] : readable);
    expect(found(seen.join('\n'), role === 'nobody' ? secrets() : staffSecrets())).toEqual([]);
  });

  it('are in no document of the index that answers searches of staff', async () => {
    const files = readdirSync(stack.dataDir, { recursive: true, encoding: 'utf8' });
    const file = files.find((path) => path.endsWith('staff.sqlite')) ?? 'no index';
    const database = new DatabaseSync(join(stack.dataDir, file), { readOnly: true });
    // An index has the words of a text without their order.
    const indexed = (needles: string[]): string[] => {
      const texts = database.prepare('SELECT words FROM documents').all();
      const words = texts.map((row) => new Set(String(row['words']).split(' ')));
      return needles.filter((needle) => words.some((each) => searchWords(needle).every((word) => each.has(word))));
    };
    await eventually(() => Promise.resolve(indexed([hidden.workingCopy]).length > 0), 'the draft was indexed');
    expect(indexed([shown, hidden.workingCopy])).toEqual([shown, hidden.workingCopy]);
    expect(indexed(staffSecrets())).toEqual([]);
    database.close();
  });

  it('are in no release record, audit entry, failure report or log', async () => {
    const records: string[] = [];
    for (const name of ['audit', 'releases', 'build_state', 'rate_limits', 'sealed_hashes'] as const) {
      const all = await firestore.collection(name).get();
      records.push(...all.docs.map((one) => `${one.id} ${JSON.stringify(one.data())}`));
    }
    expect(records.length).toBeGreaterThan(0);
    expect(found([...records, JSON.stringify(stack.events)].join('\n'), secrets())).toEqual([]);
  });

  it('do not reappear after a rollback', { tags: 'full', timeout: 120_000 }, async () => {
    const cli = async (...args: string[]) =>
      (
        await promisify(execFile)(process.execPath, ['cli/frontage.ts', ...args, '--data', stack.dataDir, '--json'], {
          cwd: root,
        })
      ).stdout;
    const listed = (await cli('releases')).split('\n').filter(Boolean);
    const ids = listed.flatMap((line) => [...line.matchAll(/"id":"?([^",}]+)/g)].map(([, id = '']) => id));
    expect(new Set(ids).size).toBeGreaterThan(3);
    for (const id of new Set(ids)) {
      await cli('rollback', id);
      const answers = await Promise.all([...guessable, '/', '/demos'].map(text));
      expect(found(answers.join('\n'), secrets()), `release ${id}`).toEqual([]);
    }
  });
});
