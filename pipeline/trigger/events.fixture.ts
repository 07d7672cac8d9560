import fc from 'fast-check';
import { expect } from 'vitest';
import { aPage } from '../sync/documents.fixture.ts';
import { edit, secretEmbeds, uploads as names, write, type Edit } from '../sync/edits.fixture.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import type { LiveRelease } from '../release/live.ts';
import { memoryUploads, uploadContents, type MemoryUploads } from '../adapters/images/uploads.fixture.ts';

/** Something that happens to a site, after which it has been told. */
export type ContentEvent =
  | { type: 'hinted' | 'hintedAtOnce' | 'missed' | 'restarted'; edits: Edit[] }
  | { type: 'uploaded'; name: string; content: keyof typeof uploadContents | null }
  | { type: 'rolledBack'; to: number }
  | { type: 'unpinned' | 'recompiled' };

const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
const present = names.filter((name) => name !== 'never');
const contents = Object.keys(uploadContents) as (keyof typeof uploadContents)[];

export const contentEvent: fc.Arbitrary<ContentEvent> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ type: fc.constant('hinted' as const), edits }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('hintedAtOnce' as const), edits }) },
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

/** The environment of random events. */
export interface Simulation {
  source: MemorySource;
  uploads: MemoryUploads;
  /** Opens the pipeline, on the folder it had before, with one of two compilations of the site. */
  open(templates: 0 | 1): Promise<Pipeline>;
  /** Goes over to the other compilation. */
  recompile(pipeline: Pipeline, templates: 0 | 1): Promise<unknown>;
}

export interface RunningPipeline {
  pipeline: Pipeline;
  templates: 0 | 1;
}

/** A world with nothing to show. A draft that nothing happens to stays in it: where all content is gone at once the pipeline stops. */
export function emptySimulation(): Pick<Simulation, 'source' | 'uploads'> {
  const source = memorySource();
  source.set('pages/kept', aPage({ slug: 'kept', is_published: false }));
  return { source, uploads: memoryUploads() };
}

/** Lets something happen, and the site be told of it. */
export async function follow(life: RunningPipeline, one: ContentEvent, world: Simulation): Promise<RunningPipeline> {
  const { pipeline, templates } = life;
  switch (one.type) {
    case 'hintedAtOnce': {
      // Each while the one before is rendered, a demo and its embed code together as they are written.
      const told: Promise<unknown>[] = [];
      for (const written of one.edits) {
        write(world.source, written);
        told.push(pipeline.publish([written.path]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(told);
      return life;
    }
    case 'hinted':
    case 'missed':
      for (const written of one.edits) write(world.source, written);
      if (one.type === 'missed') await pipeline.reconcile();
      else await pipeline.publish(one.edits.map(({ path }) => path));
      return life;
    case 'restarted': {
      await pipeline.close();
      for (const written of one.edits) write(world.source, written);
      const again = await world.open(templates);
      // A hint may come before everything is read.
      await Promise.all([again.publish(one.edits.map(({ path }) => path)), again.reconcile()]);
      return { pipeline: again, templates };
    }
    case 'uploaded':
      if (one.content === null) world.uploads.delete(one.name);
      else world.uploads.set(one.name, uploadContents[one.content]);
      await pipeline.reconcile();
      return life;
    case 'rolledBack': {
      const releases = pipeline.releases();
      await pipeline.rollback(releases[one.to % releases.length]?.id ?? '');
      return life;
    }
    case 'unpinned':
      await pipeline.unpin();
      return life;
    case 'recompiled': {
      const other = templates === 0 ? 1 : 0;
      await world.recompile(pipeline, other);
      return { pipeline, templates: other };
    }
  }
}

/** Redirects to other redirects, or from an address with a file. */
function chains(live: LiveRelease | null): string[] {
  const files = (live?.paths() ?? []).filter((path) => !live?.redirects().has(path.replace(/\.html$/, '')));
  return [...(live?.redirects() ?? [])].flatMap(([from, { to }]) => {
    const shadowed = files.includes(from) || files.includes(`${from}.html`) ? [`${from} is a file`] : [];
    return live?.redirect(to) ? [...shadowed, `${from} leads to ${to}, which leads on`] : shadowed;
  });
}

/**
 * Checks the whole site: it equals a from-scratch build, contains no secret, references no missing file and
 * has no redirect chain.
 */
export async function examine({ pipeline }: RunningPipeline, { source }: Simulation): Promise<void> {
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
  const said = texts.map((bytes) => new TextDecoder().decode(bytes)).join('\n');
  expect(secretEmbeds(source).filter((code) => said.includes(code))).toEqual([]);
  const named = new Set([...said.matchAll(/(?<=["\s,])\/assets\/[\w./-]+/g)].map(([path]) => path));
  expect([...named].filter((path) => !paths.includes(path))).toEqual([]);
}
