import { afterEach, beforeEach } from 'vitest';
import type { PipelineEvent } from '../status/events.ts';
import type { Notice } from '../site/store.ts';
import type { Outcome } from '../site/step.ts';
import type { textRenderer } from '../render/text-renderer.fixture.ts';
import { aDemo, anEmbed, aPage, aSection } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import type { Pipeline, Ports } from './pipeline-interface.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

interface OpenOptions {
  fingerprint?: string;
  retain?: number;
  isPassing?: boolean;
  renderer?: typeof textRenderer;
  sweepEvery?: number;
  exactUpTo?: number;
  health?: Partial<Ports['health']>;
  screen?: Ports['screen'];
}

/** A small site in a temporary folder, and its open pipeline. */
export interface SmallSite {
  folder: string;
  source: MemorySource;
  pipeline: Pipeline;
  notices: Notice[];
  events: PipelineEvent[];
  clock: Date;
  /** Number of billed document reads. An empty query counts as one document. */
  reads: number;
  open(options?: OpenOptions): Promise<void>;
  /** Closes the pipeline and reopens it after `minutes` of source time without changes. Resets `reads`. */
  reopenAfter(minutes: number): Promise<void>;
  /** Writes or deletes a document and publishes it. */
  write(path: string, data: JsonObject | null): Promise<Outcome>;
  /** A live file as text; null when there is none. */
  read(path: string): Promise<string | null>;
}

/** Opens a small site before each test and closes it afterwards. Its events belong to the running test. */
export function eachOnSmallSite(): SmallSite {
  const site = {
    open: async (options = {}) => {
      const { folder: dataDir, source, notices } = site;
      const log = (event: PipelineEvent): void => void site.events.push(event);
      site.pipeline = await openTextPipeline({ dataDir, source, notices, log, now: () => site.clock, ...options });
    },
    reopenAfter: async (minutes) => {
      await site.pipeline.close();
      for (let second = 0; second < 60 * minutes; second += 1) site.source.delete('nowhere/x');
      site.reads = 0;
      await site.open();
    },
    write: async (path, data) => {
      if (data === null) site.source.delete(path);
      else site.source.set(path, data);
      return site.pipeline.publish([path]);
    },
    read: async (path) => {
      const file = site.pipeline.live()?.get(path);
      return file ? new TextDecoder().decode(await file.read()) : null;
    },
  } as SmallSite;
  let home: ReturnType<typeof temporaryFolder>;

  beforeEach(async () => {
    home = temporaryFolder();
    const source = counting(memorySource(), (count) => (site.reads += count));
    const clock = new Date('2026-01-05T00:00:00.000Z');
    Object.assign(site, { folder: home.folder, source, notices: [], events: [], clock, reads: 0 });
    source.set('pages/a', aPage({ title: 'Ada', slug: 'ada' }));
    source.set('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false }));
    source.set('pages/draft', aPage({ slug: 'draft', is_published: false }));
    source.set('demo_pages/d', aDemo({ slug: 'grace' }));
    source.set('demo_embeds/d', anEmbed());
    source.set('homepage_sections/s', aSection());
    await site.open();
  });

  afterEach(async () => {
    await site.pipeline.close().catch(() => undefined);
    home.remove();
  });

  return site;
}

const counting = (from: MemorySource, count: (documents: number) => void): MemorySource => ({
  ...from,
  readAll: async (names) => {
    const read = await from.readAll(names);
    count(Math.max(read.documents.length, names.length));
    return read;
  },
  read: async (paths) => {
    count(paths.length);
    return from.read(paths);
  },
  changedSince: async (moment) => {
    const read = await from.changedSince(moment);
    count(8 + read.written.length + read.deleted.length);
    return read;
  },
});
