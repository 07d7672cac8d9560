import { startPipelineServer, type PipelineServer, type PipelineServerOptions } from '@frontage/pipeline/server';
import { OperatorError } from '@frontage/model/operator-error';
import type { Role } from '@frontage/model/user';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, refusalOf, type Product } from './product.ts';
import { recordingPipeline } from './recording-pipeline.ts';

let product: Product;
let server: PipelineServer;
let unpinned: number;
let unpin: PipelineServerOptions['pipeline']['unpin'];

const address = () => `http://127.0.0.1:${server.port}/hooks/publish`;

beforeAll(async () => {
  server = await startPipelineServer({
    port: 0,
    secret: parameters.PUBLISH_WEBHOOK_SECRET,
    pipeline: { ...recordingPipeline([]), unpin: () => unpin() },
  });
  product = await openProduct({
    only: ['auth', 'firestore', 'functions'],
    env: { PUBLISH_WEBHOOK_URL: address() },
  });
});
afterAll(async () => {
  await product.stop();
  await server.stop();
});
beforeEach(async () => {
  process.env['PUBLISH_WEBHOOK_URL'] = address();
  process.env['PUBLISH_WEBHOOK_SECRET'] = parameters.PUBLISH_WEBHOOK_SECRET;
  await product.clear();
  await product.firestore.doc('build_state/current').set({ pinned: true, pinned_to: '41' });
  unpinned = 0;
  unpin = () => {
    unpinned += 1;
    return Promise.resolve({ release: null, problems: [] });
  };
});

const entries = async () => {
  const { docs } = await product.firestore.collection('audit').where('action', '==', 'unpinned').get();
  return docs.map((entry) => entry.data());
};

describeFunctions('unpinSite', () => {
  it.each<Role>(['editor', 'admin'])('unpins for the role %s and writes an audit entry', async (role) => {
    const person = await product.signUp({ roles: [role] });
    expect(await person.call('unpinSite', {})).toEqual({ isDone: true });
    expect(unpinned).toBe(1);
    expect(await entries()).toMatchObject([
      { actor: person.uid, document: 'build_state/current', details: { release: '41' } },
    ]);
  });

  it.each<[string, Role[]]>([
    ['an author', ['author']],
    ['a viewer', ['viewer']],
    ['a user without a role', []],
  ])('is refused to %s', async (_name, roles) => {
    const person = await product.signUp({ roles });
    expect(await refusalOf(person.call('unpinSite', {}))).toMatch(/^permission-denied/);
    expect(unpinned).toBe(0);
  });

  it('is refused to signed-out callers', async () => {
    expect(await refusalOf(product.visitor.call('unpinSite', {}))).toMatch(/^unauthenticated/);
    expect(unpinned).toBe(0);
  });

  it.each<[string, () => void, RegExp]>([
    [
      'cannot be reached',
      () => (process.env['PUBLISH_WEBHOOK_URL'] = 'http://127.0.0.1:9/hooks/publish'),
      /^unavailable: The publishing pipeline cannot be reached/,
    ],
    [
      'has another secret',
      () => (process.env['PUBLISH_WEBHOOK_SECRET'] = `whsec_${Buffer.from('another secret!!').toString('base64')}`),
      /^unavailable/,
    ],
    [
      'fails',
      () =>
        (unpin = () =>
          Promise.reject(new OperatorError('Another process publishes from this folder', 'Stop it first'))),
      /^failed-precondition: The publishing pipeline could not do this/,
    ],
  ])('reports that the pipeline %s, without an audit entry', async (_name, arrange, refusal) => {
    const editor = await product.signUp({ roles: ['editor'] });
    arrange();
    expect(await refusalOf(editor.call('unpinSite', {}))).toMatch(refusal);
    expect(await entries()).toEqual([]);
  });

  it('is limited to ten calls', async () => {
    const editor = await product.signUp({ roles: ['editor'] });
    for (let turn = 0; turn < 10; turn += 1) await editor.call('unpinSite', {});
    expect(await refusalOf(editor.call('unpinSite', {}))).toMatch(/^resource-exhausted/);
    expect(unpinned).toBe(10);
  });
});
