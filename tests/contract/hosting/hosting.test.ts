import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { request as send } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHosting } from '../../../local/hosting/server.ts';
import type { HostedFiles, HostingService } from '../../../local/hosting/server.ts';

/** Facts of Firebase Hosting's configuration, asked of a site as firebase.json describes it. */

const PAGE = `<!doctype html><title>About</title>${'<p>text</p>'.repeat(400)}`;
const FILES: Record<string, string> = {
  'index.html': '<h1>Home</h1>',
  'page/about.html': PAGE,
  'demos.html': '<h1>Demos</h1>',
  'docs/index.html': '<h1>Docs</h1>',
  'docs/guide.html': '<h1>Guide</h1>',
  '404.html': '<h1>Nothing here</h1>',
  'app/index.html': '<h1>App</h1>',
  'assets/app.abc123.js': 'export {};',
  'assets/style.css': 'p{}',
  'sitemap.xml': '<urlset/>',
  'robots.txt': 'User-agent: *',
  'data.json': '{}',
  'image.svg': '<svg/>',
  'photo.webp': 'webp',
  'font.woff2': 'font',
  'no-extension': 'bytes',
  'mit leer ü.html': '<h1>Ü</h1>',
  'empty.txt': '',
};

const CONFIG = {
  cleanUrls: true,
  trailingSlash: false,
  headers: [
    { source: '**', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
    { source: 'assets/**', headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }] },
    { source: '**/*.@(css|svg)', headers: [{ key: 'X-Kind', value: 'style' }] },
    { source: '404.html', headers: [{ key: 'X-Missing', value: 'yes' }] },
  ],
  redirects: [
    { source: '/old', destination: '/page/about', type: 301 },
    { source: '/temporary', destination: '/demos', type: 302 },
    { source: '/blog/:slug', destination: '/page/:slug', type: 301 },
    { source: '/tree/:rest*', destination: '/docs/:rest*', type: 301 },
    { source: '/abroad', destination: 'https://example.com/landing', type: 302 },
    { source: '/page/shadowed', destination: '/demos', type: 301 },
  ],
  rewrites: [
    { source: '/api/echo', function: 'echo' },
    { source: '/api/object', function: { functionId: 'echo', region: 'us-central1' } },
    { source: '/app/**', destination: '/app/index.html' },
  ],
};

const files: HostedFiles = {
  get(path) {
    const content = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
    if (content === undefined) return Promise.resolve(null);
    const body = Buffer.from(content);
    const etag = createHash('sha256').update(body).digest('hex');
    return Promise.resolve({ body, etag, size: body.length });
  },
};

let site: HostingService;
let upstream: Server;

beforeAll(async () => {
  upstream = createServer(
    (request, response) =>
      void answerAsFunction(request).then((answer) => {
        response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b', ...answer.headers });
        response.end(JSON.stringify(answer));
      }),
  ).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  site = await startHosting({
    config: CONFIG,
    files,
    host: '127.0.0.1',
    port: 0,
    rewriteFunction: (name) => `http://127.0.0.1:${port}/demo-frontage/us-central1/${name}`,
    headers: { 'x-everywhere': 'yes' },
    log: () => undefined,
  });
});
afterAll(async () => {
  await site.stop();
  upstream.closeAllConnections();
  upstream.close();
});

async function answerAsFunction(request: IncomingMessage) {
  const body = await text(request);
  const caching = new URL(request.url ?? '', 'http://x').searchParams.get('cache');
  return {
    method: request.method,
    url: request.url,
    cookie: request.headers.cookie ?? null,
    type: request.headers['content-type'] ?? null,
    forwardedHost: request.headers['x-forwarded-host'] ?? null,
    body,
    headers: caching === null ? {} : { 'cache-control': caching },
  };
}

const origin = (): string => `http://127.0.0.1:${site.port}`;
const get = (path: string, headers = {}): Promise<Response> => fetch(origin() + path, { redirect: 'manual', headers });

/** Without fetch's tidying of the address. */
function getRaw(path: string, headers = {}): Promise<{ status: number; body: string; location: string | null }> {
  return new Promise((resolve, reject) => {
    const request = send({ host: '127.0.0.1', port: site.port, path, headers }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, body, location: response.headers.location ?? null });
      }, reject);
    });
    request.on('error', reject).end();
  });
}

describe('addresses', () => {
  it.each([
    ['/', 'index.html'],
    ['/page/about', 'page/about.html'],
    ['/demos', 'demos.html'],
    ['/demos?q=x', 'demos.html'],
    ['/docs', 'docs/index.html'],
    ['/docs/guide', 'docs/guide.html'],
    ['/sitemap.xml', 'sitemap.xml'],
    ['/assets/app.abc123.js', 'assets/app.abc123.js'],
    ['/mit%20leer%20%C3%BC', 'mit leer ü.html'],
    ['/no-extension', 'no-extension'],
    ['/empty.txt', 'empty.txt'],
  ])('%s serves %s', async (path, file) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, FILES[file]]);
  });

  it.each([
    ['/page/about.html', '/page/about'],
    ['/page/about.html?x=1', '/page/about?x=1'],
    ['/demos/', '/demos'],
    ['/demos/?q=x', '/demos?q=x'],
    ['/docs/', '/docs'],
    ['/docs/index.html', '/docs'],
    ['/docs/index', '/docs'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['/page/about/', '/page/about'],
  ])('%s leads to %s for good', async (path, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location]);
  });

  it.each([
    '/nothing',
    '/page/nothing',
    '/page',
    '/About',
    '/page/about/more',
    '/toString',
    '/__proto__',
    '/constructor',
  ])('%s is not found', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([404, FILES['404.html']]);
  });

  it('the page for what is not found is not found itself', async () => {
    expect((await get('/404')).status).toBe(404);
  });

  it.each(['//page//about', '/page//about'])('doubled slashes count as one: %s', async (path) => {
    expect(await getRaw(path)).toMatchObject({ status: 200, body: PAGE });
  });

  it.each([
    '/../secret',
    '/..%2fsecret',
    '/%2e%2e/secret',
    '/page/..%2f..%2fsecret',
    '/..\\secret',
    '/%5c..%5csecret',
    '/%00',
    '/page/about%00.html',
    '/%E0%A4%A',
    '/%',
  ])('%s reaches nothing', async (path) => {
    const { status, body } = await getRaw(path);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('secret');
  });

  it.each(['//evil.example/', '//evil.example/..', '/\\evil.example', '//evil.example/%2e%2e/docs/'])(
    '%s leads to no other site',
    async (path) => {
      const { location } = await getRaw(path);
      expect(location === null || /^\/(?![/\\])/.test(location)).toBe(true);
    },
  );
});

describe('redirects', () => {
  it.each([
    ['/old', 301, '/page/about'],
    ['/old?x=1', 301, '/page/about?x=1'],
    ['/temporary', 302, '/demos'],
    ['/blog/about', 301, '/page/about'],
    ['/tree/a/b/c', 301, '/docs/a/b/c'],
    ['/abroad', 302, 'https://example.com/landing'],
    ['/page/shadowed', 301, '/demos'],
  ])('%s answers %i %s', async (path, status, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
  });
});

describe('headers', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/page/about', 'text/html; charset=utf-8'],
    ['/assets/app.abc123.js', 'application/javascript; charset=utf-8'],
    ['/assets/style.css', 'text/css; charset=utf-8'],
    ['/sitemap.xml', 'application/xml'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/data.json', 'application/json; charset=utf-8'],
    ['/image.svg', 'image/svg+xml'],
    ['/photo.webp', 'image/webp'],
    ['/font.woff2', 'font/woff2'],
    ['/no-extension', 'application/octet-stream'],
  ])('%s is of type %s', async (path, type) => {
    expect((await get(path)).headers.get('content-type')).toBe(type);
  });

  it.each([
    ['/', 'x-content-type-options', 'nosniff'],
    ['/nothing', 'x-content-type-options', 'nosniff'],
    ['/page/about', 'x-everywhere', 'yes'],
    ['/nothing', 'x-everywhere', 'yes'],
    ['/old', 'x-everywhere', 'yes'],
    ['/assets/app.abc123.js', 'cache-control', 'public, max-age=31536000, immutable'],
    ['/page/about', 'cache-control', null],
    ['/assets/style.css', 'x-kind', 'style'],
    ['/image.svg', 'x-kind', 'style'],
    ['/data.json', 'x-kind', null],
    ['/nothing', 'x-missing', 'yes'],
    ['/', 'x-missing', null],
  ])('%s answers with %s: %s', async (path, name, value) => {
    expect((await get(path)).headers.get(name)).toBe(value);
  });

  it('the tag of a file is quoted and stays while the bytes stay', async () => {
    const [first, second, other] = await Promise.all([get('/demos'), get('/demos'), get('/docs')]);
    expect(first.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(other.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  it.each([
    ['the same tag', 304, (tag: string) => tag],
    ['a list with it', 304, (tag: string) => `"x", ${tag}`],
    ['its weak form', 304, (tag: string) => `W/${tag}`],
    ['anything', 304, () => '*'],
    ['another tag', 200, () => '"x"'],
  ])('a client that has %s gets %i', async (_what, status, condition) => {
    const tag = (await get('/page/about')).headers.get('etag') ?? '';
    const answer = await get('/page/about', { 'if-none-match': condition(tag) });
    expect([answer.status, (await answer.text()).length]).toEqual([status, status === 304 ? 0 : PAGE.length]);
  });

  it.each(['gzip', 'deflate'])('pages are compressed for clients that take %s', async (encoding) => {
    const answer = await get('/page/about', { 'accept-encoding': encoding });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
    expect(await answer.text()).toBe(PAGE);
  });

  it('pages are not compressed for clients that do not', async () => {
    const answer = await get('/page/about', { 'accept-encoding': 'identity' });
    expect([answer.headers.get('content-encoding'), answer.headers.get('content-length')]).toEqual([
      null,
      String(PAGE.length),
    ]);
  });

  it('HEAD answers the headers alone', async () => {
    const answer = await fetch(`${origin()}/page/about`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ]);
  });
});

describe('rewrites', () => {
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
    (await (await fetch(origin() + path, init)).json()) as Record<string, unknown>;

  it('lead every address of an application to its page', async () => {
    expect(await (await get('/app/any/where')).text()).toBe(FILES['app/index.html']);
  });

  it('give way to a file', async () => {
    expect(await (await get('/app')).text()).toBe(FILES['app/index.html']);
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
    expect(await call('/api/echo')).toMatchObject({ forwardedHost: `127.0.0.1:${site.port}` });
  });

  it('make answers private that say nothing of caching', async () => {
    const { headers } = await get('/api/echo');
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['private', 'a=b']);
  });

  it('keep cookies out of answers others may be given', async () => {
    const { headers } = await get('/api/echo?cache=public');
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['public', null]);
  });

  it('answer 502 when nobody serves the function, and go on', async () => {
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

function torn() {
  const parts = async function* (): AsyncGenerator<string> {
    yield 'one ';
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('disk');
  };
  return { body: Readable.from(parts()), etag: 'torn', size: 100 };
}

describe('other settings', () => {
  async function withSite(config: object, own: HostedFiles, check: (url: string) => Promise<void>): Promise<void> {
    const other = await startHosting({ config, files: own, host: '127.0.0.1', port: 0, log: () => undefined });
    try {
      await check(`http://127.0.0.1:${other.port}`);
    } finally {
      await other.stop();
    }
  }

  it('cleanUrls off: files keep their ending', () =>
    withSite({}, files, async (url) => {
      expect((await fetch(`${url}/demos.html`, { redirect: 'manual' })).status).toBe(200);
      expect((await fetch(`${url}/demos`, { redirect: 'manual' })).status).toBe(404);
    }));

  it('trailingSlash true: addresses end in a slash', () =>
    withSite({ cleanUrls: true, trailingSlash: true }, files, async (url) => {
      const answer = await fetch(`${url}/demos`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/demos/']);
    }));

  it('without 404.html what is missing is still 404', () =>
    withSite({}, { get: () => Promise.resolve(null) }, async (url) => {
      expect((await fetch(`${url}/x`)).status).toBe(404);
    }));

  it('a file may be a stream', () =>
    withSite(
      {},
      { get: () => Promise.resolve({ body: Readable.from(['one ', 'two']), etag: 'x', size: 7 }) },
      async (url) => {
        expect(await (await fetch(`${url}/x.txt`)).text()).toBe('one two');
      },
    ));

  it('a file that cannot be read answers 500, and the site goes on', () =>
    withSite(
      {},
      { get: (path) => (path === 'bad.txt' ? Promise.reject(new Error('disk')) : files.get(path)) },
      async (url) => {
        expect((await fetch(`${url}/bad.txt`)).status).toBe(500);
        expect((await fetch(`${url}/data.json`)).status).toBe(200);
      },
    ));

  it('a file that breaks off breaks the connection, and the site goes on', () =>
    withSite({}, { get: (path) => (path === 'torn.txt' ? Promise.resolve(torn()) : files.get(path)) }, async (url) => {
      await expect(fetch(`${url}/torn.txt`).then((answer) => answer.text())).rejects.toThrow();
      expect((await fetch(`${url}/data.json`)).status).toBe(200);
    }));

  it('a new version is served from the next request on', async () => {
    let version = 'one';
    await withSite(
      {},
      { get: () => Promise.resolve({ body: Buffer.from(version), etag: version, size: 3 }) },
      async (url) => {
        expect(await (await fetch(`${url}/x.txt`)).text()).toBe('one');
        version = 'two';
        expect(await (await fetch(`${url}/x.txt`)).text()).toBe('two');
      },
    );
  });

  it('a taken port is named', async () => {
    await expect(
      startHosting({ config: {}, files, host: '127.0.0.1', port: site.port, log: () => undefined }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port: site.port,
    });
  });
});
