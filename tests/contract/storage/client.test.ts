import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from 'firebase/storage';
import type { FirebaseStorage, StorageReference } from 'firebase/storage';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { codeOf } from '../auth/client.ts';
import { BUCKET, newName, OPEN, openStorage, putRules } from './client.ts';

let target: Target;
let client: ReturnType<typeof openStorage>;
let storage: FirebaseStorage;

beforeAll(async () => {
  target = await openTarget({ only: ['storage'] });
  await putRules(target, OPEN);
  client = openStorage(target);
  storage = client.storage;
});
afterAll(async () => {
  await client.close();
  await target.stop();
});

const newRef = (name?: string): StorageReference => ref(storage, newName(name));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = async (reference: StorageReference): Promise<string> =>
  new TextDecoder().decode(await getBytes(reference));

async function uploaded(text = 'content', metadata = {}): Promise<StorageReference> {
  const reference = newRef();
  await uploadBytes(reference, bytes(text), metadata);
  return reference;
}

type Case = [fact: string, check: () => Promise<void>];

const uploadCases: Case[] = [
  [
    'keeps the bytes',
    async () => {
      expect(await textOf(await uploaded('Grüße, 世界'))).toBe('Grüße, 世界');
    },
  ],
  [
    'keeps an empty file',
    async () => {
      const reference = await uploaded('');
      expect([await textOf(reference), (await getMetadata(reference)).size]).toEqual(['', 0]);
    },
  ],
  [
    'keeps two megabytes',
    async () => {
      const reference = newRef();
      const big = new Uint8Array(2 * 1024 * 1024).map((_, index) => index % 251);
      await uploadBytes(reference, big);
      expect(Buffer.compare(Buffer.from(await getBytes(reference)), Buffer.from(big))).toBe(0);
    },
  ],
  [
    'answers with the metadata',
    async () => {
      const reference = newRef();
      const { metadata } = await uploadBytes(reference, bytes('12345'), { contentType: 'text/plain' });
      expect([metadata.bucket, metadata.fullPath, metadata.size, metadata.contentType]).toEqual([
        BUCKET,
        reference.fullPath,
        5,
        'text/plain',
      ]);
    },
  ],
  [
    'takes application/octet-stream where no type is given',
    async () => {
      expect((await getMetadata(await uploaded())).contentType).toBe('application/octet-stream');
    },
  ],
  [
    'takes base64 text',
    async () => {
      const reference = newRef();
      await uploadString(reference, 'aGVsbG8=', 'base64');
      expect(await textOf(reference)).toBe('hello');
    },
  ],
  [
    'takes base64url text',
    async () => {
      const reference = newRef();
      await uploadString(reference, '-_-_', 'base64url');
      expect([...new Uint8Array(await getBytes(reference))]).toEqual([251, 255, 191]);
    },
  ],
  [
    'takes data addresses and their type',
    async () => {
      const reference = newRef();
      await uploadString(reference, 'data:text/html,%3Cp%3E', 'data_url');
      expect([await textOf(reference), (await getMetadata(reference)).contentType]).toEqual(['<p>', 'text/html']);
    },
  ],
  [
    'refuses text that is not base64',
    async () => {
      const upload = Promise.resolve().then(() => uploadString(newRef(), '!!', 'base64'));
      expect(await codeOf(upload)).toBe('storage/invalid-format');
    },
  ],
  [
    'sends large files in pieces and tells of progress',
    async () => {
      const reference = newRef();
      const total = 700 * 1024;
      const task = uploadBytesResumable(reference, new Uint8Array(total));
      const seen: number[] = [];
      task.on('state_changed', ({ bytesTransferred }) => seen.push(bytesTransferred));
      const { state, metadata } = await task;
      expect([state, metadata.size]).toEqual(['success', total]);
      expect(seen.some((sent) => sent > 0 && sent < total)).toBe(true);
    },
  ],
  [
    'keeps metadata of a resumable upload',
    async () => {
      const reference = newRef();
      await uploadBytesResumable(reference, bytes('x'), { contentType: 'text/css', customMetadata: { a: 'b' } });
      const { contentType, customMetadata } = await getMetadata(reference);
      expect([contentType, customMetadata]).toEqual(['text/css', { a: 'b' }]);
    },
  ],
  [
    'leaves nothing of a cancelled upload',
    async () => {
      const reference = newRef();
      const task = uploadBytesResumable(reference, new Uint8Array(4 * 1024 * 1024));
      task.cancel();
      expect(await codeOf(Promise.resolve(task))).toBe('storage/canceled');
      expect(await codeOf(getMetadata(reference))).toBe('storage/object-not-found');
    },
  ],
  [
    'replaces an object of the same name',
    async () => {
      const reference = await uploaded('first');
      const { generation } = await getMetadata(reference);
      await new Promise((resolve) => setTimeout(resolve, 5));
      await uploadBytes(reference, bytes('second'));
      expect([await textOf(reference), (await getMetadata(reference)).generation === generation]).toEqual([
        'second',
        false,
      ]);
    },
  ],
];

const NAMES = [
  'with space.txt',
  'ü-世界.txt',
  'hash#mark?.txt',
  '100%.txt',
  'plus+and&.txt',
  "quote'.txt",
  'a/b/c/deep.txt',
  'no-extension',
  '.hidden',
];
const nameCases: Case[] = NAMES.map((name) => [
  `keeps the name ${name}`,
  async () => {
    const reference = newRef(name);
    await uploadBytes(reference, bytes(name));
    const { fullPath } = await getMetadata(reference);
    expect([fullPath, await textOf(reference)]).toEqual([reference.fullPath, name]);
  },
]);

const metadataCases: Case[] = [
  [
    'names size, hash and times',
    async () => {
      const { size, md5Hash, timeCreated, updated, metageneration } = await getMetadata(await uploaded('hello'));
      expect([size, md5Hash, metageneration]).toEqual([5, 'XUFAKrxLKna5cZ2REBfFkg==', '1']);
      expect(Math.abs(Date.parse(timeCreated) - Date.now())).toBeLessThan(10_000);
      expect(Date.parse(updated)).toBeGreaterThanOrEqual(Date.parse(timeCreated));
    },
  ],
  [
    'keeps what was given at upload',
    async () => {
      const given = {
        cacheControl: 'public,max-age=3600',
        contentDisposition: 'attachment',
        contentEncoding: 'identity',
        contentLanguage: 'de',
        contentType: 'text/plain',
      };
      const { cacheControl, contentDisposition, contentEncoding, contentLanguage, contentType } = await getMetadata(
        await uploaded('x', given),
      );
      expect({ cacheControl, contentDisposition, contentEncoding, contentLanguage, contentType }).toEqual(given);
    },
  ],
  [
    'keeps custom metadata',
    async () => {
      expect(
        (await getMetadata(await uploaded('x', { customMetadata: { owner: 'ada', 'x-y': '1' } }))).customMetadata,
      ).toEqual({ owner: 'ada', 'x-y': '1' });
    },
  ],
  [
    'changes what an update names and leaves the rest',
    async () => {
      const reference = await uploaded('x', { contentType: 'text/plain', cacheControl: 'no-cache' });
      await updateMetadata(reference, { contentType: 'text/css' });
      const { contentType, cacheControl } = await getMetadata(reference);
      expect([contentType, cacheControl]).toEqual(['text/css', 'no-cache']);
    },
  ],
  [
    'counts metadata changes',
    async () => {
      const reference = await uploaded();
      const before = Number((await getMetadata(reference)).metageneration);
      await updateMetadata(reference, { cacheControl: 'no-cache' });
      expect(Number((await getMetadata(reference)).metageneration)).toBeGreaterThan(before);
    },
  ],
  [
    'removes custom metadata set to null',
    async () => {
      const reference = await uploaded('x', { customMetadata: { keep: '1', drop: '2' } });
      await updateMetadata(reference, { customMetadata: { drop: null as unknown as string } });
      expect((await getMetadata(reference)).customMetadata).toEqual({ keep: '1' });
    },
  ],
  [
    'knows nothing of objects that do not exist',
    async () => {
      expect(await codeOf(getMetadata(newRef()))).toBe('storage/object-not-found');
      expect(await codeOf(updateMetadata(newRef(), { cacheControl: 'x' }))).toBe('storage/object-not-found');
    },
  ],
];

const downloadCases: Case[] = [
  [
    'gives an address that works without credentials',
    async () => {
      const url = await getDownloadURL(await uploaded('public'));
      expect(await (await fetch(url)).text()).toBe('public');
    },
  ],
  [
    'gives an address with a token',
    async () => {
      expect(new URL(await getDownloadURL(await uploaded())).searchParams.get('token')).toMatch(/^[0-9a-f-]{36}$/);
    },
  ],
  [
    'serves type and caching headers',
    async () => {
      const url = await getDownloadURL(
        await uploaded('x', { contentType: 'image/png', cacheControl: 'public, max-age=60' }),
      );
      const { headers } = await fetch(url);
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/png', 'public, max-age=60']);
    },
  ],
  [
    'serves a part of the bytes',
    async () => {
      const url = await getDownloadURL(await uploaded('0123456789'));
      const answer = await fetch(url, { headers: { range: 'bytes=2-4' } });
      expect([answer.status, await answer.text()]).toEqual([206, '234']);
    },
  ],
  [
    'stops at the size asked for',
    async () => {
      expect((await getBytes(await uploaded('0123456789'), 4)).byteLength).toBe(4);
    },
  ],
  [
    'gives no address of what does not exist',
    async () => {
      expect(await codeOf(getDownloadURL(newRef()))).toBe('storage/object-not-found');
      expect(await codeOf(getBytes(newRef()))).toBe('storage/object-not-found');
    },
  ],
  [
    'serves nothing after deletion',
    async () => {
      const reference = await uploaded();
      const url = await getDownloadURL(reference);
      await deleteObject(reference);
      expect((await fetch(url)).status).toBe(404);
    },
  ],
];

const deleteCases: Case[] = [
  [
    'removes the object',
    async () => {
      const reference = await uploaded();
      await deleteObject(reference);
      expect(await codeOf(getMetadata(reference))).toBe('storage/object-not-found');
    },
  ],
  [
    'refuses what does not exist',
    async () => {
      expect(await codeOf(deleteObject(newRef()))).toBe('storage/object-not-found');
    },
  ],
  [
    'leaves objects of similar names',
    async () => {
      const folder = newName('');
      await uploadBytes(ref(storage, `${folder}a`), bytes('a'));
      await uploadBytes(ref(storage, `${folder}ab`), bytes('ab'));
      await deleteObject(ref(storage, `${folder}a`));
      expect(await textOf(ref(storage, `${folder}ab`))).toBe('ab');
    },
  ],
];

async function folderOf(...names: string[]): Promise<StorageReference> {
  const folder = newName('').replace(/\/$/, '');
  for (const name of names) await uploadBytes(ref(storage, `${folder}/${name}`), bytes(name));
  return ref(storage, folder);
}

const listCases: Case[] = [
  [
    'lists objects and folders of one level',
    async () => {
      const { items, prefixes } = await listAll(await folderOf('b.txt', 'a.txt', 'sub/c.txt', 'sub/deeper/d.txt'));
      expect([items.map(({ name }) => name), prefixes.map(({ name }) => name)]).toEqual([['a.txt', 'b.txt'], ['sub']]);
    },
  ],
  [
    'lists nothing of an unknown folder',
    async () => {
      expect(await listAll(newRef())).toMatchObject({ items: [], prefixes: [] });
    },
  ],
  [
    'takes no folder whose name merely begins the same',
    async () => {
      const folder = await folderOf('a.txt');
      await uploadBytes(ref(storage, `${folder.fullPath}-other/b.txt`), bytes('b'));
      expect((await listAll(folder)).items).toHaveLength(1);
    },
  ],
  [
    'lists page by page',
    async () => {
      const folder = await folderOf('1', '2', '3', '4', '5');
      const names: string[] = [];
      let pageToken: string | undefined;
      do {
        const page = await list(folder, { maxResults: 2, ...(pageToken !== undefined && { pageToken }) });
        expect(page.items.length).toBeLessThanOrEqual(2);
        names.push(...page.items.map(({ name }) => name));
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
      expect(names).toEqual(['1', '2', '3', '4', '5']);
    },
  ],
];

const browserCases: Case[] = [
  [
    'answers the preflight of an upload',
    async () => {
      const { status, headers } = await fetch(`http://${target.hosts.storage}/v0/b/${BUCKET}/o?name=x`, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:4322',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-goog-upload-protocol',
        },
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:4322']);
      expect(headers.get('access-control-allow-headers')).toContain('x-goog-upload-protocol');
    },
  ],
  [
    'lets pages read the headers of resumable uploads',
    async () => {
      const { headers } = await fetch(await getDownloadURL(await uploaded()), {
        headers: { origin: 'http://localhost:4322' },
      });
      expect(headers.get('access-control-expose-headers')?.toLowerCase()).toContain('x-goog-upload-url');
    },
  ],
];

describe.each([
  ['uploading', uploadCases],
  ['names', nameCases],
  ['metadata', metadataCases],
  ['downloading', downloadCases],
  ['deleting', deleteCases],
  ['listing', listCases],
  ['browsers', browserCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
