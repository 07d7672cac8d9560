import { migrateContent } from '#cli/content/migrate-content.ts';
import { contentVersion, contentVersionPath } from '@frontage/model/migrations';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFunctions, openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ only: ['firestore', 'functions'] });
  // Slugs as earlier versions stored them, without updated_at, enough for several pages of a query.
  const batch = product.firestore.batch();
  for (let index = 0; index < 350; index += 1) batch.set(slug(index), { id: `p${index}` });
  batch.set(slug(400), { id: 'new', updated_at: Timestamp.fromMillis(1e12) });
  for (const action of ['publish', 'unpublish'])
    batch.set(schedule(action), {
      collection: 'pages',
      id: 'p',
      action,
      draft_rev: null,
      state: 'waiting',
      reason: null,
    });
  await batch.commit();
});
afterAll(() => product.stop());

const slug = (index: number) => product.firestore.doc(`slugs/page:p${String(index).padStart(3, '0')}`);
const schedule = (action: string) => product.firestore.doc(`schedules/pages_p_${action}`);
const version = async () => (await product.firestore.doc(contentVersionPath).get()).get('version') as unknown;
const countWithoutTime = async () =>
  (await product.firestore.collection('slugs').get()).docs.filter(
    (document) => !(document.get('updated_at') instanceof Timestamp),
  ).length;
const migrate = (isDry: boolean, onProgress: () => void = () => undefined) =>
  migrateContent({ firestore: product.firestore, isDry, onProgress });

describeFunctions('a migration of content from an earlier version', () => {
  it('counts the changes in a dry run without writing', async () => {
    expect(await migrate(true)).toMatchObject([
      { to: 1, collection: 'slugs', read: 351, changed: 350 },
      { to: 2, collection: 'schedules', read: 2, changed: 1 },
      { to: 3, collection: 'schedules', read: 2, changed: 0 },
    ]);
    expect([await countWithoutTime(), await version()]).toEqual([350, undefined]);
  });

  it('resumes an interrupted run and stores the current version', async () => {
    const cutOff = () => {
      throw new Error('cut off');
    };
    await expect(migrate(false, cutOff)).rejects.toThrow('cut off');
    expect([await countWithoutTime(), await version()]).toEqual([50, undefined]);
    expect(await migrate(false)).toMatchObject([{ read: 351, changed: 50 }, { changed: 1 }, { changed: 0 }]);
    expect([await countWithoutTime(), await version()]).toEqual([0, contentVersion]);
    expect((await slug(400).get()).get('updated_at')).toEqual(Timestamp.fromMillis(1e12));
    expect((await schedule('publish').get()).data()).toMatchObject({ state: 'failed', reason: 'versionUnknown' });
    expect((await schedule('unpublish').get()).data()).toMatchObject({ state: 'waiting', reason: null });
  });

  it('reads nothing if the content has the current version', async () => {
    expect(await migrate(false)).toEqual([]);
  });

  it('refuses content of a newer version', async () => {
    await product.firestore.doc(contentVersionPath).set({ version: contentVersion + 1 });
    await expect(migrate(false)).rejects.toThrow(`has version ${contentVersion + 1}`);
  });
});
