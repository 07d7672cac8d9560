import type { Finding } from '@frontage/model/health';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openImageLibrary } from '../adapters/images/library.ts';
import { uploadBucket } from '../adapters/images/uploads.fixture.ts';
import {
  applyEvent,
  contentEvent,
  emptySimulation,
  type ContentEvent,
  type RunningPipeline,
  type Simulation,
} from '../engine/events.fixture.ts';
import { openTextPipeline, temporaryFolder, textSite } from '../engine/text-pipeline.fixture.ts';
import { linkedRenderer } from '../render/linked-renderer.fixture.ts';
import { aPage, aRedirect } from '../sync/documents.fixture.ts';
import type { ContentSource } from '../sync/source.ts';
import { emptyHealthStore } from './health-store.fixture.ts';

const isFull = Boolean(process.env['FULL']);
const templates = ['linked-1', 'linked-2'] as const;

const validator = {
  validate: (html: string) => Promise.resolve(html.includes('marked') ? ['is marked'] : []),
  close: () => Promise.resolve(),
};
const request = (url: string) => Promise.resolve(url.includes('elsewhere') ? { status: 404 } : { status: 200 });

const open = (dataDir: string, source: ContentSource | null, { uploads }: Pick<Simulation, 'uploads'>) => {
  const store = source ? {} : { store: emptyHealthStore() };
  return openTextPipeline({
    dataDir,
    source,
    renderer: linkedRenderer,
    fingerprint: templates[0],
    openImages: (blobs, known) => openImageLibrary({ uploads, buckets: [uploadBucket], blobs, known }),
    health: { validator, request, ...store },
  });
};

/** The findings of a check from scratch. It reads every page. */
async function findingsFromScratch(folder: string, simulation: Simulation): Promise<readonly Finding[]> {
  const pipeline = await open(folder, null, simulation);
  try {
    await pipeline.health.settle();
    return pipeline.health.findings();
  } finally {
    await pipeline.close();
  }
}

/** Edits that cause these findings, so that the property never holds of sites without any. */
const example = {
  events: [
    {
      type: 'hinted',
      edits: [
        {
          path: 'pages/p1',
          data: aPage({ slug: 'a', title: 'About', body: '[A](/page/a#none) [B](/none) [C](page:p3)' }),
        },
        {
          path: 'pages/p2',
          data: aPage({ slug: 'b', title: 'About', body: 'Three *marked* words', show_in_menu: false }),
        },
        { path: 'pages/p3', data: aPage({ slug: 'c', is_published: false }) },
        { path: 'redirects/-page-a', data: aRedirect('/page/a', '/page/b', 301) },
      ],
    },
  ] satisfies ContentEvent[],
  rules: [
    'dead-anchor',
    'dead-link',
    'description-missing',
    'html',
    'orphan',
    'redirect-unused',
    'title-duplicate',
    'unpublished-link',
  ],
};

it(
  'keeps the findings of a site equal to those of a check from scratch',
  async () => {
    const rules = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(contentEvent, { maxLength: 8 }), async (events) => {
        const { folder, remove } = temporaryFolder();
        const parts = emptySimulation();
        const simulation: Simulation = {
          ...parts,
          open: () => open(folder, parts.source, parts),
          recompile: (pipeline, compiled) => pipeline.useCompiled(textSite(templates[compiled])),
        };
        let running: RunningPipeline = { pipeline: await simulation.open(0), templates: 0 };
        try {
          await running.pipeline.reconcile();
          for (const event of events) {
            running = await applyEvent(running, event, simulation);
            const { health } = running.pipeline;
            await health.settle();
            const found = health.findings();
            for (const { rule } of found) rules.add(rule);
            expect(found).toEqual(await findingsFromScratch(folder, simulation));
          }
        } finally {
          await running.pipeline.close();
          remove();
        }
      }),
      { numRuns: isFull ? 5_000 : 40, examples: [[example.events]], ...(!isFull && { seed: 5 }) },
    );
    expect([...rules]).toEqual(expect.arrayContaining(example.rules));
  },
  isFull ? 4 * 3_600_000 : 600_000,
);
