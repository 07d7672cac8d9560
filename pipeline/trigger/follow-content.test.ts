import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pipeline } from './control.ts';
import type { PipelineEvent } from './events.ts';
import type { Notice } from '../release/store.ts';
import { aDemo, anEmbed, aPage, aSection } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

let home: ReturnType<typeof temporaryFolder>;
let source: MemorySource;
let pipeline: Pipeline;
let events: PipelineEvent[];
let notices: Notice[];
let reads: number;

/** The source, counting what Firestore would charge: an empty query counts as one document. */
const counted = (from: MemorySource): MemorySource => ({
  ...from,
  readAll: async (names) => {
    const answer = await from.readAll(names);
    reads += Math.max(answer.documents.length, names.length);
    return answer;
  },
  read: async (paths) => {
    reads += paths.length;
    return from.read(paths);
  },
  changedSince: async (moment) => {
    const answer = await from.changedSince(moment);
    reads += 6 + answer.written.length + answer.deleted.length;
    return answer;
  },
});

const open = async (sweepEvery = 60_000) => {
  pipeline = await openTextPipeline({
    dataDir: home.folder,
    source,
    sweepEvery,
    notices,
    log: (event) => events.push(event),
  });
};

beforeEach(async () => {
  home = temporaryFolder();
  events = [];
  notices = [];
  reads = 0;
  source = counted(memorySource());
  source.set('pages/a', aPage({ title: 'Ada', slug: 'ada' }));
  source.set('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false }));
  source.set('demo_pages/d', aDemo({ slug: 'grace' }));
  source.set('demo_embeds/d', anEmbed());
  source.set('homepage_sections/s', aSection());
  await open();
});

afterEach(async () => {
  await pipeline.close().catch(() => undefined);
  home.remove();
});

const read = async (path: string) => {
  const file = pipeline.live()?.get(path);
  return file ? new TextDecoder().decode(await file.read()) : null;
};

/** Reopens the pipeline as it is after `minutes` of silence. */
const reopenAfter = async (minutes: number, sweepEvery?: number) => {
  await pipeline.close();
  for (let second = 0; second < 60 * minutes; second += 1) source.delete('nowhere/x');
  reads = 0;
  await open(sweepEvery);
};

describe('without any hint', () => {
  it.each<[string, () => void, string, string | null]>([
    ['a write', () => source.set('pages/a', aPage({ title: 'New', slug: 'ada' })), '/ada.html', 'New'],
    ['a new document', () => source.set('pages/n', aPage({ title: 'New', slug: 'n' })), '/n.html', 'New'],
    ['a deletion', () => source.delete('pages/b'), '/babbage.html', null],
    [
      'embed code, written with its demo',
      () => {
        source.set('demo_pages/d', aDemo({ slug: 'grace', rev: 2 }));
        source.set('demo_embeds/d', anEmbed('https://demo.example/other'));
      },
      '/demo/grace.html',
      'demo.example/other',
    ],
    [
      'a deletion that was undone',
      () => {
        source.delete('pages/b');
        source.set('pages/b', aPage({ title: 'Back', slug: 'babbage' }));
      },
      '/babbage.html',
      'Back',
    ],
  ])('%s goes live', async (...[, change, path, expected]) => {
    await pipeline.close();
    await open(20);
    await pipeline.follow();
    change();
    const found = expect.poll(() => read(path));
    await (expected === null ? found.toBeNull() : found.toContain(expected));
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('a quiet minute costs next to nothing, however much there is', async () => {
    for (let index = 0; index < 100; index += 1)
      source.set(`pages/n${String(index)}`, aPage({ slug: `n${String(index)}` }));
    for (const minutes of [0, 3, 1]) {
      await pipeline.follow();
      await reopenAfter(minutes);
    }
    await pipeline.follow();
    expect(reads).toBeLessThanOrEqual(10);
    expect(pipeline.releases()).toHaveLength(1);
  });

  it('a start reads what has changed, and only that', async () => {
    await pipeline.follow();
    await reopenAfter(3);
    source.set('pages/a', aPage({ title: 'While away', slug: 'ada' }));
    source.delete('pages/b');
    await pipeline.follow();
    expect(reads).toBeLessThanOrEqual(2 + 50);
    expect(await read('/ada.html')).toContain('While away');
    expect(await read('/babbage.html')).toBeNull();
  });

  it('reading everything says what had been missed', async () => {
    await pipeline.follow();
    await reopenAfter(10);
    await pipeline.follow();
    // Embed code that changes alone says nothing of when it did.
    source.set('demo_embeds/d', anEmbed('https://demo.example/alone'));
    await reopenAfter(10);
    await pipeline.follow();
    expect(await read('/demo/grace.html')).not.toContain('alone');
    await pipeline.reconcile();
    expect(await read('/demo/grace.html')).toContain('alone');
    expect(events).toContainEqual({ event: 'missed', documents: ['demo_embeds/d'] });
  });
});

describe('a document that always fails', () => {
  const unreadable = 'pages/unreadable';
  const unstorable = 'pages/unstorable';
  beforeEach(async () => {
    const readable = source.read;
    source.read = (paths) =>
      paths.includes(unreadable) ? Promise.reject(new Error('that id is refused')) : readable(paths);
    await pipeline.follow();
    // No store takes such a number; it stands for whatever no step survives.
    source.set(unstorable, { ...aPage({ slug: 'unstorable' }), rev: 1n as unknown as number });
  });

  it.each([
    ['to be read', unreadable, 'that id is refused'],
    ['to be published', unstorable, 'BigInt'],
  ])('%s is set aside, and the others publish', async (_, document, reason) => {
    source.set('pages/a', aPage({ title: 'New', slug: 'ada' }));
    source.set('homepage_sections/s', aSection({ title: 'New' }));
    const outcome = await pipeline.publish(['pages/a', document, 'homepage_sections/s']);
    expect(outcome.problems).toMatchObject([{ document, message: expect.stringContaining(reason) as string }]);
    expect(await read('/ada.html')).toContain('New');
    expect(await read('/index.html')).toContain('New');
    expect(pipeline.status()).toMatchObject({ state: 'idle', failure: null, waiting: 0, problems: [{ document }] });
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('does not keep the site from starting', async () => {
    source.set('pages/a', aPage({ title: 'New', slug: 'ada' }));
    await reopenAfter(0);
    await pipeline.follow();
    expect(await read('/ada.html')).toContain('New');
    await pipeline.reconcile();
    expect(pipeline.status().problems).toMatchObject([{ document: unstorable }]);
  });

  it('is looked at again after a restart, and forgotten once it can be published', async () => {
    await pipeline.publish([unstorable]);
    source.set(unstorable, { ...aPage({ slug: 'unstorable' }), rev: 1n as unknown as number });
    await pipeline.reconcile();
    await reopenAfter(10);
    await pipeline.follow();
    expect(pipeline.status().problems).toMatchObject([{ document: unstorable }]);
    source.set(unstorable, aPage({ slug: 'unstorable' }));
    await pipeline.publish([unstorable]);
    expect(pipeline.status().problems).toEqual([]);
    expect(await read('/unstorable.html')).not.toBeNull();
  });
});

describe('what leaves the site', () => {
  const big = Array.from({ length: 50 }, (_, index) => `pages/n${String(index)}`);
  beforeEach(() => pipeline.follow());
  const releases = () => pipeline.releases().map(({ documents }) => documents);

  it.each<[string, string, () => void, string]>([
    ['a deletion', 'pages/b', () => source.delete('pages/b'), '/babbage.html'],
    [
      'unpublishing',
      'pages/b',
      () => source.set('pages/b', aPage({ slug: 'babbage', is_published: false })),
      '/babbage.html',
    ],
    [
      'protection',
      'demo_pages/d',
      () => source.set('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true })),
      '/demo/grace.html',
    ],
  ])('%s is the first of a batch', async (...[, document, withdraw, path]) => {
    const before = await read(path);
    for (const page of big) source.set(page, aPage({ slug: page.slice(6), show_in_menu: false }));
    withdraw();
    await pipeline.publish([...big, document]);
    expect(
      releases()
        .slice(0, 2)
        .map((documents) => documents.includes(document)),
    ).toEqual([false, true]);
    expect(await read(path)).not.toBe(before);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('overtakes tasks that wait', async () => {
    for (const page of big) source.set(page, aPage({ slug: page.slice(6), show_in_menu: false }));
    const running = pipeline.publish(big);
    const waiting = [pipeline.reconcile(), pipeline.reconcile()];
    const seen = waiting.map((task) => task.then(() => pipeline.live()?.get('/babbage.html') ?? null));
    await expect.poll(() => pipeline.status().waiting).toBe(0);
    source.delete('pages/b');
    const withdrawn = pipeline.publish(['pages/b']);
    await Promise.all([running, withdrawn, ...waiting]);
    expect(await Promise.all(seen)).toEqual([null, null]);
    expect(releases()[0]).toEqual(['pages/b']);
  });
});

describe('a source out of reach', () => {
  it('is said, and its return too', async () => {
    await pipeline.close();
    await open(20);
    await pipeline.follow();
    const reachable = source.changedSince;
    source.changedSince = () => Promise.reject(new Error('no answer'));
    await expect.poll(() => pipeline.status()).toMatchObject({ state: 'unreachable', failure: 'no answer' });
    source.changedSince = reachable;
    await expect.poll(() => pipeline.status()).toMatchObject({ state: 'idle', failure: null });
    const told = () => notices.filter(({ path }) => path === 'build_state/current').map(({ data }) => data?.['state']);
    await expect.poll(told).toContain('unreachable');
    await expect.poll(() => told().at(-1)).toBe('idle');
  });

  it('does not keep a complete release from being served', async () => {
    await pipeline.follow();
    const before = await liveFiles(pipeline);
    await reopenAfter(1);
    source.changedSince = () => Promise.reject(new Error('no answer'));
    await pipeline.follow();
    expect(await liveFiles(pipeline)).toEqual(before);
    expect(pipeline.status()).toMatchObject({ state: 'unreachable', failure: 'no answer' });
  });

  it('is a failure where there is no release yet', async () => {
    source.readAll = () => Promise.reject(new Error('no answer'));
    await expect(pipeline.follow()).rejects.toThrow('no answer');
  });
});
