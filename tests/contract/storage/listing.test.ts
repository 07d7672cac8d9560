import { describe, expect, it } from 'vitest';
import { getDownloadURL, list, listAll, ref, uploadBytes } from 'firebase/storage';
import type { StorageReference } from 'firebase/storage';
import { BUCKET, newName } from './client.ts';
import { bytes, useStorage } from './use-storage.ts';
import type { Case } from './use-storage.ts';

const { target, storage, newRef, uploaded } = useStorage();

async function folderOf(...names: string[]): Promise<StorageReference> {
  const folder = newName('').replace(/\/$/, '');
  for (const name of names) await uploadBytes(ref(storage(), `${folder}/${name}`), bytes(name));
  return ref(storage(), folder);
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
    'returns an empty list for an unknown folder',
    async () => {
      expect(await listAll(newRef())).toMatchObject({ items: [], prefixes: [] });
    },
  ],
  [
    'excludes folders that only share a name prefix',
    async () => {
      const folder = await folderOf('a.txt');
      await uploadBytes(ref(storage(), `${folder.fullPath}-other/b.txt`), bytes('b'));
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
      const { status, headers } = await fetch(`http://${target().hosts.storage}/v0/b/${BUCKET}/o?name=x`, {
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
    'exposes the headers of resumable uploads',
    async () => {
      const { headers } = await fetch(await getDownloadURL(await uploaded()), {
        headers: { origin: 'http://localhost:4322' },
      });
      expect(headers.get('access-control-expose-headers')?.toLowerCase()).toContain('x-goog-upload-url');
    },
  ],
];

describe.each([
  ['listing', listCases],
  ['browsers', browserCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
