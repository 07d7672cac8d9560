import { appendFileSync, cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { openThreads } from '../../../pipeline/adapters/threads/open-threads.ts';
import { openPipeline, type CompiledSite } from '../../../pipeline/pipeline.ts';
import { emptySimulation, type Simulation } from '../../../pipeline/engine/events.fixture.ts';
import { uploadBucket } from '../../../pipeline/adapters/images/uploads.fixture.ts';

export const root = join(import.meta.dirname, '../../..');

export const offlineOptions = {
  firestore: null,
  storage: null,
  buckets: {},
  config: {
    origin: 'https://site.example',
    adminOrigin: 'https://admin.example',
    embedOrigin: 'https://embed.example',
  },
  log: () => undefined,
};

/** Copies the site's sources into a folder below `below`, with another footer and style. Returns its path. */
export function changedSources(below: string): string {
  const copy = join(below, 'changed');
  const names = ['astro.config.mjs', 'model', 'package-lock.json', 'package.json', 'public', 'src', 'tsconfig.json'];
  for (const name of [...names, 'pipeline/adapters/astro']) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  appendFileSync(join(copy, 'src/styles/base.css'), '\n.site-footer { color: inherit; }\n');
  appendFileSync(join(copy, 'src/features/footer/site-footer.astro'), '\n<p>Another footer</p>\n');
  return copy;
}

/** A simulation of the real site. `templates` are two compilations of it; `threads` renders in threads. */
export function simulateRealSite(
  dataDir: string,
  templates: readonly [CompiledSite, CompiledSite],
  threads?: typeof openThreads,
): Simulation {
  const { source, uploads } = emptySimulation();
  return {
    source,
    uploads,
    open: (which) =>
      openPipeline({
        ...offlineOptions,
        dataDir,
        buckets: { 'homepage-images': uploadBucket },
        compiled: templates[which],
        ports: { source, uploads, patience: Infinity, preemptThreshold: 2, ...(threads && { threads }) },
      }),
    recompile: (pipeline, which) => pipeline.useCompiled(templates[which]),
  };
}
