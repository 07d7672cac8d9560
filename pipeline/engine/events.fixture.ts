import fc from 'fast-check';
import { expect } from 'vitest';
import { aPage } from '../sync/documents.fixture.ts';
import { edit, secretEmbeds, uploads as names, write, type Edit } from '../sync/edits.fixture.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import type { LiveRelease } from '../release/live.ts';
import { hintedPaths } from '../sync/content-state.ts';
import { memoryUploads, uploadContents, type MemoryUploads } from '../adapters/images/uploads.fixture.ts';

/** A random event in the history of a site. */
export type ContentEvent =
  | { type: 'hinted' | 'hintedAtOnce' | 'launched' | 'missed' | 'restarted'; edits: Edit[] }
  | { type: 'uploaded'; name: string; content: keyof typeof uploadContents | null }
  | { type: 'rolledBack'; to: number }
  | { type: 'unpinned' | 'recompiled' };

const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
const present = names.filter((name) => name !== 'never');
const contents = Object.keys(uploadContents) as (keyof typeof uploadContents)[];

export const contentEvent: fc.Arbitrary<ContentEvent> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ type: fc.constant('hinted' as const), edits }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('hintedAtOnce' as const), edits }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('launched' as const), edits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('missed' as const, 'restarted' as const), edits }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('uploaded' as const),
      name: fc.constantFrom(...present),
      content: fc.option(fc.constantFrom(...contents), { freq: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rolledBack' as const), to: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('unpinned' as const, 'recompiled' as const) }) },
);

/** The dependencies of a pipeline that random events change. */
export interface Simulation {
  source: MemorySource;
  uploads: MemoryUploads;
  /** Opens the pipeline on the same folder each time, with one of two compilations of the site. */
  open(templates: 0 | 1): Promise<Pipeline>;
  /** Switches to another compilation. */
  recompile(pipeline: Pipeline, templates: 0 | 1): Promise<unknown>;
}

export interface RunningPipeline {
  pipeline: Pipeline;
  templates: 0 | 1;
}

/**
 * An empty project with an unpublished draft, which stays unchanged: the pipeline rejects a source without documents.
 */
export function emptySimulation(): Pick<Simulation, 'source' | 'uploads'> {
  const source = memorySource();
  source.set('pages/kept', aPage({ slug: 'kept', is_published: false }));
  return { source, uploads: memoryUploads() };
}

/** Applies an event and waits until its changes are published. */
export async function applyEvent(
  running: RunningPipeline,
  event: ContentEvent,
  simulation: Simulation,
): Promise<RunningPipeline> {
  const { pipeline, templates } = running;
  switch (event.type) {
    case 'hintedAtOnce': {
      // Each edit is written and hinted while the previous edit is being published.
      const publishing: Promise<unknown>[] = [];
      for (const written of event.edits) {
        write(simulation.source, written);
        publishing.push(pipeline.publish([written.path]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(publishing);
      return running;
    }
    case 'launched': {
      const written = Object.fromEntries(event.edits.map(({ path, data }) => [path, data]));
      const { length } = (await simulation.source.launchesSince('')).launches;
      simulation.source.launch(`launch ${length}`, written);
      const [hinted] = hintedPaths(Object.keys(written));
      if (hinted !== undefined) await pipeline.publish([hinted]);
      const { release } = pipeline.status();
      await pipeline.reconcile();
      // One document of a launch publishes the others, so that nothing is left for the sweep.
      if (hinted !== undefined) expect(pipeline.status().release).toBe(release);
      return running;
    }
    case 'hinted':
    case 'missed':
      for (const written of event.edits) write(simulation.source, written);
      if (event.type === 'missed') await pipeline.reconcile();
      else await pipeline.publish(event.edits.map(({ path }) => path));
      return running;
    case 'restarted': {
      await pipeline.close();
      for (const written of event.edits) write(simulation.source, written);
      const reopened = await simulation.open(templates);
      // A hint may arrive before the full scan.
      await Promise.all([reopened.publish(event.edits.map(({ path }) => path)), reopened.reconcile()]);
      return { pipeline: reopened, templates };
    }
    case 'uploaded':
      if (event.content === null) simulation.uploads.delete(event.name);
      else simulation.uploads.set(event.name, uploadContents[event.content]);
      await pipeline.reconcile();
      return running;
    case 'rolledBack': {
      const releases = pipeline.releases();
      await pipeline.rollback(releases[event.to % releases.length]?.id ?? '');
      return running;
    }
    case 'unpinned':
      await pipeline.unpin();
      return running;
    case 'recompiled': {
      const other = templates === 0 ? 1 : 0;
      await simulation.recompile(pipeline, other);
      return { pipeline, templates: other };
    }
  }
}

/** Redirects to other redirects, or from an address with a file. */
function chains(live: LiveRelease | null): string[] {
  const files = (live?.paths() ?? []).filter((path) => !live?.redirects().has(path.replace(/\.html$/, '')));
  return [...(live?.redirects() ?? [])].flatMap(([from, { to }]) => {
    const shadowed = files.includes(from) || files.includes(`${from}.html`) ? [`${from} is a file`] : [];
    return live?.redirect(to) ? [...shadowed, `${from} redirects to ${to}, which redirects again`] : shadowed;
  });
}

/**
 * Checks the whole site: it equals a from-scratch build, contains no secret, references no missing file and
 * has no redirect chain.
 */
export async function checkSite({ pipeline }: RunningPipeline, { source }: Simulation): Promise<void> {
  expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
  const live = pipeline.live();
  expect(chains(live)).toEqual([]);
  const paths = live?.paths() ?? [];
  const texts = await Promise.all(
    paths
      .filter((path) => /\.(html|xml|txt|json)$/.test(path))
      .flatMap((path) => live?.get(path) ?? [])
      .map((file) => file.read()),
  );
  const text = texts.map((bytes) => new TextDecoder().decode(bytes)).join('\n');
  expect(secretEmbeds(source).filter((code) => text.includes(code))).toEqual([]);
  const referenced = new Set([...text.matchAll(/(?<=["\s,])\/assets\/[\w./-]+/g)].map(([path]) => path));
  expect([...referenced].filter((path) => !paths.includes(path))).toEqual([]);
}
