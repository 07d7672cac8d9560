import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobPath } from '../adapters/disk/blobs.ts';
import type { Pipeline } from './control.ts';
import type { PipelineEvent } from './events.ts';
import type { Notice } from '../release/store.ts';
import { aDemo, anEmbed, aPage, aSection } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import { liveFiles, openTextPipeline, temporaryFolder, textSite } from './text-pipeline.fixture.ts';
import { textRenderer } from '../render/text-renderer.fixture.ts';

let home: ReturnType<typeof temporaryFolder>;
let source: MemorySource;
let pipeline: Pipeline;
let notices: Notice[];
let events: PipelineEvent[];
let clock: Date;

const open = async (
  options: { fingerprint?: string; retain?: number; isPassing?: boolean; renderer?: typeof textRenderer } = {},
) => {
  pipeline = await openTextPipeline({
    dataDir: home.folder,
    source,
    notices,
    log: (event) => events.push(event),
    now: () => clock,
    ...options,
  });
};

beforeEach(async () => {
  home = temporaryFolder();
  source = memorySource();
  notices = [];
  events = [];
  clock = new Date('2026-01-05T00:00:00.000Z');
  source.set('pages/a', aPage({ title: 'Ada', slug: 'ada' }));
  source.set('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false }));
  source.set('pages/draft', aPage({ slug: 'draft', is_published: false }));
  source.set('demo_pages/d', aDemo({ slug: 'grace' }));
  source.set('demo_embeds/d', anEmbed());
  source.set('homepage_sections/s', aSection());
  await open();
});

afterEach(async () => {
  await pipeline.close().catch(() => undefined);
  home.remove();
});

const write = async (path: string, data: Parameters<MemorySource['set']>[1] | null) => {
  if (data === null) source.delete(path);
  else source.set(path, data);
  return pipeline.publish([path]);
};

const read = async (path: string) => {
  const file = pipeline.live()?.get(path);
  return file ? new TextDecoder().decode(await file.read()) : null;
};

describe('what an edit re-renders', () => {
  beforeEach(() => pipeline.reconcile());

  const everyPage = ['/404', '/', '/demo/grace', '/demos', '/page/ada', '/page/babbage'];
  it.each<[string, string, Parameters<MemorySource['set']>[1] | null, string[], string[]]>([
    [
      'a body',
      'pages/b',
      aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body: 'New' }),
      ['/page/babbage'],
      [],
    ],
    [
      'a title that is in no menu',
      'pages/b',
      aPage({ title: 'New', slug: 'babbage', show_in_menu: false }),
      ['/page/babbage'],
      [],
    ],
    ['a title in the menu', 'pages/a', aPage({ title: 'New', slug: 'ada' }), everyPage, []],
    ['a draft', 'pages/draft', aPage({ slug: 'draft', is_published: false, body: 'New' }), [], []],
    ['a section', 'homepage_sections/s', aSection({ title: 'New' }), ['/'], []],
    ['a demo', 'demo_pages/d', aDemo({ slug: 'grace', heading: 'New' }), ['/demo/grace', '/demos'], []],
    ['an embed', 'demo_embeds/d', anEmbed('https://demo.example/other'), ['/demo/grace'], []],
    ['a page outside the menu that goes', 'pages/b', null, ['/sitemap.xml'], ['/page/babbage']],
    [
      'a new slug',
      'pages/b',
      aPage({ title: 'Babbage', slug: 'new', show_in_menu: false }),
      ['/page/new', '/sitemap.xml'],
      ['/page/babbage'],
    ],
  ])('%s', async (...[, path, data, rendered, removed]) => {
    if (data === null) source.delete(path);
    else source.set(path, data);
    const plan = await pipeline.plan();
    expect(plan.render.map(({ route }) => route).sort()).toEqual([...rendered].sort());
    expect(plan.remove.map(({ path: route }) => route)).toEqual(removed);

    const files = (routes: string[]) => routes.flatMap((route) => (route.startsWith('/page/') ? [1, 2] : [1])).length;
    const { release } = await pipeline.publish([path]);
    const isSame = rendered.length === 0 && removed.length === 0;
    expect(release === null).toBe(isSame);
    expect((release?.added ?? 0) + (release?.changed ?? 0)).toBe(files(rendered));
    expect(release?.removed ?? 0).toBe(files(removed));
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('every step has a reason', async () => {
    source.set('pages/b', aPage({ title: 'Babbage', slug: 'new', show_in_menu: false, body: 'x' }));
    source.set('demo_pages/d', aDemo({ slug: 'grace', is_published: false }));
    source.set('homepage_sections/s', aSection({ title: 'New' }));
    const { render, keep, remove } = await pipeline.plan();
    expect(render).toEqual([
      { route: '/', reason: 'homepage() changed' },
      { route: '/demos', reason: 'gallery() changed' },
      { route: '/sitemap.xml', reason: 'sitemap() changed' },
      { route: '/page/new', reason: 'new route' },
    ]);
    expect(keep.sort()).toEqual(['/404', '/page/ada', '/robots.txt']);
    expect(remove).toEqual([
      { path: '/page/babbage', reason: 'pages/b moved to "new"' },
      { path: '/demo/grace', reason: 'demo_pages/d unpublished' },
    ]);
  });

  it('a plan writes nothing', async () => {
    const before = await liveFiles(pipeline);
    source.set('pages/a', aPage({ title: 'New', slug: 'ada' }));
    await pipeline.plan();
    expect(await liveFiles(pipeline)).toEqual(before);
    expect(pipeline.releases()).toHaveLength(1);
  });
});

describe('a release', () => {
  it('stands at both addresses of a page with one blob', async () => {
    await pipeline.reconcile();
    const [long, short] = [pipeline.live()?.get('/page/ada.html'), pipeline.live()?.get('/ada.html')];
    expect(long?.hash).toBe(short?.hash);
    expect(await read('/ada.html')).toContain('"title":"Ada"');
  });

  it('stays readable as it was while the next one goes live', async () => {
    await pipeline.reconcile();
    const before = pipeline.live();
    await write('pages/a', aPage({ title: 'New', slug: 'ada' }));
    expect(pipeline.live()?.id).not.toBe(before?.id);
    expect(new TextDecoder().decode(await before?.get('/ada.html')?.read())).toContain('"title":"Ada"');
  });

  it('is not made when nothing visitors see has changed', async () => {
    await pipeline.reconcile();
    const { release } = await pipeline.reconcile();
    expect(release).toBeNull();
    expect(pipeline.releases()).toHaveLength(1);
  });

  it('comes anew when the templates do, and only then', async () => {
    await pipeline.reconcile();
    expect((await pipeline.useCompiled(textSite('text-1'))).release).toBeNull();
    const { release } = await pipeline.useCompiled(textSite('text-2'));
    expect(release).toMatchObject({ added: 1, removed: 0, changed: 10 });
    expect(await read('/index.html')).toMatch(/^text-2/);
  });

  it('serves the styles of the one before for 24 hours, for pages that are open', async () => {
    const styles = () =>
      pipeline
        .live()
        ?.paths()
        .filter((path) => path.startsWith('/assets/'))
        .sort();
    const nextEdit = (body: string) => write('pages/b', aPage({ slug: 'babbage', show_in_menu: false, body }));
    await pipeline.reconcile();
    await pipeline.useCompiled(textSite('text-2'));
    expect(styles()).toEqual(['/assets/text-1.css', '/assets/text-2.css']);
    await pipeline.close();
    clock = new Date('2026-01-05T23:59:59.000Z');
    await open({ fingerprint: 'text-2' });
    await pipeline.reconcile();
    await nextEdit('One');
    expect(styles()).toEqual(['/assets/text-1.css', '/assets/text-2.css']);
    expect(await read('/assets/text-1.css')).toBe('/* text-1 */');
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    clock = new Date('2026-01-06T00:00:00.000Z');
    await nextEdit('Two');
    expect(styles()).toEqual(['/assets/text-2.css']);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('is forgotten, with its bytes, once enough newer ones are kept', async () => {
    await pipeline.close();
    await open({ retain: 3 });
    await pipeline.reconcile();
    const first = pipeline.live()?.get('/babbage.html')?.hash ?? '';
    for (const body of ['1', '2', '3']) {
      await write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body }));
    }
    expect(pipeline.releases().map(({ id }) => id)).toEqual(['4', '3', '2']);
    await expect.poll(() => notices).toContainEqual({ path: 'releases/1', data: null });
    expect(notices).not.toContainEqual({ path: 'releases/2', data: null });
    const shard = readdirSync(join(home.folder, 'blobs', first.slice(0, 2)), { withFileTypes: true });
    expect(shard.map(({ name }) => name)).not.toContain(first.slice(2));
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });
});

describe('a release made while templates are worked on', () => {
  it('gives its place, and its bytes, to the next one, in another session too', async () => {
    await pipeline.reconcile();
    await pipeline.close();
    await open({ isPassing: true });
    await pipeline.useCompiled(textSite('text-2'));
    const passing = pipeline.live()?.get('/babbage.html')?.hash ?? '';
    await pipeline.useCompiled(textSite('text-3'));
    expect(pipeline.releases().map(({ id }) => id)).toEqual(['3', '1']);
    await expect.poll(() => notices).toContainEqual({ path: 'releases/2', data: null });
    const shard = readdirSync(join(home.folder, 'blobs', passing.slice(0, 2)));
    expect(shard).not.toContain(passing.slice(2));

    await pipeline.close();
    await open();
    await write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', body: 'edited' }));
    expect(pipeline.releases().map(({ id }) => id)).toEqual(['4', '1']);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    await pipeline.rollback('1');
    expect(await read('/babbage.html')).toMatch(/^text-1/);
  });
});

describe('a page that cannot be rendered', () => {
  beforeEach(() => pipeline.reconcile());
  const broken = aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body: 'THROW', rev: 7 });

  it('keeps its bytes while the others publish', async () => {
    const before = await read('/babbage.html');
    source.set('pages/b', broken);
    source.set('homepage_sections/s', aSection({ title: 'New' }));
    const { release, problems } = await pipeline.publish(['pages/b', 'homepage_sections/s']);
    expect(release).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(problems).toEqual([
      { document: 'pages/b', field: null, message: 'The page could not be rendered: The template threw' },
    ]);
    expect(await read('/babbage.html')).toBe(before);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('is told to its editor as failed, and as live once it is put right', async () => {
    const told = () => notices.filter(({ path }) => path === 'build_state/pages_b').map(({ data }) => data);
    await write('pages/b', broken);
    await expect.poll(told).toHaveLength(1);
    await write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body: 'Right', rev: 8 }));
    expect(pipeline.status().problems).toEqual([]);
    expect(await read('/babbage.html')).toContain('Right');
    await pipeline.close();
    expect(told()).toMatchObject([
      { document: 'pages/b', rev: 7, state: 'failed', problems: [{ document: 'pages/b' }] },
      { document: 'pages/b', rev: 8, state: 'live', problems: [] },
    ]);
  });

  it('is new and stays away until it can be', async () => {
    await write('pages/new', aPage({ slug: 'new', show_in_menu: false, body: 'THROW' }));
    expect(await read('/new.html')).toBeNull();
    expect(pipeline.status().problems).toMatchObject([{ document: 'pages/new' }]);
    await pipeline.close();
    await open();
    expect(pipeline.status().problems).toMatchObject([{ document: 'pages/new' }]);
    await pipeline.reconcile();
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('stands for no document: what has just changed is told as failed', async () => {
    await write('homepage_sections/s', aSection({ title: 'THROW', rev: 2 }));
    await pipeline.close();
    const told = notices.find(({ path }) => path === 'build_state/homepage_sections_s');
    expect(told?.data).toMatchObject({ state: 'failed', rev: 2, problems: [{ document: '/' }] });
  });
});

describe('going back', () => {
  beforeEach(async () => {
    await pipeline.reconcile();
    await write('pages/a', aPage({ title: 'Second', slug: 'ada' }));
  });

  it('brings back an earlier release as it was', async () => {
    const { release } = await pipeline.rollback('1');
    expect(release?.id).toBe('3');
    expect(await read('/ada.html')).toContain('"title":"Ada"');
    expect(pipeline.status()).toMatchObject({ release: '3', pinned: '1' });
  });

  it('stays there while content changes, and says so to editors', async () => {
    await pipeline.rollback('1');
    expect((await write('pages/a', aPage({ title: 'Third', slug: 'ada', rev: 3 }))).release).toBeNull();
    expect(await read('/ada.html')).toContain('"title":"Ada"');
    await pipeline.close();
    const told = notices.findLast(({ path }) => path === 'build_state/pages_a');
    expect(told?.data).toMatchObject({ rev: 3, state: 'failed', problems: [{ document: 'pages/a' }] });
  });

  it('tells which release the site is pinned to, and of what it holds back until it is not', async () => {
    const last = (path: string) => notices.findLast((notice) => notice.path === path)?.data;
    await pipeline.rollback('1');
    await expect.poll(() => last('build_state/current')).toMatchObject({ pinned: true, pinned_to: '1' });
    await write('pages/a', aPage({ title: 'Third', slug: 'ada', rev: 3 }));
    await expect.poll(() => last('build_state/pages_a')).toMatchObject({ rev: 3, state: 'failed' });
    await pipeline.unpin();
    await expect.poll(() => last('build_state/current')).toMatchObject({ pinned: false, pinned_to: null });
    expect(last('build_state/pages_a')).toMatchObject({ rev: 3, state: 'live', problems: [] });
    expect(last('build_state/pages_b')).toBeUndefined();
  });

  it.each<[string, () => Promise<unknown>, string[]]>([
    ['deleted', () => write('pages/b', null), ['/babbage.html', '/page/babbage.html']],
    [
      'unpublished',
      () => write('pages/b', aPage({ slug: 'babbage', is_published: false })),
      ['/babbage.html', '/page/babbage.html'],
    ],
    [
      'protected',
      () => write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true })),
      ['/demo/grace.html'],
    ],
  ])('leaves out what is %s by now, before or after going back', async (_, withdraw, gone) => {
    await withdraw();
    await pipeline.rollback('1');
    expect(gone.map((path) => pipeline.live()?.get(path) ?? null)).toEqual(gone.map(() => null));
    const sitemap = (await read('/sitemap.xml')) ?? '';
    expect(gone.some((path) => sitemap.includes(path.replace('.html', '"')))).toBe(false);
  });

  it('takes away what is withdrawn while pinned', async () => {
    await pipeline.rollback('1');
    await write('homepage_sections/s', aSection({ is_visible: false }));
    expect(await read('/index.html')).not.toContain('Meet Ada');
    expect(pipeline.status().pinned).toBe('1');
  });

  it('is remembered over a restart', async () => {
    await pipeline.rollback('1');
    await pipeline.close();
    await open();
    await pipeline.reconcile();
    expect(pipeline.status().pinned).toBe('1');
    expect(await read('/ada.html')).toContain('"title":"Ada"');
  });

  it('keeps the pages of earlier templates with the files they need', async () => {
    await pipeline.useCompiled(textSite('text-2'));
    await pipeline.rollback('1');
    expect(await read('/index.html')).toMatch(/^text-1/);
    expect(pipeline.live()?.get('/assets/text-1.css')).not.toBeNull();
  });

  it('ends when the site follows content again', async () => {
    await pipeline.useCompiled(textSite('text-2'));
    await pipeline.rollback('1');
    await write('pages/a', aPage({ title: 'Third', slug: 'ada' }));
    await pipeline.unpin();
    expect(await read('/ada.html')).toMatch(/^text-2.*"title":"Third"/);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    expect(pipeline.status().pinned).toBeNull();
  });

  it('to a release that had gone back means the one it went back to', async () => {
    await pipeline.rollback('1');
    await pipeline.unpin();
    await pipeline.rollback('3');
    expect(pipeline.status().pinned).toBe('1');
    expect(await read('/ada.html')).toContain('"title":"Ada"');
  });

  it('is possible to every kept release, although the one it had gone back to is old', async () => {
    await pipeline.close();
    await open({ retain: 3 });
    await pipeline.reconcile();
    await pipeline.rollback('1');
    await write('homepage_sections/s', aSection({ is_visible: false }));
    await pipeline.unpin();
    await write('pages/a', aPage({ title: 'Third', slug: 'ada' }));
    const wentBack = pipeline.releases().findLast(({ pin }) => pin !== null);
    await pipeline.rollback(wentBack?.id ?? '');
    expect(await read('/ada.html')).toContain('"title":"Ada"');
  });

  it('never brings back the embed of a demo that is protected now', async () => {
    source.set('demo_pages/e', aDemo({ slug: 'grace', created_at: '2025-12-31T00:00:00.000Z' }));
    source.set('demo_embeds/e', anEmbed('https://demo.example/elder'));
    await pipeline.reconcile();
    const clashing = pipeline.live()?.id ?? '';
    source.set('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
    source.delete('demo_pages/e');
    await pipeline.reconcile();
    await pipeline.rollback(clashing);
    expect(Object.values(await liveFiles(pipeline)).join('\n')).not.toContain('https://demo.example/');
  });

  it('knows only kept releases', async () => {
    await expect(pipeline.rollback('99')).rejects.toThrow('There is no release 99');
  });
});

describe('damage', () => {
  beforeEach(() => pipeline.reconcile());
  const blobOf = (path: string) => blobPath(join(home.folder, 'blobs'), pipeline.live()?.get(path)?.hash ?? '');

  it('is found by verify', async () => {
    writeFileSync(blobOf('/index.html'), 'something else');
    expect(await pipeline.verify()).toEqual({ identical: false, differing: ['/index.html'] });
  });

  it.each([
    ['a lost file', '/ada.html', (file: string) => rmSync(file)],
    ['a cut file', '/index.html', (file: string) => writeFileSync(file, '')],
    ['a lost file of the compiled site', '/assets/text-1.css', (file: string) => rmSync(file)],
  ])('%s is made again at the next start', async (_, path, harm) => {
    const before = await read(path);
    harm(blobOf(path));
    await pipeline.close();
    await open();
    await pipeline.reconcile();
    expect(await read(path)).toBe(before);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });
});

describe('damage while it runs', () => {
  beforeEach(() => pipeline.reconcile());
  const blobOf = (path: string) => blobPath(join(home.folder, 'blobs'), pipeline.live()?.get(path)?.hash ?? '');
  const sameSize = (file: string) => writeFileSync(file, 'X'.repeat(readFileSync(file).length));
  const harms: [string, (file: string) => void][] = [
    ['lost', (file) => rmSync(file)],
    ['cut', (file) => writeFileSync(file, '')],
    ['changed in place', sameSize],
  ];
  const paths = ['/ada.html', '/sitemap.xml', '/assets/text-1.css'];

  it.each(harms.flatMap(([name, harm]) => paths.map((path) => [path, name, harm] as const)))(
    '%s %s is made again when it is read',
    async (path, _, harm) => {
      const before = await read(path);
      harm(blobOf(path));
      expect(await Promise.all([read(path), read(path)])).toEqual([before, before]);
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
      expect(pipeline.releases()).toHaveLength(1);
    },
  );

  it('is no more when the content comes back to it', async () => {
    const before = await read('/babbage.html');
    const file = blobOf('/babbage.html');
    await write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body: 'New' }));
    rmSync(file);
    await write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false }));
    expect(await read('/babbage.html')).toBe(before);
  });

  it('is repaired as a whole when asked for', async () => {
    const before = await liveFiles(pipeline);
    for (const path of paths) sameSize(blobOf(path));
    const { repaired, left } = await pipeline.repair();
    expect([repaired.sort(), left]).toEqual([
      ['/ada.html', '/assets/text-1.css', '/page/ada.html', '/sitemap.xml'],
      [],
    ]);
    expect(await liveFiles(pipeline)).toEqual(before);
    expect(await pipeline.repair()).toEqual({ repaired: [], left: [] });
  });

  it('is repaired without a source too, where asked for, and not by reading', async () => {
    sameSize(blobOf('/ada.html'));
    await pipeline.close();
    pipeline = await openTextPipeline({ dataDir: home.folder, source: null });
    await expect(read('/ada.html')).rejects.toThrow('npx frontage verify --repair');
    expect((await pipeline.repair()).left).toEqual([]);
    expect(await read('/ada.html')).toContain('Ada');
  });
});

describe('one writer', () => {
  it('others may read the same folder', async () => {
    await pipeline.reconcile();
    const other = await openTextPipeline({ dataDir: home.folder, source: null });
    expect(await other.verify()).toEqual({ identical: true, differing: [] });
    expect(other.releases()).toHaveLength(1);
    await expect(other.rollback('1')).rejects.toThrow('Another process publishes from this folder');
    await other.close();
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('without a source, going back still works', async () => {
    await pipeline.reconcile();
    await write('pages/a', aPage({ title: 'Second', slug: 'ada' }));
    await pipeline.close();
    const offline = await openTextPipeline({ dataDir: home.folder, source: null });
    await offline.rollback('1');
    await expect(offline.reconcile()).rejects.toThrow('without a source');
    await offline.close();
    await open();
    expect(pipeline.status().pinned).toBe('1');
  });
});

describe('hints', () => {
  beforeEach(() => pipeline.reconcile());

  it('that arrive together are one release', async () => {
    source.set('pages/b', aPage({ slug: 'babbage', show_in_menu: false, body: '1' }));
    source.set('homepage_sections/s', aSection({ title: 'New' }));
    const [one, two] = await Promise.all([pipeline.publish(['pages/b']), pipeline.publish(['homepage_sections/s'])]);
    expect(one).toBe(two);
    expect(pipeline.releases()).toHaveLength(2);
  });

  it('of what is known already change nothing', async () => {
    expect(await pipeline.publish(['pages/a', 'nowhere/x'])).toEqual({ release: null, problems: [] });
  });

  it('survive a source out of reach', async () => {
    const reachable = source.read;
    source.read = () => Promise.reject(new Error('out of reach'));
    source.set('homepage_sections/s', aSection({ title: 'New' }));
    const published = pipeline.publish(['homepage_sections/s']);
    await expect.poll(() => pipeline.status().failure).toBe('out of reach');
    expect(pipeline.status()).toMatchObject({ state: 'unreachable', waiting: 1, release: '1' });
    source.read = reachable;
    expect((await published).release?.id).toBe('2');
    expect(pipeline.status()).toMatchObject({ state: 'idle', failure: null });
    expect(events.filter(({ event }) => event === 'publish-failed')).toHaveLength(1);
  });
});

it('tells how far it is while it renders for long', async () => {
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
  let rendered = 0;
  const renderer: typeof textRenderer = (fingerprint) => ({
    ...textRenderer(fingerprint),
    render: async (...asked) => {
      rendered += 1;
      if (rendered > 30) await isSeen;
      return textRenderer(fingerprint).render(...asked);
    },
  });
  await pipeline.close();
  await open({ renderer });
  for (let index = 0; index < 40; index += 1) source.set(`pages/p${index}`, aPage({ slug: `p-${index}` }));
  const published = pipeline.reconcile();
  const current = () => notices.findLast(({ path }) => path === 'build_state/current')?.data;
  await expect
    .poll(current, { timeout: 20_000 })
    .toMatchObject({
      state: 'building',
      progress: { done: 25, total: 48, seconds_left: expect.any(Number) as number },
    });
  seen();
  await published;
  await expect.poll(current).toMatchObject({ state: 'idle', progress: null });
});

it('tells Firestore what is live', async () => {
  await pipeline.reconcile();
  await write('homepage_sections/s', aSection({ title: 'New', rev: 5 }));
  await pipeline.close();
  const last = (path: string) => notices.findLast((notice) => notice.path === path)?.data;
  expect(last('build_state/current')).toMatchObject({
    state: 'idle',
    release: '2',
    pinned: false,
    pinned_to: null,
    problems: [],
  });
  expect(last('build_state/homepage_sections_s')).toMatchObject({ rev: 5, state: 'live', release: '2' });
  expect(last('releases/2')).toMatchObject({ id: '2', changed: 1, documents: ['homepage_sections/s'] });
});

describe('where visitors find what an editor is told about', () => {
  const last = (path: string) => notices.findLast((notice) => notice.path === path)?.data;
  const tooLong = 'x'.repeat(201);
  const noTitle = { title: '' };

  it.each<[string, string, Parameters<MemorySource['set']>[1], string, string | null]>([
    ['a page', 'pages/a', aPage({ title: 'Ada', slug: 'ada', rev: 2 }), 'live', '/ada'],
    ['a draft', 'pages/draft', aPage({ slug: 'draft', is_published: false, rev: 2 }), 'live', null],
    ['a new page that is refused', 'pages/n', aPage({ slug: 'new', ...noTitle }), 'failed', null],
    ['a page whose address is taken', 'pages/z', aPage({ slug: 'ada' }), 'failed', null],
    ['a newer version that is refused', 'pages/b', aPage({ slug: 'moved', title: tooLong }), 'failed', '/babbage'],
    ['a demo', 'demo_pages/d', aDemo({ slug: 'grace', rev: 2 }), 'live', '/demo/grace'],
    ['a new demo without code', 'demo_pages/n', aDemo({ slug: 'bare' }), 'failed', null],
    ['a section', 'homepage_sections/s', aSection({ rev: 2 }), 'live', '/'],
    ['a hidden section', 'homepage_sections/s', aSection({ rev: 2, is_visible: false }), 'live', null],
    ['a new section that is refused', 'homepage_sections/n', aSection(noTitle), 'failed', null],
    ['a section refused after it was seen', 'homepage_sections/s', aSection(noTitle), 'failed', '/'],
  ])('%s', async (...[, path, data, state, shown_at]) => {
    await pipeline.reconcile();
    await write(path, data);
    await pipeline.close();
    expect(last(`build_state/${path.replace('/', '_')}`)).toMatchObject({ state, shown_at });
  });

  it('a page that could not be rendered, new and not', async () => {
    await pipeline.reconcile();
    await write('pages/n', aPage({ slug: 'new', body: 'THROW' }));
    await write('pages/b', aPage({ slug: 'babbage', body: 'THROW' }));
    await pipeline.close();
    expect(last('build_state/pages_n')).toMatchObject({ state: 'failed', shown_at: null });
    expect(last('build_state/pages_b')).toMatchObject({ state: 'failed', shown_at: '/babbage' });
  });
});
