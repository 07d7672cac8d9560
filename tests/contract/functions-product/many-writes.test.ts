import diagnostics from 'node:diagnostics_channel';
import { barePage } from '@frontage/model/content.fixture';
import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sized } from '../../full.ts';
import { describeFunctions, openProduct, parameters, type Product } from './product.ts';
import { recordingPipeline } from './recording-pipeline.ts';

// Measures the Firestore requests that an import causes in addition to its writes. Functions and the publishing
// pipeline share a process.

const many = sized(2_000, 400);

let product: Product;
let server: PipelineServer;
beforeAll(async () => {
  server = await startPipelineServer({
    port: 0,
    secret: parameters.PUBLISH_WEBHOOK_SECRET,
    pipeline: recordingPipeline([]),
  });
  product = await openProduct({
    only: ['firestore', 'functions'],
    env: { PUBLISH_WEBHOOK_URL: `http://127.0.0.1:${server.port}/hooks/publish` },
  });
});
afterAll(async () => {
  await product.stop();
  await server.stop();
});

const ids = Array.from({ length: many }, (_, index) => `p${index}`);
const pageOf = (id: string) => ({
  ...barePage,
  slug: id,
  rev: 1,
  created_at: new Date(0),
  created_by: 'ada',
  updated_at: new Date(0),
  updated_by: 'ada',
});

/** The number of Firestore requests that this process makes during `work`. */
async function requestsOf(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const countRequest = (message: unknown): void => {
    const { headers } = message as { headers: Record<string, string> };
    if (headers[':path']?.startsWith('/google.firestore.v1.Firestore/')) count += 1;
  };
  diagnostics.subscribe('http2.client.stream.created', countRequest);
  await work();
  diagnostics.unsubscribe('http2.client.stream.created', countRequest);
  return count;
}

describeFunctions('many writes at once', () => {
  it('get one revision and audit entry each, with fewer additional requests than half the writes', async () => {
    const { firestore } = product;
    await firestore.doc('pages/before').set(pageOf('before'));
    await product.idle();
    const requests = await requestsOf(async () => {
      const writes = ids.map((id) => firestore.doc(`pages/${id}`).set(pageOf(id)));
      await Promise.all(writes);
      await product.idle();
    });
    expect(requests - many).toBeLessThan(many / 2);
    const revisions = (await firestore.collection('revisions').get()).docs;
    expect(revisions.map((revision) => revision.get('document') as string).sort()).toEqual(
      [...ids, 'before'].map((id) => `pages/${id}`).sort(),
    );
    const entries = (await firestore.collection('audit').get()).docs;
    expect(entries.map((entry) => entry.get('document') as string).sort()).toEqual(
      [...ids, 'before'].map((id) => `pages/${id}`).sort(),
    );
    // One commit each: neither is ever stored without the other.
    const committed = new Map(entries.map((entry) => [String(entry.get('document')), entry.createTime.valueOf()]));
    for (const revision of revisions)
      expect(revision.createTime.valueOf()).toBe(committed.get(String(revision.get('document'))));
  });
});
