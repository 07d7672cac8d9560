import { expect, it } from 'vitest';
import type { Pipeline } from './control.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

it('threads load as soon as it is known how much there is to render, and only where all of it is', async () => {
  const { folder, remove } = temporaryFolder();
  const told: string[] = [];
  const source = memorySource();
  for (const slug of ['a', 'b', 'c']) source.set(`pages/${slug}`, aPage({ slug }));
  const open = (fingerprint: string): Promise<Pipeline> =>
    openTextPipeline({
      dataDir: folder,
      source,
      fingerprint,
      threads: (name) => ({
        prepare: (routes) => void told.push(`${name} for ${String(routes)}`),
        begin: () => [],
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
  expect(told).toEqual(['text-1 for 3', 'text-2 for 3']);
});
