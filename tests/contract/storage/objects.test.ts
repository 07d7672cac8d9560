import { describe, expect, it } from 'vitest';
import {
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  ref,
  updateMetadata,
  uploadBytes,
} from 'firebase/storage';
import { codeOf } from '../auth/client.ts';
import { newName } from './client.ts';
import { bytes, textOf, useStorage } from './use-storage.ts';
import type { Case } from './use-storage.ts';

const { storage, newRef, uploaded } = useStorage();

const metadataCases: Case[] = [
  [
    'has size, hash and times',
    async () => {
      const { size, md5Hash, timeCreated, updated, metageneration } = await getMetadata(await uploaded('hello'));
      expect([size, md5Hash, metageneration]).toEqual([5, 'XUFAKrxLKna5cZ2REBfFkg==', '1']);
      expect(Math.abs(Date.parse(timeCreated) - Date.now())).toBeLessThan(10_000);
      expect(Date.parse(updated)).toBeGreaterThanOrEqual(Date.parse(timeCreated));
    },
  ],
  [
    'has the values given at upload',
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
    'has custom metadata',
    async () => {
      expect(
        (await getMetadata(await uploaded('x', { customMetadata: { owner: 'ada', 'x-y': '1' } }))).customMetadata,
      ).toEqual({ owner: 'ada', 'x-y': '1' });
    },
  ],
  [
    'changes only the given fields in an update',
    async () => {
      const reference = await uploaded('x', { contentType: 'text/plain', cacheControl: 'no-cache' });
      await updateMetadata(reference, { contentType: 'text/css' });
      const { contentType, cacheControl } = await getMetadata(reference);
      expect([contentType, cacheControl]).toEqual(['text/css', 'no-cache']);
    },
  ],
  [
    'increases metageneration with each metadata change',
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
    'rejects with object-not-found for missing objects',
    async () => {
      expect(await codeOf(getMetadata(newRef()))).toBe('storage/object-not-found');
      expect(await codeOf(updateMetadata(newRef(), { cacheControl: 'x' }))).toBe('storage/object-not-found');
    },
  ],
];

const downloadCases: Case[] = [
  [
    'returns a URL that works without credentials',
    async () => {
      const url = await getDownloadURL(await uploaded('public'));
      expect(await (await fetch(url)).text()).toBe('public');
    },
  ],
  [
    'returns a URL with a token',
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
    'serves byte ranges',
    async () => {
      const url = await getDownloadURL(await uploaded('0123456789'));
      const answer = await fetch(url, { headers: { range: 'bytes=2-4' } });
      expect([answer.status, await answer.text()]).toEqual([206, '234']);
    },
  ],
  [
    'returns at most the requested size',
    async () => {
      expect((await getBytes(await uploaded('0123456789'), 4)).byteLength).toBe(4);
    },
  ],
  [
    'rejects with object-not-found for missing objects in downloads',
    async () => {
      expect(await codeOf(getDownloadURL(newRef()))).toBe('storage/object-not-found');
      expect(await codeOf(getBytes(newRef()))).toBe('storage/object-not-found');
    },
  ],
  [
    'answers 404 after deletion',
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
    'rejects with object-not-found for a missing object',
    async () => {
      expect(await codeOf(deleteObject(newRef()))).toBe('storage/object-not-found');
    },
  ],
  [
    'keeps objects with similar names',
    async () => {
      const folder = newName('');
      await uploadBytes(ref(storage(), `${folder}a`), bytes('a'));
      await uploadBytes(ref(storage(), `${folder}ab`), bytes('ab'));
      await deleteObject(ref(storage(), `${folder}a`));
      expect(await textOf(ref(storage(), `${folder}ab`))).toBe('ab');
    },
  ],
];

describe.each([
  ['metadata', metadataCases],
  ['downloading', downloadCases],
  ['deleting', deleteCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
