import { describe, expect, it, vi } from 'vitest';
import { aDemo, anEmbed, aPage } from '../sync/documents.fixture.ts';
import type { ContentSource } from '../sync/source.ts';
import { liveFiles } from './text-pipeline.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

describe('a sweep', () => {
  it.each<[string, () => void, string, string | null]>([
    ['a write', () => site.source.set('pages/a', aPage({ title: 'New', slug: 'ada' })), '/ada.html', 'New'],
    ['a new document', () => site.source.set('pages/n', aPage({ title: 'New', slug: 'n' })), '/n.html', 'New'],
    ['a deletion', () => site.source.delete('pages/b'), '/babbage.html', null],
    [
      'embed code, written with its demo',
      () => {
        site.source.set('demo_pages/d', aDemo({ slug: 'grace', rev: 2 }));
        site.source.set('demo_embeds/d', anEmbed('https://demo.example/other'));
      },
      '/demo/grace.html',
      'demo.example/other',
    ],
    [
      'a deletion that was undone',
      () => {
        site.source.delete('pages/b');
        site.source.set('pages/b', aPage({ title: 'Back', slug: 'babbage' }));
      },
      '/babbage.html',
      'Back',
    ],
  ])('publishes %s', async (...[, change, path, expected]) => {
    await site.pipeline.close();
    await site.open({ sweepEvery: 20 });
    await site.pipeline.follow();
    change();
    const found = expect.poll(() => site.read(path));
    await (expected === null ? found.toBeNull() : found.toContain(expected));
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('reads few documents if nothing has changed, even on a large site', async () => {
    for (let index = 0; index < 100; index += 1)
      site.source.set(`pages/n${String(index)}`, aPage({ slug: `n${String(index)}` }));
    for (const minutes of [0, 3, 1]) {
      await site.pipeline.follow();
      await site.reopenAfter(minutes);
    }
    await site.pipeline.follow();
    expect(site.reads).toBeLessThanOrEqual(10);
    expect(site.pipeline.releases()).toHaveLength(1);
  });

  it('does not read published documents again', async () => {
    await site.pipeline.follow();
    await site.reopenAfter(3);
    await site.pipeline.follow();
    await site.write('pages/a', aPage({ title: 'Told', slug: 'ada' }));
    await site.reopenAfter(0);
    const read = vi.spyOn(site.source, 'read');
    const changedSince = vi.spyOn(site.source, 'changedSince');
    await site.pipeline.follow();
    expect(read).not.toHaveBeenCalled();
    const { written } = (await changedSince.mock.results[0]?.value) as Awaited<
      ReturnType<ContentSource['changedSince']>
    >;
    expect(written).toEqual([{ path: 'pages/a', time: expect.any(String) as string }]);
  });

  it('reads only changed documents at start', async () => {
    await site.pipeline.follow();
    await site.reopenAfter(3);
    site.source.set('pages/a', aPage({ title: 'While away', slug: 'ada' }));
    site.source.delete('pages/b');
    await site.pipeline.follow();
    expect(site.reads).toBeLessThanOrEqual(2 + 50);
    expect(await site.read('/ada.html')).toContain('While away');
    expect(await site.read('/babbage.html')).toBeNull();
  });

  it('leaves changes without a timestamp to the full scan, which reports them', async () => {
    await site.pipeline.follow();
    await site.reopenAfter(10);
    await site.pipeline.follow();
    // Embed code that changes without its demo has no timestamp.
    site.source.set('demo_embeds/d', anEmbed('https://demo.example/alone'));
    await site.reopenAfter(10);
    await site.pipeline.follow();
    expect(await site.read('/demo/grace.html')).not.toContain('alone');
    await site.pipeline.reconcile();
    expect(await site.read('/demo/grace.html')).toContain('alone');
    expect(site.events).toContainEqual({ event: 'missed', documents: ['demo_embeds/d'] });
  });
});

describe('an unreachable source', () => {
  it('is reported, and so is its recovery', async () => {
    await site.pipeline.close();
    await site.open({ sweepEvery: 20 });
    await site.pipeline.follow();
    const reachable = site.source.changedSince;
    site.source.changedSince = () => Promise.reject(new Error('no answer'));
    await expect.poll(() => site.pipeline.status()).toMatchObject({ state: 'unreachable', failure: 'no answer' });
    site.source.changedSince = reachable;
    await expect.poll(() => site.pipeline.status()).toMatchObject({ state: 'idle', failure: null });
    const states = () =>
      site.notices.filter(({ path }) => path === 'build_state/current').map(({ data }) => data?.['state']);
    await expect.poll(states).toContain('unreachable');
    await expect.poll(() => states().at(-1)).toBe('idle');
  });

  it('does not prevent serving a complete release', async () => {
    await site.pipeline.follow();
    const before = await liveFiles(site.pipeline);
    await site.reopenAfter(1);
    site.source.changedSince = () => Promise.reject(new Error('no answer'));
    await site.pipeline.follow();
    expect(await liveFiles(site.pipeline)).toEqual(before);
    expect(site.pipeline.status()).toMatchObject({ state: 'unreachable', failure: 'no answer' });
  });

  it('is an error if there is no release yet', async () => {
    site.source.readAll = () => Promise.reject(new Error('no answer'));
    await expect(site.pipeline.follow()).rejects.toThrow('no answer');
  });
});

it('a source that has lost all documents does not empty the site', async () => {
  await site.pipeline.follow();
  const before = await liveFiles(site.pipeline);
  const readAll = site.source.readAll;
  site.source.readAll = () => Promise.resolve({ documents: [], at: '2026-02-01T00:00:00.000Z' });
  await expect(site.pipeline.reconcile()).rejects.toThrow('Firestore is empty, and release 1 was made of');
  expect(await liveFiles(site.pipeline)).toEqual(before);
  site.source.readAll = readAll;
  expect((await site.pipeline.reconcile()).release).toBeNull();
});

it('a site whose documents are deleted one by one becomes empty', async () => {
  await site.pipeline.follow();
  for (const document of [...site.source.documents.keys()]) {
    site.source.delete(document);
    await site.pipeline.publish([document]);
  }
  await site.pipeline.reconcile();
  expect(await site.read('/ada.html')).toBeNull();
  expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
});
