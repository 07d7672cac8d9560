import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { durations, serverLimits } from '@frontage/model/limits';
import { blobPath } from '../adapters/disk/blobs.ts';
import { folderObjects } from '../adapters/objects/objects.ts';
import { openImageLibrary, type UploadSource } from '../adapters/images/library.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { aDemo, aMedia, anEmbed, aPage } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';
import {
  uploadAddress,
  memoryUploads,
  uploadBucket,
  uploadContents,
  type MemoryUploads,
} from '../adapters/images/uploads.fixture.ts';

let home: ReturnType<typeof temporaryFolder>;
let source: MemorySource;
let uploads: MemoryUploads;
let pipeline: Pipeline;
let clock: Date;

const open = async (from: UploadSource = uploads, patience = Infinity) => {
  pipeline = await openTextPipeline({
    dataDir: home.folder,
    source,
    patience,
    now: () => clock,
    openImages: (blobs, known) => openImageLibrary({ uploads: from, buckets: [uploadBucket], blobs, known }),
  });
  await pipeline.reconcile();
};

beforeEach(() => {
  home = temporaryFolder();
  source = memorySource();
  clock = new Date('2026-01-05T00:00:00.000Z');
  uploads = memoryUploads();
  uploads.set('circle', uploadContents.circle);
});

afterEach(async () => {
  await pipeline.close();
  home.remove();
});

const read = async (path: string) => new TextDecoder().decode(await pipeline.live()?.get(path)?.read());
const imagePaths = () => (pipeline.live()?.paths() ?? []).filter((path) => path.startsWith('/assets/images/'));
const write = (path: string, data: JsonObject | null) => {
  if (data === null) source.delete(path);
  else source.set(path, data);
  return pipeline.publish([path]);
};

const younger = { created_at: '2026-01-03T00:00:00.000Z', og_image_url: uploadAddress('circle') };

/** In each case, publishing one document makes another document visible. */
it.each<[string, Record<string, JsonObject>, string, JsonObject | null, string]>([
  [
    'the deletion of a document with the same slug',
    { 'pages/a': aPage(), 'pages/b': aPage(younger) },
    'pages/a',
    null,
    '/page/about.html',
  ],
  [
    'another slug of a document with the same slug',
    { 'demo_pages/a': aDemo(), 'demo_embeds/a': anEmbed(), 'demo_pages/b': aDemo(younger), 'demo_embeds/b': anEmbed() },
    'demo_pages/a',
    aDemo({ slug: 'other' }),
    '/demo/ada-speaks.html',
  ],
  ['new embed code', { 'demo_pages/b': aDemo(younger) }, 'demo_embeds/b', anEmbed(), '/demo/ada-speaks.html'],
])('publishes the images of a document that becomes visible because of %s', async (...[, before, path, data, file]) => {
  for (const [document, fields] of Object.entries(before)) source.set(document, fields);
  await open();
  expect(imagePaths()).toEqual([]);
  await write(path, data);
  expect(imagePaths()).toHaveLength(1);
  expect(await read(file)).toContain(imagePaths()[0]);
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
});

describe('an upload', () => {
  it.each<[string, string, Uint8Array | null, number]>([
    ['a late upload', 'late', uploadContents.square, 1],
    // The files of the earlier image are kept for pages that are still open.
    ['a replaced upload', 'circle', uploadContents.square, 2],
    ['an upload replaced by a file that is not an image', 'circle', uploadContents.text, 0],
    ['a removed upload', 'circle', null, 0],
  ])('%s changes the site after the next full scan', async (...[, name, bytes, served]) => {
    source.set('pages/a', aPage({ og_image_url: uploadAddress(name) }));
    await open();
    const before = imagePaths();
    if (bytes === null) uploads.delete(name);
    else uploads.set(name, bytes);
    expect((await pipeline.verify()).identical).toBe(false);
    await pipeline.reconcile();
    expect(imagePaths()).toHaveLength(served);
    expect(imagePaths()).not.toEqual(before);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('is shown unprocessed while its files are being generated', async () => {
    const slow = Promise.withResolvers<Uint8Array>();
    const reading: UploadSource = {
      read: (bucket, object) => (object === 'slow' ? slow.promise : uploads.read(bucket, object)),
    };
    source.set('pages/a', aPage());
    await open(reading, 20);
    source.set('pages/b', aPage({ slug: 'b', og_image_url: uploadAddress('slow') }));
    source.set('pages/a', aPage({ title: 'New' }));
    const { problems } = await pipeline.publish(['pages/a', 'pages/b']);
    expect(problems).toMatchObject([
      { document: 'pages/b', message: expect.stringContaining('being processed') as string },
    ]);
    expect(await read('/about.html')).toContain('"title":"New"');
    expect(await read('/b.html')).toContain(uploadAddress('slow'));
    expect(imagePaths()).toEqual([]);
    slow.resolve(uploadContents.circle);
    await expect.poll(imagePaths).toHaveLength(1);
    expect(await read('/b.html')).toContain(imagePaths()[0]);
    expect(pipeline.status().problems).toEqual([]);
  });
});

it('processes images up to the limit per document and reads missing ones once', async () => {
  const requested: string[] = [];
  const count: UploadSource = { read: (_, object) => (requested.push(object), Promise.resolve(null)) };
  await open(count);
  const body = Array.from(
    { length: serverLimits.documentImages + 5 },
    (_, index) => `![](${uploadAddress(`m${String(index)}`)})`,
  );
  await write('pages/a', aPage({ body: body.join('\n') }));
  expect(new Set(requested).size).toBe(serverLimits.documentImages);
  await write('pages/b', aPage({ slug: 'b' }));
  expect(requested).toHaveLength(serverLimits.documentImages);
  const messages = pipeline.status().problems.map(({ message }) => message);
  expect(messages).toHaveLength(12);
  expect(messages.at(-1)).toBe('5 images exceed the limit of one document: their originals are shown');
});

describe('the description of an upload', () => {
  const media = 'media/demo-images_circle';
  const showing = aPage({ og_image_url: uploadAddress('circle') });

  it.each<[string, JsonObject, string[]]>([
    ['a new alt text', { alt: 'A circle' }, ['/about.html', '/page/about.html']],
    ['another focal point', { focal: { x: 0.2, y: 1 } }, ['/about.html', '/page/about.html']],
    ['another title', { title: 'Circle' }, []],
    ['a focal point near the center', { focal: { x: 0.51, y: 0.5 } }, []],
  ])('renders the pages that show the upload after %s', async (...[, fields, rendered]) => {
    source.set('pages/a', showing);
    source.set('pages/b', aPage({ slug: 'b' }));
    source.set(media, aMedia('circle'));
    await open();
    const before = pipeline.live();
    await write(media, aMedia('circle', fields));
    const after = pipeline.live();
    const changed = (after?.paths() ?? []).filter((path) => before?.get(path)?.hash !== after?.get(path)?.hash);
    expect(changed.filter((path) => !path.startsWith('/assets/')).sort()).toEqual(rendered);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('shows a replaced file at once, and the earlier one again', async () => {
    source.set('pages/a', showing);
    source.set(media, aMedia('circle', { md5: '1' }));
    await open();
    const [first] = imagePaths();
    for (const [name, md5] of [
      ['square', '2'],
      ['circle', '1'],
    ] as const) {
      uploads.set('circle', uploadContents[name]);
      await write(media, aMedia('circle', { md5 }));
      const shown = imagePaths().find((path) => path === first) === first;
      expect(await read('/about.html')).toMatch(/\/assets\/images\//);
      expect(shown).toBe(true);
      expect((await read('/about.html')).includes(first ?? '')).toBe(name === 'circle');
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    }
  });

  it('stays out of the content that visitors see change', async () => {
    source.set('pages/a', showing);
    await open();
    const { problems } = await write(media, aMedia('circle', { focal: { x: 2, y: 0 } }));
    expect(problems).toMatchObject([{ document: media, field: 'focal.x' }]);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });
});

describe('an image that is no longer shown', () => {
  const live = (path: string) => pipeline.live()?.get(path)?.read();

  it.each<[string, () => Promise<unknown>]>([
    ['an edit', () => write('pages/a', aPage({ body: 'No image' }))],
    [
      'an edit that a full scan finds',
      async () => {
        await pipeline.close();
        source.set('pages/a', aPage({ body: 'No image' }));
        await open();
      },
    ],
  ])('is served for another 24 hours after %s', async (_, removeImage) => {
    source.set('pages/a', aPage({ og_image_url: uploadAddress('circle') }));
    await open();
    const before = imagePaths();
    expect(before.length).toBeGreaterThan(0);
    await removeImage();
    expect(await read('/about.html')).not.toContain(before[0]);
    clock = new Date(clock.getTime() + durations.assetsKept - 1_000);
    await write('pages/b', aPage({ slug: 'b' }));
    await pipeline.close();
    await open();
    expect(imagePaths()).toEqual(before);
    expect(await live(before[0] ?? '')).toBeDefined();
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    clock = new Date(clock.getTime() + 1_000);
    await write('pages/b', aPage({ slug: 'b', body: 'Later' }));
    expect(imagePaths()).toEqual([]);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('is part of the site again when a page shows it again', async () => {
    const withImage = aPage({ og_image_url: uploadAddress('circle') });
    source.set('pages/a', withImage);
    await open();
    const before = imagePaths();
    await write('pages/a', aPage());
    await write('pages/a', withImage);
    clock = new Date(clock.getTime() + durations.assetsKept);
    await write('pages/b', aPage({ slug: 'b' }));
    expect(imagePaths()).toEqual(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its page is unpublished', () => write('pages/a', aPage({ is_published: false }))],
    ['its page is deleted', () => write('pages/a', null)],
    [
      'its upload is deleted',
      async () => {
        uploads.delete('circle');
        await pipeline.reconcile();
      },
    ],
  ])('leaves the site at once when %s', async (_, withdraw) => {
    source.set('pages/a', aPage({ og_image_url: uploadAddress('circle') }));
    await open();
    expect(imagePaths().length).toBeGreaterThan(0);
    await withdraw();
    expect(imagePaths()).toEqual([]);
  });

  it.each(['the folder', 'a log'])('is deleted from %s once no kept release contains it', async (place) => {
    const folder = join(home.folder, 'state');
    const state = place === 'a log' ? folderObjects(folder) : undefined;
    const dataDir = join(home.folder, 'machine');
    pipeline = await openTextPipeline({
      dataDir,
      source,
      now: () => clock,
      retain: 2,
      patience: Infinity,
      ...(state && { state }),
      openImages: (blobs, known) => openImageLibrary({ uploads, buckets: [uploadBucket], blobs, known }),
    });
    source.set('pages/a', aPage());
    await pipeline.reconcile();
    const others = new Set(await state?.list('packs/'));
    await write('pages/a', aPage({ og_image_url: uploadAddress('circle') }));
    const files = imagePaths().flatMap((path) => pipeline.live()?.get(path)?.hash ?? []);
    expect(files.length).toBeGreaterThan(0);
    const has = (hash: string) => existsSync(blobPath(join(dataDir, 'blobs'), hash));
    expect(files.filter(has)).toEqual(files);
    const packs = ((await state?.list('packs/')) ?? []).filter((pack) => !others.has(pack));

    await write('pages/a', aPage());
    clock = new Date(clock.getTime() + durations.assetsKept);
    for (let round = 0; round < 3; round += 1) await write('pages/a', aPage({ title: `Round ${String(round)}` }));
    await pipeline.reconcile();
    expect(files.filter(has)).toEqual([]);
    // The log is pruned in the background, after a snapshot.
    let round = 0;
    const left = async () => {
      await write('pages/a', aPage({ title: `Later ${String((round += 1))}` }));
      const all = (await state?.list('packs/')) ?? [];
      return packs.filter((pack) => all.includes(pack));
    };
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    await pipeline.close();
    // The image is processed again when a page shows it again.
    await open();
    await write('pages/a', aPage({ og_image_url: uploadAddress('circle') }));
    expect(imagePaths().length).toBeGreaterThan(0);
  });
});

it.each([
  ['while it runs', async () => undefined],
  ['between two starts', async () => (await pipeline.close(), open())],
])('rebuilds an image file that is lost %s', async (_when, meanwhile) => {
  source.set('pages/a', aPage({ og_image_url: uploadAddress('circle') }));
  await open();
  const [path = ''] = imagePaths();
  const before = await read(path);
  rmSync(blobPath(join(home.folder, 'blobs'), pipeline.live()?.get(path)?.hash ?? ''));
  await meanwhile();
  expect(await read(path)).toBe(before);
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
});
