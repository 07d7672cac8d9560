import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileEntry, Files } from '../../site/files.ts';
import type { Outlet } from '../../outlets/follow-outlet.ts';
import { openHostingApi } from './api.ts';
import { HostingService } from './hosting-service.fixture.ts';
import { openHostingOutlet } from './outlet.ts';
import { versionConfig } from './version-config.ts';

let hosting: HostingService;
let baseUrl: string;
let packed: Map<string, string>;
let warnings: string[];
const bytes = new Map<string, Buffer>();

beforeEach(async () => {
  hosting = new HostingService();
  baseUrl = await hosting.start();
  packed = new Map();
  warnings = [];
});

afterEach(() => hosting.stop());

const openOutlet = (redirects: { source: string; destination: string }[] = [], history = 'a'): Outlet => {
  const { project, site } = hosting;
  const api = openHostingApi({ project, site, token: () => Promise.resolve('token'), baseUrl, patience: 1 });
  const config = versionConfig({ cleanUrls: true, trailingSlash: false, redirects });
  return openHostingOutlet({ api, config, packed, history, warn: (message) => warnings.push(message) });
};

function filesOf(texts: Record<string, string>): Files {
  return new Map(
    Object.entries(texts).map(([path, text]): [string, FileEntry] => {
      const content = Buffer.from(text);
      const hash = createHash('sha256').update(content).digest('hex');
      bytes.set(hash, content);
      const contentType = 'text/html';
      return [path, { path, hash, contentType, size: content.length, kind: 'page', route: path }];
    }),
  );
}

const read = ({ hash }: FileEntry): Promise<Buffer> => Promise.resolve(bytes.get(hash) ?? Buffer.alloc(0));

/**
 * Delivers releases one after another, and reads the cursor before each one. Returns the calls of the last delivery.
 */
async function deliverAll(outlet: Outlet, releases: readonly Record<string, string>[]): Promise<string[]> {
  const delivered = new Map<number, Files>();
  for (const [index, texts] of releases.entries()) {
    hosting.calls.length = 0;
    const cursor = await outlet.cursor();
    const files = filesOf(texts);
    const before = cursor === null ? null : (delivered.get(cursor) ?? null);
    await outlet.deliver({ commit: index + 1, files, before, read });
    delivered.set(index + 1, files);
  }
  return [...hosting.calls];
}

const first = { '/index.html': 'Home', '/page/a.html': 'A', '/a.html': 'A', '/b.html': 'B' };

it('starts with a full version whose message names the commit', async () => {
  const outlet = openOutlet();
  expect(await outlet.cursor()).toBeNull();
  await deliverAll(outlet, [first]);
  expect(hosting.served()).toEqual(first);
  expect(hosting.live?.config).toMatchObject({ cleanUrls: true, trailingSlashBehavior: 'REMOVE' });
  expect(hosting.blobs.size).toBe(3);
  expect(await openOutlet().cursor()).toBe(1);
  expect(hosting.maxVersions).toBe('20');
});

it('delivers a change with five calls, one upload per changed hash, and polls', async () => {
  const calls = await deliverAll(openOutlet(), [first, { ...first, '/page/a.html': 'New', '/a.html': 'New' }]);
  expect(calls.filter((call) => !call.includes('operations'))).toEqual([
    'GET …/channels/live/releases',
    'POST …/versions:clone',
    'POST …/versions/2:populateFiles',
    'POST /upload/{hash}',
    'PATCH …/versions/2',
    'POST …/channels/live/releases',
  ]);
  expect(hosting.served()).toEqual({ ...first, '/page/a.html': 'New', '/a.html': 'New' });
});

it('excludes only removed files from the copy', async () => {
  await deliverAll(openOutlet(), [
    { ...first, '/a.html.old': 'x', '/xa.html': 'x', '/a+b(c).html': 'x' },
    { '/index.html': 'Home', '/a.html.old': 'x', '/xa.html': 'x', '/a+b(c).html': 'y' },
  ]);
  expect(hosting.served()).toEqual({ '/index.html': 'Home', '/a.html.old': 'x', '/xa.html': 'x', '/a+b(c).html': 'y' });
});

it('makes a full version without uploads when the configuration has changed', async () => {
  await deliverAll(openOutlet(), [first]);
  const outlet = openOutlet([{ source: '/old', destination: '/new' }]);
  hosting.calls.length = 0;
  expect(await outlet.cursor()).toBeNull();
  await outlet.deliver({
    commit: 1,
    files: filesOf(first),
    before: filesOf(first),
    read,
  });
  expect(hosting.calls.filter((call) => call.includes('clone') || call.includes('upload'))).toEqual([]);
  expect(hosting.live?.config).toMatchObject({ redirects: [{ location: '/new' }] });
  expect(hosting.served()).toEqual(first);
});

it('does not alternate with another configuration: the later started process decides', async () => {
  const old = openOutlet();
  await deliverAll(old, [first]);
  const fresh = openOutlet([{ source: '/old', destination: '/new' }]);
  expect(await fresh.cursor()).toBeNull();
  await fresh.deliver({ commit: 1, files: filesOf(first), before: null, read });
  expect(await fresh.cursor()).toBe(1);
  expect(await old.cursor()).toBe(1);
});

it('ignores the commit of another history', async () => {
  await deliverAll(openOutlet([], 'before the state was lost'), [first]);
  expect(await openOutlet([], 'started again').cursor()).toBeNull();
  expect(warnings).toEqual([expect.stringContaining('foreign release')]);
});

it('does not enable a manually disabled site, and names the remedy', async () => {
  const outlet = openOutlet();
  await deliverAll(outlet, [first]);
  const [{ version = '', message = '' } = {}] = hosting.releases;
  hosting.releases.push({ version: '', message: '' });
  await expect(outlet.cursor()).rejects.toMatchObject({
    message: expect.stringContaining('is disabled') as string,
    next: expect.stringContaining('roll back') as string,
  });
  expect(hosting.served()).toEqual({});
  hosting.releases.push({ version, message });
  expect(await outlet.cursor()).toBe(1);
});

it('declares many files in several calls', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_500 }, (_, n) => [`/page/${String(n)}.html`, String(n % 7)]));
  const calls = await deliverAll(openOutlet(), [many]);
  expect(calls.filter((call) => call.endsWith(':populateFiles'))).toHaveLength(3);
  expect(hosting.served()).toEqual(many);
});

describe('a failing API', () => {
  const second = { ...first, '/b.html': 'New' };

  it.each([400, 403, 404, 409, 500])('falls back to a full version when a clone is refused with %i', async (status) => {
    hosting.trouble = (call) => (call.endsWith('versions:clone') ? status : null);
    await deliverAll(openOutlet(), [first, second]);
    expect(hosting.served()).toEqual(second);
    expect(warnings).toEqual([expect.stringContaining('could not be copied')]);
  });

  it('never clones a foreign release', async () => {
    await deliverAll(openOutlet(), [first]);
    hosting.releases.push({ version: hosting.releases[0]?.version ?? '', message: 'Deployed by hand' });
    const outlet = openOutlet();
    expect(await outlet.cursor()).toBeNull();
    await outlet.deliver({ commit: 2, files: filesOf(second), before: filesOf(first), read });
    expect(hosting.served()).toEqual(second);
    expect(hosting.calls.some((call) => call.includes('clone'))).toBe(false);
  });

  it.each<[string, number | 'hang-up']>([
    ['Hosting is busy', 503],
    ['the quota is temporarily exhausted', 429],
    ['a connection breaks', 'hang-up'],
  ])('retries when %s', async (_, trouble) => {
    hosting.trouble = (_call, number) => (number % 3 === 0 ? trouble : null);
    await deliverAll(openOutlet(), [first, second]);
    expect(hosting.served()).toEqual(second);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('releases once if the answer to call %i is lost', async (lost) => {
    const outlet = openOutlet();
    await deliverAll(outlet, [first]);
    const released = hosting.releases.length;
    hosting.calls.length = 0;
    hosting.trouble = (_call, number) => (number === lost ? 'lost-answer' : null);
    await outlet.cursor();
    await outlet.deliver({ commit: 2, files: filesOf(second), before: filesOf(first), read });
    expect(hosting.served()).toEqual(second);
    expect(hosting.releases).toHaveLength(released + 1);
    expect(await outlet.cursor()).toBe(2);
  });

  it.each<[number, string]>([
    [401, 'credentials'],
    [403, 'roles/firebasehosting.admin'],
    [404, 'hosting:sites:create'],
    [429, 'quota'],
  ])('names the remedy for %i and keeps the live version', async (status, advice) => {
    const outlet = openOutlet();
    await deliverAll(outlet, [first]);
    hosting.trouble = () => status;
    const refused = outlet.deliver({ commit: 2, files: filesOf(second), before: filesOf(first), read });
    await expect(refused).rejects.toMatchObject({ status, next: expect.stringContaining(advice) as string });
    hosting.trouble = () => null;
    expect(hosting.served()).toEqual(first);
  });

  it('keeps one complete release live when any call fails, and succeeds eventually', async () => {
    const texts = fc.dictionary(
      fc.constantFrom('/a.html', '/b.html', '/c.html', '/d.html'),
      fc.constantFrom('x', 'y', 'z'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(fc.nat(9)),
        async (all, dice) => {
          hosting.releases.length = 0;
          hosting.trouble = () => [400, 403, 500][dice.next().value as number] ?? null;
          const outlet = openOutlet();
          let shown: Record<string, string> = {};
          const releases = all.map((release) => ({ ...release, '/index.html': 'Home' }));
          for (const [index, release] of releases.entries()) {
            const before = index === 0 ? null : filesOf(shown);
            try {
              await outlet.deliver({ commit: index + 1, files: filesOf(release), before, read });
              shown = release;
            } catch {
              // The previous release stays live.
            }
            expect(hosting.served()).toEqual(shown);
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
