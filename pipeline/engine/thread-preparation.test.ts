import { expect, it } from 'vitest';
import type { Pipeline } from './pipeline-interface.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

it('prepares render threads only when all pages must be rendered', async () => {
  const { folder, remove } = temporaryFolder();
  const log: string[] = [];
  const source = memorySource();
  for (const slug of ['a', 'b', 'c']) source.set(`pages/${slug}`, aPage({ slug }));
  const open = (fingerprint: string): Promise<Pipeline> =>
    openTextPipeline({
      dataDir: folder,
      source,
      fingerprint,
      threads: (name) => ({
        prepare: (routes) => void log.push(`${name} for ${String(routes)}`),
        begin: () => [],
        alone: () => () => Promise.resolve(null),
        close: () => Promise.resolve(),
      }),
    });
  for (const fingerprint of ['text-1', 'text-1', 'text-2']) {
    const pipeline = await open(fingerprint);
    await pipeline.reconcile();
    await pipeline.reconcile();
    await pipeline.close();
  }
  remove();
  expect(log).toEqual(['text-1 for 3', 'text-2 for 3']);
});

it('prepares render threads while the rest of the content is read', async () => {
  const { folder, remove } = temporaryFolder();
  const log: string[] = [];
  const source = memorySource();
  for (const slug of ['a', 'b', 'c']) source.set(`pages/${slug}`, aPage({ slug }));
  const { readAll } = source;
  source.readAll = async (names, take) => {
    const { documents, at } = await readAll(names);
    const [first, ...rest] = documents;
    if (first) await take?.([first]);
    log.push('the rest is read');
    return { documents: rest, at };
  };
  const threads = () => ({
    prepare: (routes: number) => void log.push(`ready for ${String(routes)}`),
    begin: () => [],
    alone: () => () => Promise.resolve(null),
    close: () => Promise.resolve(),
  });
  const pipeline = await openTextPipeline({ dataDir: folder, source, threads });
  await pipeline.reconcile();
  await pipeline.close();
  remove();
  expect(log).toEqual(['ready for 1', 'the rest is read', 'ready for 3']);
});
