import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pipeline } from '../../engine/pipeline-interface.ts';
import { aPage, aSection } from '../../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../../sync/memory-source.fixture.ts';
import { liveFiles, openTextPipeline } from '../../engine/text-pipeline.fixture.ts';
import { mountSmallDisk, type SmallDisk } from './full-disk.fixture.ts';

const probe = mountSmallDisk(1);
const reason = typeof probe === 'string' ? probe : null;
if (typeof probe !== 'string') probe.remove();

describe.skipIf(reason !== null)(`a full disk${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let disk: SmallDisk;
  let source: MemorySource;
  let pipeline: Pipeline;
  const open = async () => (pipeline = await openTextPipeline({ dataDir: disk.folder, source, sweepEvery: 50 }));
  const files = () =>
    readdirSync(disk.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^(ballast-|pipeline\.sqlite|writing)/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .sort();

  beforeEach(async () => {
    const mounted = mountSmallDisk(4);
    if (typeof mounted === 'string') throw new Error(mounted);
    disk = mounted;
    source = memorySource();
    source.set('pages/a', aPage({ title: 'Ada', slug: 'ada' }));
    source.set('homepage_sections/s', aSection());
    await open();
    await pipeline.follow();
    await pipeline.health.settle();
  });

  afterEach(async () => {
    disk.free();
    await pipeline.close();
    disk.remove();
  });

  const edit = (title: string) => {
    // Too long for the little space that is left on the disk.
    source.set('pages/a', aPage({ title, slug: 'ada', body: `${title} ${'x'.repeat(100_000)}` }));
    return pipeline.publish(['pages/a']);
  };

  it('is reported as the cause, leaves no partial files, and ends when there is free space', async () => {
    const [before, held] = [await liveFiles(pipeline), files()];
    disk.fill();
    const published = edit('New');
    await expect.poll(() => pipeline.status().state).toBe('failed');
    expect(pipeline.status().failure).toMatch(/^The disk that holds .* is full\. Free some space/);
    expect(pipeline.status().problems).toEqual([]);
    expect(await liveFiles(pipeline)).toEqual(before);
    expect(files()).toEqual(held);

    disk.free();
    await published;
    expect(pipeline.status()).toMatchObject({ state: 'idle', failure: null });
    expect((await liveFiles(pipeline))['/ada.html']).toContain('New');
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('does not quarantine the document, which is published when there is free space', async () => {
    disk.fill(1);
    const published = edit('New');
    await expect.poll(() => pipeline.status().failure).toMatch(/is full/);
    // The full disk is reported before the edit has failed.
    await expect.poll(() => pipeline.status(), { timeout: 20_000 }).toMatchObject({ problems: [], waiting: 1 });
    disk.free();
    expect((await published).problems).toEqual([]);
    expect((await liveFiles(pipeline))['/ada.html']).toContain('New');
  });

  it('is reported before an edit fails because of it', () => {
    disk.fill();
    expect(pipeline.status()).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/is full\. Free some space/) as string,
    });
    disk.free();
    expect(pipeline.status()).toMatchObject({ state: 'idle', failure: null });
  });

  it('still serves the complete release after a restart', async () => {
    const before = await liveFiles(pipeline);
    await pipeline.close();
    disk.fill();
    await open();
    await pipeline.follow();
    expect(await liveFiles(pipeline)).toEqual(before);
    expect(pipeline.status().failure).toMatch(/is full/);

    disk.free();
    await expect.poll(() => pipeline.status()).toMatchObject({ state: 'idle', failure: null });
    await edit('New');
    expect((await liveFiles(pipeline))['/ada.html']).toContain('New');
  });
});
