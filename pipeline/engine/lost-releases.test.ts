import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PipelineEvent } from '../status/events.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

let home: ReturnType<typeof temporaryFolder>;
let source: MemorySource;
let running: Pipeline;
let events: PipelineEvent[];
/** The folder as a killed process leaves it: two releases are only in the write-ahead log. */
let killed: string;
const opened = new Set<Pipeline>();

const write = (title: string, id = 'a'): void => source.set(`pages/${id}`, aPage({ title, slug: id }));
const open = async (dataDir: string, from: MemorySource | null = source): Promise<Pipeline> => {
  const pipeline = await openTextPipeline({ dataDir, source: from, log: (event) => events.push(event) });
  opened.add(pipeline);
  return pipeline;
};
const close = async (pipeline: Pipeline): Promise<void> => {
  opened.delete(pipeline);
  await pipeline.close();
};
const text = async (pipeline: Pipeline): Promise<string> => JSON.stringify(await liveFiles(pipeline));

beforeEach(async () => {
  home = temporaryFolder();
  source = memorySource();
  events = [];
  killed = join(home.folder, 'killed');
  const folder = join(home.folder, 'first');
  write('One');
  write('Other', 'b');
  const first = await open(folder);
  await first.reconcile();
  await close(first);
  running = await open(folder);
  for (const title of ['Two', 'Three']) {
    write(title);
    await running.publish(['pages/a']);
  }
  cpSync(folder, killed, { recursive: true });
  events = [];
});
afterEach(async () => {
  for (const pipeline of [...opened]) await close(pipeline);
  home.remove();
});

const database = (): string => join(killed, 'pipeline.sqlite');
const losses: [string, () => void, number | null][] = [
  ['deleted', () => rmSync(`${database()}-wal`), 1],
  ['emptied', () => truncateSync(`${database()}-wal`), 1],
  ['deleted with its shared memory', () => ['-wal', '-shm'].forEach((suffix) => rmSync(database() + suffix)), 1],
  ['truncated', () => truncateSync(`${database()}-wal`, readFileSync(`${database()}-wal`).length - 100), null],
  ['deleted with the database', () => ['', '-wal', '-shm'].forEach((suffix) => rmSync(database() + suffix)), 0],
];

describe.each(losses)('a write-ahead log that was %s', (_title, lose, left) => {
  beforeEach(() => lose());

  it('serves no earlier release, and says so once', async () => {
    const pipeline = await open(killed);
    expect(pipeline.live()).toBeNull();
    expect(pipeline.status()).toMatchObject({ release: null, failure: expect.stringContaining('is lost') as string });
    const said = events.filter(({ event }) => event === 'releases-lost');
    expect(said).toEqual([
      {
        event: 'releases-lost',
        message: expect.stringMatching(
          /^Release 3 was live, but its data is lost: .*\. No earlier release is served: all content is read/,
        ) as string,
      },
    ]);
    if (left !== null) {
      const rest = left === 0 ? 'no release is left' : `the newest one left is ${String(left)}`;
      expect(said[0]).toMatchObject({ message: expect.stringContaining(rest) as string });
    }
  });

  it('reads all content and makes a release with the next number', async () => {
    const pipeline = await open(killed);
    await pipeline.follow();
    expect(pipeline.live()?.id).toBe('4');
    expect(await text(pipeline)).toBe(await text(running));
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    expect(pipeline.status()).toMatchObject({ state: 'idle', failure: null, release: '4' });
    await close(pipeline);
    events = [];
    const next = await open(killed);
    expect(next.live()?.id).toBe('4');
    expect(events).toEqual([]);
  });

  it('makes the release with the first hint, too', async () => {
    const pipeline = await open(killed);
    write('Four');
    expect((await pipeline.publish(['pages/a'])).release?.id).toBe('4');
    expect(await text(pipeline)).toContain('Four');
  });

  it('is refused only if the content cannot be read', async () => {
    const unreachable = { ...source, readAll: () => Promise.reject(new Error('Firestore does not answer')) };
    const pipeline = await open(killed, unreachable);
    await expect(pipeline.follow()).rejects.toThrow('Firestore does not answer');
    expect(pipeline.live()).toBeNull();
    await close(pipeline);
    // The loss is known until a release is made.
    const next = await open(killed);
    expect(next.live()).toBeNull();
    await next.follow();
    expect(next.live()?.id).toBe('4');
  });

  it('is reported by a process that only reads', async () => {
    const reader = await open(killed, null);
    expect(reader.live()).toBeNull();
    await expect(reader.exportTo(join(home.folder, 'export'))).rejects.toThrow('Release 3 was live');
  });
});

it('makes a release if the content equals that of the earlier release', async () => {
  rmSync(`${database()}-wal`);
  write('One');
  const pipeline = await open(killed);
  await pipeline.follow();
  expect(pipeline.live()?.id).toBe('4');
  expect(await text(pipeline)).toContain('One');
});

it('keeps earlier releases for a rollback', async () => {
  rmSync(`${database()}-wal`);
  const pipeline = await open(killed);
  await pipeline.follow();
  expect(pipeline.releases().map(({ id }) => id)).toEqual(['4', '1']);
  await pipeline.rollback('1');
  expect(await text(pipeline)).toContain('One');
  await pipeline.unpin();
  expect(await text(pipeline)).toContain('Three');
});

it('keeps a pin that was announced, and whose release is left', async () => {
  await running.rollback('1');
  rmSync(killed, { recursive: true });
  cpSync(join(home.folder, 'first'), killed, { recursive: true });
  rmSync(`${database()}-wal`);
  const pipeline = await open(killed);
  await pipeline.follow();
  expect(pipeline.status()).toMatchObject({ pinned: '1', release: '5' });
  expect(await text(pipeline)).toContain('One');
});

it('serves nothing while an emptied source would empty the site', async () => {
  rmSync(`${database()}-wal`);
  const pipeline = await open(killed, memorySource());
  await expect(pipeline.follow()).rejects.toThrow('Firestore is empty');
  expect(pipeline.live()).toBeNull();
});

it.each(['', 'noise', '{"commit":"x"}'])('serves the stored release if the record is %j', async (record) => {
  writeFileSync(join(killed, 'announced'), record);
  const pipeline = await open(killed);
  expect(pipeline.live()?.id).toBe('3');
});

it('opens a folder of an earlier version, which has no record', async () => {
  rmSync(join(killed, 'announced'));
  const pipeline = await open(killed);
  expect(pipeline.live()?.id).toBe('3');
});
