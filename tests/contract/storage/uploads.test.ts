import { describe, expect, it } from 'vitest';
import { getBytes, getMetadata, uploadBytes, uploadBytesResumable, uploadString } from 'firebase/storage';
import { codeOf } from '../auth/client.ts';
import { BUCKET } from './client.ts';
import { bytes, textOf, useStorage } from './use-storage.ts';
import type { Case } from './use-storage.ts';

const { newRef, uploaded } = useStorage();

const uploadCases: Case[] = [
  [
    'stores the bytes',
    async () => {
      expect(await textOf(await uploaded('Grüße, 世界'))).toBe('Grüße, 世界');
    },
  ],
  [
    'stores an empty file',
    async () => {
      const reference = await uploaded('');
      expect([await textOf(reference), (await getMetadata(reference)).size]).toEqual(['', 0]);
    },
  ],
  [
    'stores two megabytes',
    async () => {
      const reference = newRef();
      const big = new Uint8Array(2 * 1024 * 1024).map((_, index) => index % 251);
      await uploadBytes(reference, big);
      expect(Buffer.compare(Buffer.from(await getBytes(reference)), Buffer.from(big))).toBe(0);
    },
  ],
  [
    'returns the metadata',
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
    'uses application/octet-stream by default',
    async () => {
      expect((await getMetadata(await uploaded())).contentType).toBe('application/octet-stream');
    },
  ],
  [
    'accepts base64 text',
    async () => {
      const reference = newRef();
      await uploadString(reference, 'aGVsbG8=', 'base64');
      expect(await textOf(reference)).toBe('hello');
    },
  ],
  [
    'accepts base64url text',
    async () => {
      const reference = newRef();
      await uploadString(reference, '-_-_', 'base64url');
      expect([...new Uint8Array(await getBytes(reference))]).toEqual([251, 255, 191]);
    },
  ],
  [
    'accepts data URLs with their type',
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
    'sends large files in chunks and reports progress',
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
    'stores metadata of a resumable upload',
    async () => {
      const reference = newRef();
      await uploadBytesResumable(reference, bytes('x'), { contentType: 'text/css', customMetadata: { a: 'b' } });
      const { contentType, customMetadata } = await getMetadata(reference);
      expect([contentType, customMetadata]).toEqual(['text/css', { a: 'b' }]);
    },
  ],
  [
    'stores nothing of a canceled upload',
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

describe.each([
  ['uploading', uploadCases],
  ['names', nameCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
