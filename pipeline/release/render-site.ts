import { patchMap } from '../sync/patched-map.ts';
import type { Answers } from '../plan/answers.ts';
import { planSite, type PreviousPlan, type SitePlan, type SitePlanInput } from '../plan/plan-site.ts';
import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import type { Readers } from '../plan/readers.ts';
import { renderRoutes, type RenderWork } from '../render/render-routes.ts';
import type { Renderer } from '../render/renderer.ts';
import type { RenderThreads } from '../render/threads.ts';
import type { FileEntry } from '../site/files.ts';
import {
  allStaticFiles,
  changedStaticFiles,
  earlierAssets,
  nextFiles,
  type PreviousStaticFiles,
} from '../site/next-files.ts';
import { nextRedirects } from '../site/next-redirects.ts';
import type { RenderedSite } from '../site/next-site.ts';
import type { Manifest } from '../site/site.ts';
import type { ComposedAddresses } from '../sync/compose-addresses.ts';
import type { ImageRecord } from '../sync/image-library.ts';

/** The compiled site, loaded. */
export interface Templates {
  renderer: Renderer;
  /** Null if the main thread renders all pages. */
  threads: RenderThreads | null;
  assets: readonly FileEntry[];
}

interface SiteWork
  extends
    Pick<SitePlanInput, 'shown' | 'content' | 'retry'>,
    Pick<RenderWork, 'hash' | 'isSlow' | 'keeping' | 'preemption' | 'postponedFrom' | 'onProgress'> {
  /** Origin at which the site is served. */
  origin: string;
  /** The changes; null to compare everything. */
  since: ChangedSite | null;
  /** The base: the current site, the release it is pinned to, or nothing. */
  base: Manifest;
  /** Whether pages rendered by earlier templates are kept, with the assets they need. */
  keepTemplates: boolean;
  answers: Answers;
  /** The readers of the base's receipts. `renderSite` updates them to the new receipts. */
  readers: Readers;
  images: ReadonlyMap<string, ImageRecord>;
  templates: Templates;
}

interface ChangedSite extends PreviousPlan {
  /** The known static files; null to check all of them. */
  statics: PreviousStaticFiles | null;
  /** The redirects of the base. */
  addresses: ComposedAddresses;
}

/** Renders the routes that differ from the base; returns the next files and receipts. */
export async function renderSite(work: SiteWork): Promise<RenderedSite> {
  const { base, keepTemplates, since, readers, images, templates } = work;
  const { receipts: before } = base;
  const { routes, removed } = withoutReasons(planSite({ ...work, receipts: before, templates: templates.renderer }));
  const { pages, receipts } = await renderRoutes({ ...work, ...templates, routes });
  const changes = [
    ...removed.map((route): [string, undefined] => [route, undefined]),
    ...receipts.map((receipt): [string, Receipt] => [receipt.route, receipt]),
  ];
  for (const [route, receipt] of changes) readers.replace(before.get(route), receipt);
  const staticChanges = since?.statics
    ? changedStaticFiles({ base, since: { ...since, ...since.statics }, receipts: changes, images })
    : allStaticFiles({
        base,
        assets: templates.assets,
        keptAssets: keepTemplates ? earlierAssets(base, pages) : [],
        images: readers.argumentsOf('image').flatMap((address) => images.get(address) ?? []),
      });
  const staticFiles = patchMap(base.staticFiles, staticChanges);
  const files = nextFiles({ base: base.files, staticFiles, staticChanges, pages, removed });
  const { addresses } = work.shown.composition;
  return {
    files: await nextRedirects({ ...work, base: base.files, files, addresses, before: since?.addresses ?? null }),
    staticFiles,
    receipts: patchMap(before, changes),
    failed: patchMap(base.failed, failedBy(changes)),
    failures: receipts.filter(({ failure }) => failure !== null),
    rendered: receipts.length,
  };
}

/** Reduces a plan, so that the reasons for a whole site are not in memory until everything is rendered. */
const withoutReasons = ({ plan, routes }: SitePlan): { routes: Route[]; removed: string[] } => ({
  routes: plan.render.flatMap(({ route }) => routes.get(route) ?? []),
  removed: plan.remove.map(({ path }) => path),
});

function* failedBy(
  changes: readonly (readonly [string, Receipt | undefined])[],
): Generator<[string, Receipt | undefined]> {
  for (const [route, receipt] of changes) yield [route, receipt?.failure == null ? undefined : receipt];
}
