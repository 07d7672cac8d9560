import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReceiver } from './receiver.ts';
import type { Pipeline } from '../engine/pipeline-interface.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import { openTextPipeline, temporaryFolder } from '../engine/text-pipeline.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const statusToken = 'the token of the status';
const source = memorySource();

let home: ReturnType<typeof temporaryFolder>;
let pipeline: Pipeline;
let app: ReturnType<typeof openReceiver>;

beforeEach(async () => {
  home = temporaryFolder();
  source.set('pages/a', aPage({ slug: 'a', title: 'First' }));
  pipeline = await openTextPipeline({ dataDir: home.folder, source });
  app = openReceiver({ pipeline, secret, statusToken });
});

afterEach(async () => {
  await pipeline.close();
  home.remove();
});

const hint = (documents: string[], timestamp = new Date()) =>
  JSON.stringify({ type: 'content.written', timestamp: timestamp.toISOString(), data: { documents } });

interface Sent {
  hook?: string;
  body?: string;
  id?: string;
  at?: Date;
  key?: string;
  headers?: Record<string, string>;
}

async function send({
  hook = 'publish',
  body = hint(['pages/a']),
  id = crypto.randomUUID(),
  at = new Date(),
  key = secret,
  headers,
}: Sent) {
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  };
  const response = await app.request(`/hooks/${hook}`, { method: 'POST', body, headers: headers ?? signed });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('a hint', () => {
  it('is accepted, and its documents are published', async () => {
    await pipeline.reconcile();
    source.set('pages/a', aPage({ slug: 'a', title: 'Second' }));
    expect(await send({})).toEqual({ status: 202, body: { accepted: true, documents: 1 } });
    await expect.poll(() => pipeline.live()?.id).toBe('2');
  });

  it('is processed once if it is sent twice', async () => {
    await pipeline.reconcile();
    expect(await send({ id: 'msg_1' })).toMatchObject({ status: 202 });
    expect(await send({ id: 'msg_1' })).toEqual({ status: 202, body: { accepted: true, repeated: true } });
  });

  const other = `whsec_${Buffer.from('another secret altogether, also long').toString('base64')}`;
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  it.each<[string, Sent, number]>([
    ['signed with another secret', { key: other }, 401],
    ['not signed', { headers: {} }, 401],
    ['signed six minutes ago', { at: minutes(-6) }, 401],
    ['signed six minutes ahead', { at: minutes(6) }, 401],
    ['that is not JSON', { body: '{' }, 401],
    ['of another type', { body: '{"type":"else"}' }, 400],
    ['that names no document', { body: hint([]) }, 400],
    ['that names a relative path', { body: hint(['../x']) }, 400],
    ['that names an id of 1,501 bytes', { body: hint(['pages/' + 'x'.repeat(1_501)]) }, 400],
    ['that names an id of the system', { body: hint(['pages/__x__']) }, 400],
    ['that names no id', { body: hint(['pages/..']) }, 400],
    ['that names a document below another', { body: hint(['pages/a/b/c']) }, 400],
    ['that names too many', { body: hint(Array.from({ length: 501 }, (_, index) => `pages/${index}`)) }, 400],
    ['that is too large', { body: hint(['pages/' + 'x'.repeat(70_000)]) }, 413],
  ])('%s is refused', async (_, sent, status) => {
    expect((await send(sent)).status).toBe(status);
    expect(pipeline.live()).toBeNull();
  });
});

describe('an operator command', () => {
  beforeEach(async () => {
    await pipeline.reconcile();
    source.set('pages/a', aPage({ slug: 'a', title: 'Second' }));
    await pipeline.publish(['pages/a']);
  });

  it('is run and answered with its release', async () => {
    const back = await send({ hook: 'rollback', body: '{"id":"1"}' });
    expect(back).toMatchObject({ status: 200, body: { release: { id: '3' } } });
    expect(pipeline.status().pinned).toBe('1');
    expect(await send({ hook: 'unpin', body: '{}' })).toMatchObject({ status: 200, body: { release: { id: '4' } } });
    expect(pipeline.status().pinned).toBeNull();
  });

  it.each<[string, Sent, number]>([
    ['for a release that is not kept', { hook: 'rollback', body: '{"id":"9"}' }, 409],
    ['without a release', { hook: 'rollback', body: '{}' }, 400],
    ['that was signed as a hint', { hook: 'unpin' }, 400],
    ['that is not signed', { hook: 'rollback', body: '{"id":"1"}', headers: {} }, 401],
  ])('%s is refused', async (_, sent, status) => {
    expect((await send(sent)).status).toBe(status);
    expect(pipeline.status().pinned).toBeNull();
  });

  it('is run once if it is sent twice', async () => {
    const order = { hook: 'rollback', body: '{"id":"1"}', id: 'order_1' };
    expect((await send(order)).body).toMatchObject({ release: { id: '3' } });
    expect((await send(order)).body).toEqual({ accepted: true, repeated: true });
  });
});

describe('the status routes', () => {
  const get = async (path: string, method = 'GET', headers = {}) => {
    const response = await app.request(path, { method, headers });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('report health once there is a release', async () => {
    expect(await get('/healthz')).toEqual({ status: 503, body: { ok: false, release: null } });
    await pipeline.reconcile();
    expect(await get('/healthz')).toEqual({ status: 200, body: { ok: true, release: '1' } });
  });

  it('report the live release, waiting changes and failures', async () => {
    source.set('pages/bad', aPage({ slug: 'Bad' }));
    await pipeline.reconcile();
    source.delete('pages/bad');
    expect(await get('/status', 'GET', { authorization: `Bearer ${statusToken}` })).toMatchObject({
      status: 200,
      body: {
        state: 'idle',
        release: '1',
        pinned: null,
        waiting: 0,
        problems: [{ document: 'pages/bad', field: 'slug' }],
      },
    });
  });

  it.each([{}, { authorization: 'Bearer another' }, { authorization: statusToken }])(
    'hide names without a token: %j',
    async (headers) => {
      source.set('pages/bad', aPage({ slug: 'Bad' }));
      await pipeline.reconcile();
      source.delete('pages/bad');
      const { body } = await get('/status', 'GET', headers);
      expect(body).toEqual({ state: 'idle', release: '1', pinned: null, waiting: 0, problems: 1 });
    },
  );

  it.each([
    ['/nowhere', 'GET', 404],
    ['/%zz', 'GET', 404],
    ['/hooks/publish', 'GET', 405],
    ['/status', 'POST', 405],
  ])('%s with method %s: status %i', async (path, method, status) => {
    expect((await get(path, method)).status).toBe(status);
  });
});
