import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openThreads } from '../adapters/threads/open-threads.ts';
import { openImageLibrary } from '../adapters/images/library.ts';
import {
  emptySimulation,
  checkSite,
  applyEvent,
  contentEvent,
  type RunningPipeline,
  type Simulation,
} from './events.fixture.ts';
import { textThreads } from '../render/text-threads.fixture.ts';
import type { RenderThreads } from '../render/threads.ts';
import { collectionOf } from '../sync/content-state.ts';
import { validateDocument } from '../sync/validate.ts';
import { liveFiles, openTextPipeline, temporaryFolder, textSite } from './text-pipeline.fixture.ts';
import { uploadBucket } from '../adapters/images/uploads.fixture.ts';

const isFull = Boolean(process.env['FULL']);
const templates = ['text-1', 'text-2'] as const;

type TestSite = Pick<Simulation, 'source' | 'uploads'> & { threads: Threads };

/** The text site in a separate folder. */
function textSimulation(dataDir: string, { source, uploads, threads }: TestSite): Simulation & TestSite {
  return {
    source,
    uploads,
    threads,
    open: (compiled) =>
      openTextPipeline({
        dataDir,
        source,
        threads,
        preemptThreshold: 2,
        fingerprint: templates[compiled],
        openImages: (blobs, known) => openImageLibrary({ uploads, buckets: [uploadBucket], blobs, known }),
      }),
    recompile: (pipeline, compiled) => pipeline.useCompiled(textSite(templates[compiled])),
  };
}

/** An invalid document keeps its previous version, which the content alone does not contain. */
const isAllValid = ({ source }: Simulation): boolean =>
  [...source.documents].every(([path, data]) => {
    const collection = collectionOf(path);
    return collection !== null && validateDocument(collection, path.slice(collection.length + 1), data).ok;
  });

/** The files of a build from scratch, rendered in the main thread. */
async function filesFromScratch(
  simulation: Simulation,
  compiled: RunningPipeline['templates'],
): Promise<Record<string, string>> {
  const { folder, remove } = temporaryFolder();
  const pipeline = await textSimulation(folder, { ...simulation, threads: () => null }).open(compiled);
  await pipeline.reconcile();
  const files = await liveFiles(pipeline);
  await pipeline.close();
  remove();
  return files;
}

const withoutStyles = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('.css')));

type Threads = (name: string) => RenderThreads | null;
const pools = new Map(
  templates.map((name) => [name, openThreads({ ...textThreads(name), count: 2, fewest: 1 })] as const),
);
const sharedThreads: Threads = (name) => {
  const pool = [...pools].find(([of]) => of === name)?.[1];
  return pool ? { ...pool, close: () => Promise.resolve() } : null;
};
afterAll(() => Promise.all([...pools.values()].map((pool) => pool.close())));

it.each<[string, Threads]>([
  ['in the main thread', () => null],
  ['in render threads', sharedThreads],
])(
  'rendered %s, an incremental release is byte-identical to a build from scratch',
  async (_by, threads) => {
    await fc.assert(
      fc.asyncProperty(fc.array(contentEvent, { maxLength: 8 }), async (events) => {
        const { folder, remove } = temporaryFolder();
        const simulation = textSimulation(folder, { ...emptySimulation(), threads });
        let running: RunningPipeline = { pipeline: await simulation.open(0), templates: 0 };
        try {
          await running.pipeline.reconcile();
          for (const event of events) {
            running = await applyEvent(running, event, simulation);
            await checkSite(running, simulation);
            if (running.pipeline.status().pinned !== null || !isAllValid(simulation)) continue;
            const fresh = await filesFromScratch(simulation, running.templates);
            expect(withoutStyles(await liveFiles(running.pipeline))).toEqual(withoutStyles(fresh));
          }
        } finally {
          await running.pipeline.close();
          remove();
        }
      }),
      { numRuns: isFull ? 10_000 : 10 },
    );
  },
  isFull ? 4 * 3_600_000 : 600_000,
);
