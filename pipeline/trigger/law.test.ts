import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openThreads } from '../adapters/threads/open-threads.ts';
import { openImageLibrary } from '../adapters/images/library.ts';
import {
  emptySimulation,
  examine,
  follow,
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

type Where = Pick<Simulation, 'source' | 'uploads'> & { threads: Threads };

/** The text site in a separate folder. */
function textWorld(dataDir: string, { source, uploads, threads }: Where): Simulation & Where {
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

/** Everything rendered by this thread alone. */
async function filesFromNothing(
  world: Simulation,
  compiled: RunningPipeline['templates'],
): Promise<Record<string, string>> {
  const { folder, remove } = temporaryFolder();
  const pipeline = await textWorld(folder, { ...world, threads: () => null }).open(compiled);
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
const ours: Threads = (name) => {
  const pool = [...pools].find(([of]) => of === name)?.[1];
  return pool ? { ...pool, close: () => Promise.resolve() } : null;
};
afterAll(() => Promise.all([...pools.values()].map((pool) => pool.close())));

it.each<[string, Threads]>([
  ['by this thread', () => null],
  ['by threads', ours],
])(
  'rendered %s, an incremental release is byte-identical to a build from scratch',
  async (_by, threads) => {
    await fc.assert(
      fc.asyncProperty(fc.array(contentEvent, { maxLength: 8 }), async (events) => {
        const { folder, remove } = temporaryFolder();
        const world = textWorld(folder, { ...emptySimulation(), threads });
        let life: RunningPipeline = { pipeline: await world.open(0), templates: 0 };
        try {
          await life.pipeline.reconcile();
          for (const one of events) {
            life = await follow(life, one, world);
            await examine(life, world);
            if (life.pipeline.status().pinned !== null || !isAllValid(world)) continue;
            const fresh = await filesFromNothing(world, life.templates);
            expect(withoutStyles(await liveFiles(life.pipeline))).toEqual(withoutStyles(fresh));
          }
        } finally {
          await life.pipeline.close();
          remove();
        }
      }),
      { numRuns: isFull ? 10_000 : 10 },
    );
  },
  isFull ? 4 * 3_600_000 : 600_000,
);
