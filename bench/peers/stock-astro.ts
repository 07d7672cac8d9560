import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SiteConfig } from '@frontage/model/content';
import { contentCollections } from '@frontage/model/paths';
import { applyRead, emptyContent, snapshotOf } from '@frontage/pipeline/sync/content-state';
import { buildStockSite, makeStockSite } from '../../tests/contract/pipeline/stock-site.ts';
import { benchSource } from '../shared/content-source.ts';
import type { Contender } from './contender.ts';

/** `astro build` of the same templates: an edit means all of it. */
export const stockAstro = (config: SiteConfig): Contender => ({
  name: 'astro build',
  version: () => (createRequire(import.meta.url)('astro/package.json') as { version: string }).version,
  prepare: async (folder, { bodies, pages }) => {
    const { state } = applyRead(emptyContent, await benchSource(bodies, pages).readAll(contentCollections));
    makeStockSite(folder, snapshotOf(state, { images: new Map(), config }));
  },
  build: (folder) => {
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    return buildStockSite(folder);
  },
});
