import fc from 'fast-check';
import { expect, it } from 'vitest';
import { edit, secretEmbeds, write } from './edits.fixture.ts';
import { collectionOf } from './sync/content-state.ts';
import { memorySource, type MemorySource } from './sync/memory-source.fixture.ts';
import { validateDocument } from './sync/validate.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

const edits = fc.array(edit, { minLength: 1, maxLength: 4 });

/** What may happen between two looks at the site. */
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('hinted' as const), edits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('missed' as const), edits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restarted' as const), edits }) },
);

/** An invalid document shows what it was before, which content alone does not tell. */
const isAllValid = (source: MemorySource): boolean =>
  [...source.documents].every(([path, data]) => {
    const collection = collectionOf(path);
    return collection !== null && validateDocument(collection, path.slice(collection.length + 1), data).ok;
  });

async function filesFromNothing(source: MemorySource): Promise<Record<string, string>> {
  const { folder, remove } = temporaryFolder();
  const pipeline = await openTextPipeline({ dataDir: folder, source });
  await pipeline.reconcile();
  const files = await liveFiles(pipeline);
  await pipeline.close();
  remove();
  return files;
}

it('an incremental release is byte-identical to a build of the same content from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 8 }), async (happenings) => {
      const { folder, remove } = temporaryFolder();
      const source = memorySource();
      let pipeline = await openTextPipeline({ dataDir: folder, source });
      await pipeline.reconcile();
      for (const { type, edits: written } of happenings) {
        if (type === 'restarted') await pipeline.close();
        for (const one of written) write(source, one);
        if (type === 'restarted') pipeline = await openTextPipeline({ dataDir: folder, source });
        if (type === 'hinted') await pipeline.publish(written.map(({ path }) => path));
        else await pipeline.reconcile();

        expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
        const files = await liveFiles(pipeline);
        const said = Object.values(files).join('\n');
        expect(secretEmbeds(source).filter((code) => said.includes(code))).toEqual([]);
        if (isAllValid(source)) expect(files).toEqual(await filesFromNothing(source));
      }
      await pipeline.close();
      remove();
    }),
    { numRuns: 15 },
  );
}, 60_000);
