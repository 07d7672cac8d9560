import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SiteConfig } from '@frontage/model/content';
import { contentCollections } from '@frontage/model/content-collections';
import { applyRead, emptyContent, snapshotOf } from '../../pipeline/sync/content-state.ts';
import { buildStockSite, makeStockSite } from '../../tests/contract/pipeline/stock-site.ts';
import { benchSource } from '../shared/content-source.ts';
import type { Contender, EditedPage } from './contender.ts';

/** `astro build` of the same templates. An edit requires a full build. */
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

/** `astro build` with `experimental.incrementalBuild`: a page is kept while the key of all its data is unchanged. */
export const incrementalAstro = (config: SiteConfig): Contender => ({
  ...stockAstro(config),
  name: 'astro build, incremental',
  prepare: async (folder, content) => {
    await stockAstro(config).prepare(folder, content);
    replaceIn(
      join(folder, 'astro.config.mjs'),
      'defineConfig({',
      'defineConfig({ experimental: { incrementalBuild: true },',
    );
    replaceIn(
      join(folder, 'src/pages/page/[slug].astro'),
      'params: { slug } }',
      'params: { slug }, cacheKey: JSON.stringify([content.page(slug), content.navigation(), content.site()]) }',
    );
    replaceIn(join(folder, 'src/pages/page/[slug].astro'), 'import { demoSlugs', 'import { content, demoSlugs');
  },
  edit: (folder, page) => {
    writeTitle(join(folder, 'snapshot.json'), page);
    return buildStockSite(folder);
  },
});

function replaceIn(file: string, text: string, by: string): void {
  const source = readFileSync(file, 'utf8');
  if (!source.includes(text)) throw new Error(`${file} has no ${text}`);
  writeFileSync(
    file,
    source.replace(text, () => by),
  );
}

interface StoredSnapshot {
  publishedPages: { entries: [slug: string, page: { title: string }][] };
}

function writeTitle(file: string, { index, title }: EditedPage): void {
  const snapshot = JSON.parse(readFileSync(file, 'utf8')) as StoredSnapshot;
  const page = snapshot.publishedPages.entries.find(([slug]) => slug === `page-${String(index)}`)?.[1];
  if (!page) throw new Error(`There is no page ${String(index)}`);
  page.title = title;
  writeFileSync(file, JSON.stringify(snapshot));
}
