import { describe, expect, it } from 'vitest';
import { startHosting } from '../../../local/hosting/server.ts';
import { FILES, files, useSite } from './use-site.ts';

const site = useSite();

describe('rewrites', () => {
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
    (await (await fetch(site.origin() + path, init)).json()) as Record<string, unknown>;

  it('serve a file for all addresses that match', async () => {
    expect(await (await site.get('/app/any/where')).text()).toBe(FILES['app/index.html']);
  });

  it('yield to an existing file', async () => {
    expect(await (await site.get('/app')).text()).toBe(FILES['app/index.html']);
  });

  it('call functions with the whole path', async () => {
    expect(await call('/api/echo?x=1')).toMatchObject({
      method: 'GET',
      url: '/demo-frontage/us-central1/echo/api/echo?x=1',
    });
  });

  it('call functions given as an object', async () => {
    expect(await call('/api/object')).toMatchObject({ url: '/demo-frontage/us-central1/echo/api/object' });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('forward %s with its body', async (method) => {
    const seen = await call('/api/echo', { method, body: '{"a":1}', headers: { 'content-type': 'application/json' } });
    expect(seen).toMatchObject({ method, body: '{"a":1}', type: 'application/json' });
  });

  it('forward only the cookie __session', async () => {
    expect(await call('/api/echo', { headers: { cookie: 'a=1; __session=token; b=2' } })).toMatchObject({
      cookie: '__session=token',
    });
    expect(await call('/api/echo', { headers: { cookie: 'a=1' } })).toMatchObject({ cookie: null });
  });

  it('forward the requested host', async () => {
    expect(await call('/api/echo')).toMatchObject({ forwardedHost: `127.0.0.1:${site.port()}` });
  });

  it('set cache-control to private if the function sets none', async () => {
    const { headers } = await site.get('/api/echo');
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['private', 'a=b']);
  });

  it('remove set-cookie from publicly cacheable answers', async () => {
    const { headers } = await site.get('/api/echo?cache=public');
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['public', null]);
  });

  it('answer 502 if the functions server is unreachable, and files are still served', async () => {
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
