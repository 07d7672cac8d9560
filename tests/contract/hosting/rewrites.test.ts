import { describe, expect, it } from 'vitest';
import { startHosting } from '../../../local/hosting/server.ts';
import { FILES, files, useSite } from './use-site.ts';

const site = useSite();

describe('rewrites', () => {
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
    (await (await fetch(site.origin() + path, init)).json()) as Record<string, unknown>;

  it('lead every address of an application to its page', async () => {
    expect(await (await site.get('/app/any/where')).text()).toBe(FILES['app/index.html']);
  });

  it('yield to a file', async () => {
    expect(await (await site.get('/app')).text()).toBe(FILES['app/index.html']);
  });

  it('lead to functions, which see the whole address', async () => {
    expect(await call('/api/echo?x=1')).toMatchObject({
      method: 'GET',
      url: '/demo-frontage/us-central1/echo/api/echo?x=1',
    });
  });

  it('lead to functions named by an object', async () => {
    expect(await call('/api/object')).toMatchObject({ url: '/demo-frontage/us-central1/echo/api/object' });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('pass on %s with its body', async (method) => {
    const seen = await call('/api/echo', { method, body: '{"a":1}', headers: { 'content-type': 'application/json' } });
    expect(seen).toMatchObject({ method, body: '{"a":1}', type: 'application/json' });
  });

  it('pass on no cookie but __session', async () => {
    expect(await call('/api/echo', { headers: { cookie: 'a=1; __session=token; b=2' } })).toMatchObject({
      cookie: '__session=token',
    });
    expect(await call('/api/echo', { headers: { cookie: 'a=1' } })).toMatchObject({ cookie: null });
  });

  it('tell the function the host that was asked', async () => {
    expect(await call('/api/echo')).toMatchObject({ forwardedHost: `127.0.0.1:${site.port()}` });
  });

  it('make answers private that say nothing of caching', async () => {
    const { headers } = await site.get('/api/echo');
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['private', 'a=b']);
  });

  it('keep cookies out of answers others may be given', async () => {
    const { headers } = await site.get('/api/echo?cache=public');
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['public', null]);
  });

  it('answer 502 without a functions server, and keep serving', async () => {
    const alone = await startHosting({
      config: { rewrites: [{ source: '/api', function: 'gone' }] },
      files,
      host: '127.0.0.1',
      port: 0,
      rewriteFunction: () => 'http://127.0.0.1:9',
      log: () => undefined,
    });
    expect((await fetch(`http://127.0.0.1:${alone.port}/api`)).status).toBe(502);
    expect((await fetch(`http://127.0.0.1:${alone.port}/data.json`)).status).toBe(200);
    await alone.stop();
  });
});
