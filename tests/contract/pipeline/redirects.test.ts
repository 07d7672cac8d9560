import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHostingApi, openHostingOutlet, versionConfig } from '@frontage/pipeline/hosting';
import { HostingService } from '../../../pipeline/adapters/hosting/hosting-service.fixture.ts';
import { hashBytes } from '@frontage/pipeline/blobs';
import { exportRelease } from '../../../pipeline/release/export.ts';
import type { FileEntry, Files } from '../../../pipeline/site/files.ts';
import { createLive } from '../../../pipeline/release/live.ts';
import { redirectEntry } from '../../../pipeline/site/redirects.ts';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { liveFiles } from '../../../cli/publishing/hosted-files.ts';
import { startHosting } from '../../../local/hosting/server.ts';

/** The contract of redirects for the local server, Firebase Hosting and an export. */

interface Answer {
  status: number;
  location: string | null;
  /** The `Cache-Control` of a redirect; null if none can be sent with it. */
  caching?: string | null;
}

/** Serves a release and returns a function that requests an address of it. */
type Server = (files: Files) => Promise<(address: string) => Promise<Answer>>;

const revalidated = 'public, max-age=0, must-revalidate';

/** The answer of each server to a redirect with this status: permanent only if it is revalidated on each visit. */
const redirected = (server: string, status: 301 | 302, location: string | undefined): Answer =>
  server === 'the local server'
    ? { status, location: location ?? '', caching: revalidated }
    : { status: 302, location: location ?? '' };

const blobs = new Map<string, Uint8Array>();
const keep = (bytes: Uint8Array): Promise<string> => {
  const hash = hashBytes(bytes);
  blobs.set(hash, bytes);
  return Promise.resolve(hash);
};
const read = ({ hash }: FileEntry): Promise<Uint8Array> => Promise.resolve(blobs.get(hash) ?? new Uint8Array());
afterEach(() => blobs.clear());

const releaseOf = (files: Files) => {
  const live = createLive(
    () => ({ head: { release: '1' }, files }) as ReturnType<Parameters<typeof createLive>[0]>,
    read,
  )();
  if (!live) throw new Error('There is no release');
  return live;
};

const hosting = async () => {
  const service = new HostingService();
  const baseUrl = await service.start();
  onTestFinished(() => service.stop());
  const { project, site } = service;
  const api = openHostingApi({ project, site, token: () => Promise.resolve('token'), baseUrl, patience: 1 });
  const config = versionConfig({ cleanUrls: true, redirects: [{ source: '/b', destination: '/a' }] });
  return { service, outlet: openHostingOutlet({ api, config, packed: new Map(), history: 'a' }) };
};

interface Redirecting {
  redirects: { regex?: string; statusCode: number; location: string }[];
}

const servers: Record<string, Server> = {
  'the local server': async (files) => {
    const release = releaseOf(files);
    const server = await startHosting({
      config: { cleanUrls: true, trailingSlash: false },
      files: liveFiles(() => ({ live: () => release })),
      host: '127.0.0.1',
      port: 0,
      log: () => undefined,
    });
    onTestFinished(() => server.stop());
    return async (address) => {
      const response = await fetch(`http://127.0.0.1:${String(server.port)}${address}`, { redirect: 'manual' });
      const location = response.headers.get('location');
      return {
        status: response.status,
        location,
        ...(location !== null && { caching: response.headers.get('cache-control') }),
      };
    };
  },
  'Firebase Hosting': async (files) => {
    const { service, outlet } = await hosting();
    await outlet.cursor();
    await outlet.deliver({ commit: 1, files, before: null, read });
    const { redirects } = service.live?.config as Redirecting;
    return (address) => {
      const found = redirects.find(({ regex }) => regex !== undefined && new RegExp(regex).test(address));
      const status = found?.statusCode ?? (service.get(`${address}.html`) === null ? 404 : 200);
      return Promise.resolve({ status, location: found?.location ?? null });
    };
  },
  'an export': async (files) => {
    const folder = mkdtempSync(join(tmpdir(), 'frontage-redirects-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await exportRelease(releaseOf(files), join(folder, 'site'));
    const text = (name: string) => readFileSync(join(folder, 'site', name), 'utf8');
    const lines = text('_redirects').split('\n');
    return (address) => {
      const [, to = null, status = '200'] = lines.find((line) => line.startsWith(`${address} `))?.split(' ') ?? [];
      const decoded = decodeURIComponent(address);
      // For servers without redirects, the HTML file redirects to the same target, and so does nginx.
      if (to !== null) {
        const file = decoded.endsWith('.html') ? decoded : `${decoded}.html`;
        expect(text(file.slice(1))).toContain(`url=${to.replace('&', '&amp;')}`);
      }
      const entry = files.get(`${address}.html`)?.redirect;
      const byNginx = asNginx(text('redirects.nginx.conf'), decoded);
      expect(byNginx).toEqual(
        entry ? { status: entry.status, location: withQueryVariables(entry.to.replace('$', '%24')) } : null,
      );
      return Promise.resolve({ status: Number(status), location: to });
    };
  },
};

const withQueryVariables = (to: string): string => to + (to.includes('?') ? '$frontage_more_args' : '$is_args$args');

/** The redirect of nginx with these maps, when they are used as their header comment describes. */
function asNginx(config: string, uri: string): Answer | null {
  const plain = (word: string) => word.replaceAll(/\\(["\\])/g, '$1');
  for (const [, name, status] of config.matchAll(/if \((\S+)\) \{ return (\d+) \1; \}/g)) {
    const map = config.split(`map $uri ${String(name)} {`)[1]?.split('\n}')[0] ?? '';
    for (const [, key = '', value = ''] of map.matchAll(/^ {2}"~((?:\\.|[^"])*)" "((?:\\.|[^"])*)";$/gm)) {
      if (new RegExp(plain(key)).test(uri)) return { status: Number(status), location: plain(value) };
    }
  }
  return null;
}

const page = async (path: string, text: string): Promise<FileEntry> => {
  const bytes = Buffer.from(text);
  return { path, hash: await keep(bytes), contentType: 'text/html', size: bytes.length, kind: 'page', route: path };
};
const release = (...entries: FileEntry[]): Files => new Map(entries.map((file) => [file.path, file]));

describe.each(Object.entries(servers))('%s', (name, open) => {
  it('redirects and serves pages', async () => {
    const ask = await open(
      release(
        await page('/page/new.html', 'New'),
        await redirectEntry('/page/old', { to: '/page/new', status: 301 }, keep),
        await redirectEntry('/shop.php', { to: 'https://shop.example/?a=1&b=2', status: 302 }, keep),
      ),
    );
    expect(await ask('/page/old')).toEqual(redirected(name, 301, '/page/new'));
    expect(await ask('/shop.php')).toEqual(redirected(name, 302, 'https://shop.example/?a=1&b=2'));
    expect(await ask('/page/new')).toEqual({ status: 200, location: null });
  });
});

it.each(Object.entries(servers))('%s redirects from and to non-Latin addresses', async (name, open) => {
  const entries = [
    await redirectEntry('/%C3%BCber%20uns', { to: '/page/\u00fc?a=$b', status: 301 }, keep),
    await redirectEntry('/old.html', { to: 'https://\u00fc.example/\u00fc', status: 301 }, keep),
  ];
  const ask = await open(release(await page('/page/new.html', 'New'), ...entries));
  const [over, old] = entries.map(({ redirect }) => redirect?.to);
  expect([over, old]).toEqual(['/page/%C3%BC?a=$b', 'https://xn--tda.example/%C3%BC']);
  expect(await ask('/%C3%BCber%20uns')).toEqual(redirected(name, 301, over));
  expect(await ask('/old.html')).toEqual(redirected(name, 301, old));
});

it.each(Object.entries(servers))('%s redirects from long addresses and is case-sensitive', async (name, open) => {
  const long = `/${'long-'.repeat(40)}$(1)`;
  const lead = (from: string, to: string) => redirectEntry(from, { to, status: 302 }, keep);
  const entries = await Promise.all([
    lead(long, '/page/long'),
    lead('/Old', '/page/large'),
    lead('/old', '/page/small'),
  ]);
  const ask = await open(release(...entries));
  expect(await ask(long)).toEqual(redirected(name, 302, '/page/long'));
  expect([(await ask('/Old')).location, (await ask('/old')).location]).toEqual(['/page/large', '/page/small']);
});

it('the local server keeps the query of the request', async () => {
  const ask = await (servers['the local server'] as Server)(
    release(
      await redirectEntry('/old', { to: '/page/new#part', status: 301 }, keep),
      await redirectEntry('/shop', { to: 'https://shop.example/?a=1', status: 302 }, keep),
    ),
  );
  expect((await ask('/old?utm_source=x&b=%20')).location).toBe('/page/new?utm_source=x&b=%20#part');
  expect((await ask('/old/?a=?')).location).toBe('/page/new?a=?#part');
  expect((await ask('/shop?utm_source=x')).location).toBe('https://shop.example/?a=1&utm_source=x');
});

it('an export does not replace pages by redirects', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-redirects-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lead = (from: string) => redirectEntry(from, { to: '/page/new', status: 301 }, keep);
  const files = release(
    await page('/robots.txt', 'Robots'),
    await page('/page/new.html', 'New'),
    ...(await Promise.all(['/robot', '/robots.txt/x', '/page/new.html/x', `/${'x'.repeat(300)}`].map(lead))),
  );
  await exportRelease(releaseOf(files), join(folder, 'site'));
  const text = (name: string) => readFileSync(join(folder, 'site', name), 'utf8');
  expect([text('robots.txt'), text('page/new.html')]).toEqual(['Robots', 'New']);
  expect(text('robot.html')).toContain('url=/page/new');
  expect(text('_redirects').split('\n').filter(Boolean)).toHaveLength(4);
});

it('Hosting gets a complete version if redirects changed, else a clone', async () => {
  const { service, outlet } = await hosting();
  const redirects = await redirectEntry('/page/old', { to: '/page/a', status: 301 }, keep);
  const releases = [
    release(await page('/page/a.html', 'A'), redirects),
    release(await page('/page/a.html', 'B'), redirects),
    release(await page('/page/a.html', 'B')),
  ];
  let before: Files | null = null;
  const made: boolean[] = [];
  for (const [index, files] of releases.entries()) {
    service.calls.length = 0;
    await outlet.cursor();
    await outlet.deliver({ commit: index + 1, files, before, read });
    before = files;
    made.push(service.calls.some((call) => call.endsWith(':clone')));
  }
  expect(made).toEqual([false, true, false]);
  expect((service.live?.config as Redirecting).redirects).toHaveLength(1);
  expect(Object.keys(service.served())).toEqual(['/page/a.html']);
});
