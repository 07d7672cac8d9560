import { openAnswers } from '../plan/answers.ts';
import { planSite } from '../plan/plan-site.ts';
import { openReaders } from '../plan/readers.ts';
import { renderRoutes } from '../render/render-routes.ts';
import type { Renderer } from '../render/renderer.ts';
import type { Blobs } from './blobs.ts';
import { diffFiles, type FileEntry, type Files } from './files.ts';
import { extrasOf, nextFiles } from './next-files.ts';
import { siteSnapshot, type Site } from './site.ts';

interface FromScratch {
  site: Pick<Site, 'content' | 'images' | 'head'>;
  templates: { renderer: Renderer; assets: readonly FileEntry[] };
  hash: (bytes: Uint8Array) => string;
}

interface Built {
  files: Files;
  /** Routes that cannot be rendered. */
  failed: ReadonlySet<string>;
}

/** Builds the whole site from its content alone, as if nothing had ever been rendered. Nothing is kept. */
export async function buildFromScratch({ site, templates, hash }: FromScratch): Promise<Built> {
  const { content, images, head } = site;
  if (head === null) return { files: new Map(), failed: new Set() };
  const answers = openAnswers(siteSnapshot(content, { images, config: head.config }));
  const { plan, routes } = planSite({
    shown: content,
    content,
    receipts: new Map(),
    answers,
    templates: templates.renderer,
    keepTemplates: false,
    retry: false,
    since: null,
  });
  const { pages, receipts } = await renderRoutes({
    routes: plan.render.flatMap(({ route }) => routes.get(route) ?? []),
    renderer: templates.renderer,
    answers,
    keep: (bytes) => Promise.resolve(hash(bytes)),
  });
  const asked = openReaders(receipts).argumentsOf('image');
  const shown = asked.flatMap((address) => images.get(address) ?? []);
  const extras = extrasOf({ assets: templates.assets, keptAssets: [], images: shown });
  return {
    files: nextFiles({ base: new Map(), baseExtras: new Map(), extras, pages, removed: [] }),
    failed: new Set(receipts.flatMap(({ route, failure }) => (failure === null ? [] : [route]))),
  };
}

/**
 * The paths at which a release differs from one built from scratch. Where a page cannot be rendered now, what it had
 * before is rightly live.
 */
export function differingPaths(live: Files, { files, failed }: Built): string[] {
  const { set, removed } = diffFiles(live, files);
  const differing = set.filter(({ path, hash, contentType }) => {
    const old = live.get(path);
    return old?.hash !== hash || old.contentType !== contentType;
  });
  const extra = removed.filter((path) => !failed.has(live.get(path)?.route ?? ''));
  return [...differing.map(({ path }) => path), ...extra].sort();
}

/** The paths of a release whose bytes are not what they were released as. */
export async function damagedPaths(live: Files, blobs: Pick<Blobs, 'holds'>): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of live.values()) if (!(await blobs.holds(file, true))) damaged.push(file.path);
  return damaged;
}
