import { localBuckets } from '#cli/target/configuration.ts';
import { purgeUnused } from '@frontage/functions/uploads/unused-uploads';
import { durations } from '@frontage/model/limits';
import { referringCollections } from '@frontage/functions/uploads/upload-references';
import { getApps } from 'firebase-admin/app';
import { getStorage, type Storage } from 'firebase-admin/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFunctions, openProduct, type Product } from './product.ts';

let product: Product;
let storage: Storage;
beforeAll(async () => {
  product = await openProduct({ only: ['firestore', 'storage'] });
  const [app] = getApps();
  if (!app) throw new Error('firebase-admin was not started');
  storage = getStorage(app);
});
afterAll(() => product.stop());

const file = (name: string) => storage.bucket('homepage-images').file(name);
const address = (name: string) => `http://127.0.0.1:1/v0/b/homepage-images/o/${name}?alt=media&token=t`;
const stored = async () => (await storage.bucket('homepage-images').getFiles())[0].map(({ name }) => name).sort();
const started = Date.UTC(2026, 0, 1);
const purge = (days: number) =>
  purgeUnused(
    { firestore: product.firestore, storage, names: localBuckets },
    new Date(started + days * 24 * 3_600_000),
  );
const put = (path: string, data: object) => product.firestore.doc(path).set(data);

describeFunctions('unused uploads', () => {
  it('are deleted after 30 days, unless a document of any collection refers to them', async () => {
    const named = referringCollections.map((collection) => `${collection}.webp`.replaceAll('_', '-'));
    for (const name of [...named, 'unused.webp', 'again.webp']) await file(name).save('x', { resumable: false });
    for (const [index, collection] of referringCollections.entries()) {
      await put(`${collection}/d`, { data: { value: [`see ${address(named[index] ?? '')}`] } });
    }
    expect(await purge(0)).toEqual({ unused: 2, deleted: 0 });
    expect(await purge(20)).toEqual({ unused: 2, deleted: 0 });
    // An undo adds and removes the reference again: the 30 days restart.
    await put('pages/undone', { body: address('again.webp') });
    expect(await purge(25)).toEqual({ unused: 1, deleted: 0 });
    await product.firestore.doc('pages/undone').delete();
    expect(await purge(26)).toEqual({ unused: 2, deleted: 0 });
    expect(await purge(durations.unusedUploadKept / 86_400_000)).toEqual({ unused: 1, deleted: 1 });
    expect(await stored()).toEqual([...named, 'again.webp'].sort());
    expect(await purge(56)).toEqual({ unused: 0, deleted: 1 });
    expect(await stored()).toEqual([...named].sort());
    expect((await product.firestore.collection('unused_uploads').get()).size).toBe(0);
  });

  it('are kept for another 30 days when uploaded again under the same name', async () => {
    await file('same.webp').save('x', { resumable: false });
    await purge(100);
    await file('same.webp').save('y', { resumable: false });
    expect(await purge(131)).toEqual({ unused: 1, deleted: 0 });
    expect(await stored()).toContain('same.webp');
  });
});
