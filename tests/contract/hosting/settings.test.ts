import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { startHosting } from '../../../local/hosting/server.ts';
import type { HostedFiles } from '../../../local/hosting/server.ts';
import { files, useSite } from './use-site.ts';

const site = useSite();

function truncatedFile() {
  const parts = async function* (): AsyncGenerator<string> {
    yield 'one ';
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('disk');
  };
  return { body: Readable.from(parts()), etag: 'torn', size: 100 };
}

describe('hosting settings', () => {
  async function withSite(config: object, own: HostedFiles, check: (url: string) => Promise<void>): Promise<void> {
    const other = await startHosting({ config, files: own, host: '127.0.0.1', port: 0, log: () => undefined });
    try {
      await check(`http://127.0.0.1:${other.port}`);
    } finally {
      await other.stop();
    }
  }

  it('cleanUrls off: file extensions are required', () =>
    withSite({}, files, async (url) => {
      expect((await fetch(`${url}/demos.html`, { redirect: 'manual' })).status).toBe(200);
      expect((await fetch(`${url}/demos`, { redirect: 'manual' })).status).toBe(404);
    }));

  it('trailingSlash true: addresses end in a slash', () =>
    withSite({ cleanUrls: true, trailingSlash: true }, files, async (url) => {
      const answer = await fetch(`${url}/demos`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/demos/']);
    }));

  it('answers 503 with Retry-After while there is no release, also for redirects and rewrites', async () => {
    const release = { isReady: false };
    const waiting: HostedFiles = { ...files, isReady: () => release.isReady };
    const config = { redirects: [{ source: '/old', destination: '/demos', type: 301 }] };
    await withSite(config, waiting, async (url) => {
      for (const path of ['/', '/old', '/missing', '/demos.html']) {
        const answer = await fetch(url + path, { redirect: 'manual' });
        expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '5']);
        expect([answer.headers.get('cache-control'), answer.headers.get('content-type')], path).toEqual([
          'no-store',
          'text/plain; charset=utf-8',
        ]);
        expect(await answer.text()).toContain('is being prepared');
      }
      release.isReady = true;
      expect((await fetch(`${url}/demos.html`)).status).toBe(200);
    });
  });

  it('answers 404 for a missing file without 404.html', () =>
    withSite({}, { get: () => Promise.resolve(null) }, async (url) => {
      expect((await fetch(`${url}/x`)).status).toBe(404);
    }));

  it('serves a file given as a stream', () =>
    withSite(
      {},
      { get: () => Promise.resolve({ body: Readable.from(['one ', 'two']), etag: 'x', size: 7 }) },
      async (url) => {
        expect(await (await fetch(`${url}/x.txt`)).text()).toBe('one two');
      },
    ));

  it('an unreadable file answers 500, and the site keeps serving', () =>
    withSite(
      {},
      { get: (path) => (path === 'bad.txt' ? Promise.reject(new Error('disk')) : files.get(path)) },
      async (url) => {
        expect((await fetch(`${url}/bad.txt`)).status).toBe(500);
        expect((await fetch(`${url}/data.json`)).status).toBe(200);
      },
    ));

  it('a truncated file breaks the connection, and the site keeps serving', () =>
    withSite(
      {},
      { get: (path) => (path === 'torn.txt' ? Promise.resolve(truncatedFile()) : files.get(path)) },
      async (url) => {
        await expect(fetch(`${url}/torn.txt`).then((answer) => answer.text())).rejects.toThrow();
        expect((await fetch(`${url}/data.json`)).status).toBe(200);
      },
    ));

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

  it('rejects with the port if it is in use', async () => {
    await expect(
      startHosting({ config: {}, files, host: '127.0.0.1', port: site.port(), log: () => undefined }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port: site.port(),
    });
  });
});
