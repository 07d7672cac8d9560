import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aDemo, aPage, anEmbed } from '../../../pipeline/sync/documents.fixture.ts';
import { firestoreSource } from '../../../pipeline/adapters/firestore/source.ts';
import { openTextPipeline } from '../../../pipeline/engine/text-pipeline.fixture.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, type Product } from '../functions-product/product.ts';

let product: Product;
let folder: string;
let pipeline: Pipeline;

// The functions' hints go to an unused port, so that only the sweep finds changes.
beforeAll(async () => {
  product = await openProduct({ local: { retry: { attempts: 2, firstMs: 1, longestMs: 1 } } });
});
afterAll(() => product.stop());
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'frontage-sweep-'))));
afterEach(async () => {
  await pipeline.close();
  await product.clear();
  rmSync(folder, { recursive: true });
});

const open = async (sweepEvery = 100) => {
  pipeline = await openTextPipeline({ dataDir: folder, source: firestoreSource(product.firestore), sweepEvery });
  await pipeline.follow();
};
const now = () => ({ updated_at: FieldValue.serverTimestamp() });
const doc = (path: string) => product.firestore.doc(path);
const read = async (path: string) => {
  const file = pipeline.live()?.get(path);
  return file ? new TextDecoder().decode(await file.read()) : null;
};

describeFunctions('the sweep without hints', () => {
  it('publishes writes and deletions of any client', async () => {
    await doc('pages/a').set({ ...aPage({ slug: 'a', title: 'First' }), ...now() });
    await doc('demo_pages/d').set({ ...aDemo({ slug: 'd' }), ...now() });
    await doc('demo_embeds/d').set(anEmbed());
    await open();

    await doc('pages/a').update({ title: 'Second', ...now() });
    await expect.poll(() => read('/a.html'), { timeout: 10_000 }).toContain('Second');

    const batch = product.firestore.batch();
    batch.update(doc('demo_pages/d'), { rev: 2, ...now() });
    batch.set(doc('demo_embeds/d'), anEmbed('https://demo.example/swept'));
    await batch.commit();
    await expect.poll(() => read('/demo/d.html'), { timeout: 10_000 }).toContain('swept');

    // A deletion in the Firebase console creates no trash entry.
    await doc('pages/a').delete();
    await expect.poll(() => read('/a.html'), { timeout: 10_000 }).toBeNull();
    await doc('demo_pages/d').delete();
    await expect.poll(() => read('/demo/d.html'), { timeout: 10_000 }).toBeNull();
  });

  it('finds the admin’s deletions in the trash, even without tombstones of functions', async () => {
    await doc('pages/b').set({ ...aPage({ slug: 'b' }), ...now() });
    await open();
    await doc('pages/b').delete();
    await product.idle();
    await doc('trash/pages_b').set({ collection: 'pages', id: 'b', deleted_at: FieldValue.serverTimestamp() });
    const source = firestoreSource(product.firestore);
    await product.firestore.recursiveDelete(product.firestore.collection('tombstones'));
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await source.changedSince(since)).deleted).toEqual(['pages/b']);
  });

  it('finds nothing without changes', async () => {
    const old = { updated_at: Timestamp.fromMillis(Date.now() - 3_600_000) };
    for (const id of ['a', 'b', 'c']) await doc(`pages/${id}`).set({ ...aPage({ slug: id }), ...old });
    await open(60_000);
    const { written, deleted, at } = await firestoreSource(product.firestore).changedSince(
      new Date(Date.now() - 120_000).toISOString(),
    );
    expect({ written, deleted }).toEqual({ written: [], deleted: [] });
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  });
});
