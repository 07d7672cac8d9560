import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBytes, getMetadata, ref, uploadBytes } from 'firebase/storage';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getDownloadURL, getStorage } from 'firebase-admin/storage';
import type { Storage } from 'firebase-admin/storage';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { codeOf } from '../auth/client.ts';
import { BUCKET, newName, openStorage, putRules, storageRules } from './client.ts';

let target: Target;
let app: App;
let bucket: ReturnType<Storage['bucket']>;

beforeAll(async () => {
  target = await openTarget({ only: ['storage'] });
  // The server library bypasses the rules, so that these closed rules do not affect it.
  await putRules(target, storageRules('    match /{path=**} { allow read, write: if request.auth.uid == "client"; }'));
  app = initializeApp({ projectId: target.project, storageBucket: BUCKET }, 'storage-admin');
  bucket = getStorage(app).bucket();
});
afterAll(async () => {
  await deleteApp(app);
  await target.stop();
});

async function saved(text = 'content', options = {}, name = newName()) {
  const file = bucket.file(name);
  await file.save(text, options);
  return file;
}

const textOf = async (name: string): Promise<string> => String((await bucket.file(name).download())[0]);

const cases: [fact: string, check: () => Promise<void>][] = [
  [
    'saves and downloads',
    async () => {
      expect(await textOf((await saved('Grüße')).name)).toBe('Grüße');
    },
  ],
  [
    'saves in one request',
    async () => {
      expect(await textOf((await saved('simple', { resumable: false })).name)).toBe('simple');
    },
  ],
  [
    'saves in a resumable upload',
    async () => {
      expect(await textOf((await saved('resumable', { resumable: true })).name)).toBe('resumable');
    },
  ],
  [
    'writes from a stream',
    async () => {
      const file = bucket.file(newName());
      await new Promise<void>((resolve, reject) => {
        const stream = file.createWriteStream({ contentType: 'text/plain' });
        stream.on('finish', resolve).on('error', reject);
        stream.write('one ');
        stream.end('two');
      });
      expect(await textOf(file.name)).toBe('one two');
    },
  ],
  [
    'reads a byte range as a stream',
    async () => {
      const file = await saved('0123456789');
      const parts: Buffer[] = [];
      for await (const part of file.createReadStream({ start: 2, end: 4 })) parts.push(part as Buffer);
      expect(Buffer.concat(parts).toString()).toBe('234');
    },
  ],
  [
    'reports whether an object exists',
    async () => {
      const file = await saved();
      expect([await file.exists(), await bucket.file(newName()).exists()]).toEqual([[true], [false]]);
    },
  ],
  [
    'reads metadata',
    async () => {
      const file = await saved('12345', {
        contentType: 'text/plain',
        metadata: { cacheControl: 'no-cache', metadata: { owner: 'ada' } },
      });
      const [{ size, contentType, cacheControl, metadata, name }] = await file.getMetadata();
      expect([String(size), contentType, cacheControl, metadata?.['owner'], name]).toEqual([
        '5',
        'text/plain',
        'no-cache',
        'ada',
        file.name,
      ]);
    },
  ],
  [
    'changes metadata',
    async () => {
      const file = await saved();
      await file.setMetadata({ contentType: 'text/css', metadata: { a: 'b' } });
      const [{ contentType, metadata }] = await file.getMetadata();
      expect([contentType, metadata?.['a']]).toEqual(['text/css', 'b']);
    },
  ],
  [
    'has MD5 and CRC32C in metadata',
    async () => {
      const [{ md5Hash, crc32c }] = await (await saved('hello')).getMetadata();
      expect([md5Hash, crc32c]).toEqual(['XUFAKrxLKna5cZ2REBfFkg==', 'mnG7TA==']);
    },
  ],
  [
    'deletes an object',
    async () => {
      const file = await saved();
      await file.delete();
      expect(await file.exists()).toEqual([false]);
    },
  ],
  [
    'rejects with 404 for missing objects',
    async () => {
      const file = bucket.file(newName());
      expect(await codeOf(file.getMetadata())).toBe(404);
      expect(await codeOf(file.delete())).toBe(404);
      expect(await codeOf(file.download())).toBe(404);
    },
  ],
  [
    'ignores missing objects with ignoreNotFound',
    async () => {
      expect(await codeOf(bucket.file(newName()).delete({ ignoreNotFound: true }))).toBe('resolved');
    },
  ],
  [
    'copies an object',
    async () => {
      const file = await saved('copied', { contentType: 'text/css' });
      const copy = newName('copy.css');
      await file.copy(copy);
      const [{ contentType }] = await bucket.file(copy).getMetadata();
      expect([await textOf(copy), await textOf(file.name), contentType]).toEqual(['copied', 'copied', 'text/css']);
    },
  ],
  [
    'copies into another bucket',
    async () => {
      const file = await saved('abroad');
      const other = getStorage(app).bucket('other-bucket');
      await file.copy(other.file(file.name));
      expect(String((await other.file(file.name).download())[0])).toBe('abroad');
    },
  ],
  [
    'moves an object',
    async () => {
      const file = await saved('moved');
      const next = newName('moved.txt');
      await file.move(next);
      expect([await textOf(next), await file.exists()]).toEqual(['moved', [false]]);
    },
  ],
  [
    'lists by prefix, in order',
    async () => {
      const folder = newName('');
      for (const name of ['b', 'a', 'sub/c']) await saved(name, {}, folder + name);
      const [files] = await bucket.getFiles({ prefix: folder });
      expect(files.map(({ name }) => name.slice(folder.length))).toEqual(['a', 'b', 'sub/c']);
    },
  ],
  [
    'lists one level with a delimiter',
    async () => {
      const folder = newName('');
      for (const name of ['a', 'sub/c']) await saved(name, {}, folder + name);
      const [files, , response] = await bucket.getFiles({ prefix: folder, delimiter: '/', autoPaginate: false });
      expect(files.map(({ name }) => name)).toEqual([`${folder}a`]);
      expect((response as { prefixes?: string[] }).prefixes).toEqual([`${folder}sub/`]);
    },
  ],
  [
    'lists page by page',
    async () => {
      const folder = newName('');
      for (const name of ['1', '2', '3']) await saved(name, {}, folder + name);
      const [first, query] = await bucket.getFiles({ prefix: folder, maxResults: 2, autoPaginate: false });
      const [second] = await bucket.getFiles({ ...query, autoPaginate: false });
      expect([first.length, second.length]).toEqual([2, 1]);
    },
  ],
  [
    'deletes all objects with a prefix',
    async () => {
      const folder = newName('');
      for (const name of ['1', '2']) await saved(name, {}, folder + name);
      await bucket.deleteFiles({ prefix: folder });
      expect((await bucket.getFiles({ prefix: folder }))[0]).toEqual([]);
    },
  ],
  [
    'separates buckets',
    async () => {
      const file = await saved('here');
      expect(await getStorage(app).bucket('a-third-bucket').file(file.name).exists()).toEqual([false]);
    },
  ],
  [
    'shares objects with client SDKs in both directions',
    async () => {
      const { storage, close } = openStorage(target, { user_id: 'client', sub: 'client' });
      const name = newName();
      await uploadBytes(ref(storage, name), new TextEncoder().encode('from a client'));
      const file = await saved('from the server');
      expect(await textOf(name)).toBe('from a client');
      expect(new TextDecoder().decode(await getBytes(ref(storage, file.name)))).toBe('from the server');
      expect((await getMetadata(ref(storage, file.name))).bucket).toBe(BUCKET);
      await close();
    },
  ],
];

describe('the server library', () => {
  it.each(cases)('%s', async (_fact, check) => check());

  it('returns a download address regardless of the rules', async ({ skip }) => {
    if (target.isOfficial) skip('the official emulator applies the rules, because the library sends no credentials');
    const file = await saved('linked');
    expect(await (await fetch(await getDownloadURL(file))).text()).toBe('linked');
  });
});
