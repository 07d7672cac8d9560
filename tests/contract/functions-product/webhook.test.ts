import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, type Product } from './product.ts';
import { recordingPipeline } from './recording-pipeline.ts';

let product: Product;
let server: PipelineServer;
const published: string[] = [];
const bulk: string[] = [];

beforeAll(async () => {
  server = await startPipelineServer({
    port: 0,
    secret: parameters.PUBLISH_WEBHOOK_SECRET,
    pipeline: recordingPipeline(published, bulk),
  });
  product = await openProduct({
    only: ['firestore', 'functions'],
    env: { PUBLISH_WEBHOOK_URL: `http://127.0.0.1:${server.port}/hooks/publish` },
    local: { retry: { attempts: 8, firstMs: 20, longestMs: 200 } },
  });
});
afterAll(async () => {
  await product.stop();
  await server.stop();
});
afterEach(async () => {
  await product.clear();
  published.length = 0;
  bulk.length = 0;
});

describeFunctions('onContentWritten', () => {
  it.each(['pages', 'homepage_sections', 'demo_pages', 'demo_embeds', 'site_settings', 'slugs', 'redirects'])(
    'sends hints for created, changed and deleted %s',
    async (collection) => {
      const document = product.firestore.doc(`${collection}/one`);
      await document.set({ title: 'A' });
      await product.idle();
      await document.update({ title: 'B' });
      await product.idle();
      await document.delete();
      await product.idle();
      expect(published).toEqual([document.path, document.path, document.path]);
    },
  );

  it.each(['user_roles', 'profiles', 'demo_secrets', 'trash', 'audit', 'invites', 'build_state'])(
    'sends no hints for %s',
    async (collection) => {
      await product.firestore.doc(`${collection}/one`).set({ title: 'A' });
      await product.idle();
      expect(published).toEqual([]);
    },
  );

  it.each(['pages', 'homepage_sections', 'demo_pages', 'demo_embeds', 'site_settings'])(
    'writes a tombstone for deleted %s even if the pipeline is unreachable',
    async (collection) => {
      process.env['PUBLISH_WEBHOOK_URL'] = 'http://127.0.0.1:9/hooks/publish';
      // The id has the maximum length, so that the path is longer than an id may be.
      const document = product.firestore.doc(`${collection}/${'x'.repeat(1_500)}`);
      await document.set({ title: 'A' });
      await document.delete();
      await product.idle();
      process.env['PUBLISH_WEBHOOK_URL'] = `http://127.0.0.1:${server.port}/hooks/publish`;
      const tombstones = await product.firestore.collection('tombstones').get();
      expect(tombstones.docs.map((tombstone) => tombstone.get('path') as string)).toEqual([document.path]);
      expect(published).toEqual([]);
    },
  );

  it('sends imported and restored documents, and those of a program with a backlog, as bulk', async () => {
    const written = (updated_by: string, updated_at: unknown = FieldValue.serverTimestamp()) => ({
      updated_by,
      updated_at,
    });
    await product.firestore.doc('pages/edited').set(written('editor'));
    await product.firestore.doc('pages/imported').set(written('import'));
    await product.firestore.doc('pages/restored').set(written('editor', Timestamp.fromMillis(Date.now() - 3_600_000)));
    await product.idle();
    expect([published, bulk].map((paths) => paths.toSorted())).toEqual([
      ['pages/edited', 'pages/imported', 'pages/restored'],
      ['pages/imported', 'pages/restored'],
    ]);
    const batch = product.firestore.batch();
    for (let index = 0; index < 400; index += 1)
      batch.set(product.firestore.doc(`pages/p${String(index)}`), written('program'));
    await Promise.all([batch.commit(), product.firestore.doc('pages/edited').update(written('editor'))]);
    await product.idle();
    expect(bulk.length).toBeGreaterThan(200);
    expect(bulk).not.toContain('pages/edited');
  });

  it('sends paths without content', async () => {
    await product.firestore.doc('pages/one').set({ title: 'A secret plan' });
    await product.idle();
    expect(published.join()).not.toContain('secret');
  });

  it('retries if the pipeline is unreachable', async () => {
    process.env['PUBLISH_WEBHOOK_URL'] = 'http://127.0.0.1:9/hooks/publish';
    setTimeout(() => (process.env['PUBLISH_WEBHOOK_URL'] = `http://127.0.0.1:${server.port}/hooks/publish`), 50);
    await product.firestore.doc('pages/late').set({ title: 'A' });
    await product.idle();
    expect(published).toContain('pages/late');
  });

  it('is rejected by a pipeline with another secret, and retried', async () => {
    const other = process.env['PUBLISH_WEBHOOK_SECRET'];
    process.env['PUBLISH_WEBHOOK_SECRET'] = `whsec_${Buffer.from('another secret of enough bytes').toString('base64')}`;
    setTimeout(() => (process.env['PUBLISH_WEBHOOK_SECRET'] = other), 50);
    await product.firestore.doc('pages/signed').set({ title: 'A' });
    await product.idle();
    // Rejected first, then delivered again with the right secret.
    expect(published).toEqual(['pages/signed']);
  });
});
