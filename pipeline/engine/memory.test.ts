import { queryObjects } from 'node:v8';
import { afterAll, expect, it } from 'vitest';
import { aPage, aSlug } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import { patchMap } from '../sync/patched-map.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

// The class is private; every version of every map of the site is one of its objects.
const { constructor: mapVersion } = patchMap(new Map<string, number>(), [['a', 1]]) as object;

// Counting objects walks the whole heap of a process that many tests share.
it('earlier versions of the site are not retained', { timeout: 180_000 }, async () => {
  const source = memorySource();
  for (let index = 0; index < 10; index += 1) {
    source.set(`pages/p${String(index)}`, aPage({ slug: `p${String(index)}` }));
    source.set(`slugs/page:p${String(index)}`, aSlug(`p${String(index)}`));
  }
  const first = await openTextPipeline({ dataDir: folder, source });
  await first.reconcile();
  await first.close();
  // A second start reads the stored site.
  const pipeline = await openTextPipeline({ dataDir: folder, source });
  await pipeline.reconcile();
  const edit = async (round: number): Promise<void> => {
    source.set('pages/p1', aPage({ slug: 'p1', title: `Title ${String(round)}` }));
    await pipeline.publish(['pages/p1']);
  };
  for (let round = 0; round < 10; round += 1) await edit(round);
  const before = Number(queryObjects(mapVersion));
  for (let round = 10; round < 40; round += 1) await edit(round);
  expect(Number(queryObjects(mapVersion)) - before).toBeLessThan(10);
  await pipeline.close();
});
