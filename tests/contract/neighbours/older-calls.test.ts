import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/trigger/server';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, type Product } from '../functions-product/product.ts';
import { recordingPipeline } from '../functions-product/recording-pipeline.ts';
import { readRecording } from './recording.ts';
import { unanswered } from './replay.ts';

// What the back office of the version before asks of functions; see older-writes.test.ts.

/** They are answered for an account with a second factor, which is Authentication's and in no document: recovery-codes.test.ts has their answers. */
const ofSecondFactors = new Set(['makeRecoveryCodes', 'useRecoveryCode', 'resetSecondFactor']);

const requests = readRecording().requests.filter(
  ({ service, name }) => service === 'functions' && !ofSecondFactors.has(name),
);

describeFunctions('the back office of the version before', () => {
  let product: Product;
  let pipeline: PipelineServer;
  beforeAll(async () => {
    pipeline = await startPipelineServer({
      port: 0,
      secret: parameters.PUBLISH_WEBHOOK_SECRET,
      pipeline: { ...recordingPipeline([]), unpin: () => Promise.resolve({ release: null, problems: [] }) },
    });
    const address = `http://127.0.0.1:${pipeline.port}/hooks/publish`;
    product = await openProduct({ env: { PUBLISH_WEBHOOK_URL: address } });
    const people = new Map(requests.map(({ token }) => [String(token?.['user_id']), token]));
    for (const [uid, token] of people) {
      if (token) await getAuth().createUser({ uid, email: String(token['email']), emailVerified: true });
    }
  });
  afterAll(async () => {
    await product.stop();
    await pipeline.stop();
  });

  it('is answered by these functions what it was answered', async () => {
    expect(new Set(requests.map(({ name }) => name)).size).toBeGreaterThan(10);
    expect(await unanswered(product, requests, () => product.clear())).toEqual([]);
  });
});
