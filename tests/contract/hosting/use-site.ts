import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { startHosting } from '../../../local/hosting/server.ts';
import type { HostedFiles, HostingService } from '../../../local/hosting/server.ts';

export const PAGE = `<!doctype html><title>About</title>${'<p>text</p>'.repeat(400)}`;

export const FILES: Record<string, string> = {
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

export const files: HostedFiles = {
  get(path) {
    const content = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
    if (content === undefined) return Promise.resolve(null);
    const body = Buffer.from(content);
    const etag = createHash('sha256').update(body).digest('hex');
    return Promise.resolve({ body, etag, size: body.length });
  },
};

export interface ServedSite {
  port(): number;
  origin(): string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends the path unchanged. fetch would normalize it. */
  getRaw(path: string): Promise<{ status: number; body: string; location: string | null }>;
}

/** Registers hooks that serve a site with a firebase.json configuration and a function server. */
export function useSite(): ServedSite {
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

  const origin = (): string => `http://127.0.0.1:${site.port}`;
  return {
    port: () => site.port,
    origin,
    get: (path, headers = {}) => fetch(origin() + path, { redirect: 'manual', headers }),
    getRaw: (path) =>
      new Promise((resolve, reject) => {
        const request = send({ host: '127.0.0.1', port: site.port, path }, (response) => {
          text(response).then((body) => {
            resolve({ status: response.statusCode ?? 0, body, location: response.headers.location ?? null });
          }, reject);
        });
        request.on('error', reject).end();
      }),
  };
}

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
