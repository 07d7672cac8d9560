import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { localBuckets } from '#cli/target/configuration.ts';
import { restoreBackup } from '#cli/content/restore-backup.ts';
import { writeBackup } from '#cli/content/write-backup.ts';
import { barePage } from '@frontage/model/content.fixture';
import { restoreMarker } from '@frontage/model/backup-collections';
import { buckets, collections } from '@frontage/model/paths';
import { getApps } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seed } from '../../../seed/seed.ts';
import { duplicateDeliveries } from '../../../local/functions/duplicate-deliveries.fixture.ts';
import { describeFunctions, openProduct, type Product } from './product.ts';

const pages = process.env['FULL'] === undefined ? 0 : 2_500;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'frontage-backup-'));
const fileOf = (name: string) => join(folder, name);

let product: Product;
beforeAll(async () => {
  // Events are delivered twice, late and out of order. A restore's writes must not be recorded again.
  product = await openProduct({ local: { delays: duplicateDeliveries(16) } });
}, 300_000);
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

function firebase() {
  const [app] = getApps();
  if (!app) throw new Error('firebase-admin was not started');
  return { auth: getAuth(app), firestore: product.firestore, storage: getStorage(app), close: () => Promise.resolve() };
}

const nothing = () => undefined;
const backUp = (name: string, names = localBuckets) =>
  writeBackup({ firebase: firebase(), buckets: names, file: fileOf(name), onProgress: nothing });
const restore = (name: string, onProgress: () => void = nothing) =>
  restoreBackup({ firebase: firebase(), buckets: localBuckets, file: fileOf(name), onProgress });
const bytesOf = (name: string) => readFileSync(fileOf(name)).toString('base64');
const linesOf = (name: string) =>
  gunzipSync(readFileSync(fileOf(name)))
    .toString()
    .trimEnd()
    .split('\n');

/** Deletes all documents, accounts and uploads. */
async function empty(): Promise<void> {
  await product.clear();
  const { auth, storage } = firebase();
  const { users } = await auth.listUsers();
  await auth.deleteUsers(users.map(({ uid }) => uid));
  for (const bucket of Object.values(buckets)) await storage.bucket(bucket).deleteFiles({ force: true });
  await product.idle();
}

/** Writes the example content, accounts, and documents of many collections. */
async function fill(): Promise<void> {
  const { auth, firestore, storage } = firebase();
  await seed({ firestore, storage, embedOrigin: 'http://embed.test' });
  await auth.createUser({ uid: 'ada', email: 'ada@example.com', displayName: 'Ada', emailVerified: true });
  await auth.createUser({ uid: 'bob', email: 'bob@example.com', password: 'secret-of-his', disabled: true });
  await auth.setCustomUserClaims('ada', { tenant: 'a', level: 3 });
  const stamps = {
    rev: 1,
    created_at: Timestamp.now(),
    created_by: 'ada',
    updated_at: Timestamp.now(),
    updated_by: 'ada',
  };
  const page = { ...barePage, ...stamps };
  const documents: Record<string, object> = {
    'system/bootstrap': { at: Timestamp.now() },
    'user_roles/ada': { user_id: 'ada', roles: ['admin'], is_active: true, valid_after: 5 },
    'profiles/ada': {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: null,
      created_at: new Timestamp(1_700_000_000, 123_456_000),
      is_active: true,
    },
    'invites/0123': { email: 'new@example.com', role: 'editor', invited_by: 'ada', used_by: null, revoked_by: null },
    'drafts/pages_how-it-works': {
      collection: 'pages',
      id: 'how-it-works',
      data: { title: '', body: 'half' },
      base_rev: 1,
      review: null,
      note: null,
      ...stamps,
    },
    'draft_embeds/d': { iframe_url: '<b>draft</b>' },
    'schedules/pages_p_publish': {
      collection: 'pages',
      id: 'p',
      action: 'publish',
      draft_rev: null,
      at: Timestamp.fromMillis(4e12),
      by: 'ada',
      second_factor: false,
      created_at: Timestamp.now(),
      state: 'waiting',
      reason: null,
    },
    'redirects/00': { from: '/old', to: null, status: 301, updated_at: Timestamp.now(), updated_by: 'ada' },
    'trash/pages_gone': { collection: 'pages', id: 'gone', data: page, deleted_by: 'ada', deleted_at: Timestamp.now() },
    'presence/x': { seen_at: Timestamp.now() },
    'build_state/current': { release: 7 },
  };
  for (const [path, data] of Object.entries(documents)) await firestore.doc(path).set(data);
  await firestore.doc('pages/how-it-works').update({ title: 'Changed', rev: 2, updated_at: Timestamp.now() });
  for (let at = 0; at < pages; at += 250) {
    const batch = firestore.batch();
    for (let index = at; index < at + 250; index += 1) {
      batch.set(firestore.doc(`pages/many-${index}`), { ...page, slug: `many-${index}`, body: 'word '.repeat(800) });
    }
    await batch.commit();
  }
  await product.idle();
}

describeFunctions('a backup', () => {
  it('has equal bytes after a restore, without additional audit entries or revisions', async () => {
    await fill();
    const counts = await backUp('first');
    expect(counts).toMatchObject({ accounts: 2, uploads: 21 });
    await backUp('again');
    expect(bytesOf('again')).toBe(bytesOf('first'));
    await empty();
    expect(await restore('first')).toEqual(counts);
    await product.idle();
    await backUp('restored');
    expect(linesOf('restored')).toEqual(linesOf('first'));
    expect(bytesOf('restored')).toBe(bytesOf('first'));
    const ada = await firebase().auth.getUser('ada');
    expect(ada).toMatchObject({ displayName: 'Ada', emailVerified: true, customClaims: { tenant: 'a', level: 3 } });
    expect((await firebase().auth.getUser('bob')).disabled).toBe(true);
  }, 600_000);

  it('excludes credentials and derived collections', () => {
    const lines = linesOf('first');
    const held = new Set(lines.map((line) => /"document":"([^/]+)\//.exec(line)?.[1]));
    for (const name of ['presence', 'build_state', 'releases', 'rate_limits']) expect(held).not.toContain(name);
    for (const name of ['revisions', 'audit', 'demo_secrets', 'trash', 'schedules']) expect(held).toContain(name);
    expect(lines.join('\n')).not.toMatch(/secret-of-his|passwordHash|"salt"/);
  });

  it('is a file that only its owner can read, even if it replaces one', async () => {
    writeFileSync(`${fileOf('owned')}.part`, '', { mode: 0o666 });
    await backUp('owned');
    expect(statSync(fileOf('owned')).mode & 0o077).toBe(0);
  });

  it('allows writes after the restore to be recorded', async () => {
    const audit = product.firestore.collection(collections.audit);
    const before = (await audit.get()).size;
    const stamps = {
      rev: 1,
      created_at: Timestamp.now(),
      created_by: 'ada',
      updated_at: Timestamp.now(),
      updated_by: 'ada',
    };
    await product.firestore.doc('pages/later').set({ ...barePage, slug: 'later', ...stamps });
    await product.idle();
    expect((await audit.get()).size).toBe(before + 1);
    expect((await product.firestore.doc('revisions/pages_later_1').get()).exists).toBe(true);
  });

  it('is not restored into a project with documents, accounts or uploads, and the error names one', async () => {
    await expect(restore('first')).rejects.toThrow('The project is not empty: it holds the document system/bootstrap');
    await product.clear();
    await expect(restore('first')).rejects.toThrow('it holds the account');
    await firebase().auth.deleteUsers(['ada', 'bob']);
    await expect(restore('first')).rejects.toThrow(/it holds the upload homepage-images\/\S+/);
  });

  it.each([
    ['a time beyond the maximum', '{"t":{"$time":"+275760-09-13T00:00:00.000000000Z"}}'],
    ['a field without a name', '{"":1}'],
  ])('with %s is refused before anything is written', async (_title, fields) => {
    await empty();
    const lines = [linesOf('first')[0] ?? '', `{"document":"pages/odd","fields":${fields}}`].map((line) => `${line}\n`);
    const end = `{"end":{"documents":1,"accounts":0,"uploads":0},"sha256":"${sha256(lines.join(''))}"}\n`;
    writeFileSync(fileOf('odd'), gzipSync(lines.join('') + end));
    await expect(restore('odd')).rejects.toThrow(/line 2 is not an entry/);
    expect((await product.firestore.doc(restoreMarker).get()).exists).toBe(false);
  });

  it('resumes an interrupted restore with the same file only', { tags: 'full', timeout: 300_000 }, async () => {
    await empty();
    let steps = 0;
    const cutOff = () => {
      if ((steps += 1) === 3) throw new Error('cut off');
    };
    await expect(restore('first', cutOff)).rejects.toThrow('cut off');
    writeFileSync(fileOf('other'), gzipSync(otherBackup()));
    await expect(restore('other')).rejects.toThrow('The project is not empty');
    await restore('first');
    await product.idle();
    await backUp('resumed');
    expect(bytesOf('resumed')).toBe(bytesOf('first'));
    expect((await product.firestore.doc(restoreMarker).get()).get('is_done')).toBe(true);
  });

  it('maps the project’s bucket names to the default names', async () => {
    const { storage, firestore } = firebase();
    const address = (bucket: string) => `http://127.0.0.1:1/v0/b/${bucket}/o/a.webp?alt=media`;
    await firestore.doc('pages/shows').set({ ...barePage, body: `![x](${address('acme-homepage-images')})` });
    await storage.bucket('acme-homepage-images').file('a.webp').save('bytes', { resumable: false });
    await backUp('acme', { ...localBuckets, 'homepage-images': 'acme-homepage-images' });
    const lines = linesOf('acme').join('\n');
    expect(lines).toContain(address('homepage-images'));
    expect(lines).toContain('"upload":{"bucket":"homepage-images","name":"a.webp"');
    expect(lines).not.toContain('acme-');
  });
});

function otherBackup(): string {
  const [head = ''] = linesOf('first');
  return `${head}\n{"end":{"documents":0,"accounts":0,"uploads":0},"sha256":"${sha256(`${head}\n`)}"}\n`;
}
