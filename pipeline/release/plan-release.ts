import type { SiteConfig } from '@frontage/model/content';
import { openAnswers } from '../plan/answers.ts';
import type { Plan } from '../plan/plan.ts';
import { planSite } from '../plan/plan-site.ts';
import { filesOf } from '../plan/routes.ts';
import { snapshotOf, type ContentState } from '../sync/content-state.ts';
import { publicImages } from '../sync/image-addresses.ts';
import type { ImageInspector } from '../sync/image-inspector.ts';
import { shownImages } from '../sync/shown-images.ts';
import { plannedRedirects, type PlannedRedirect } from './next-redirects.ts';
import type { Templates } from './render-site.ts';
import { shownContent, type Site } from './site.ts';

/** The plan of a step. */
export interface ReleasePlan extends Plan {
  redirects: PlannedRedirect[];
}

interface CurrentSite {
  site: Site;
  templates: Templates;
  desk: ImageInspector;
  config: SiteConfig;
  /** Actual names of the site's buckets. */
  buckets: ReadonlySet<string>;
}

/** Plans a full step from the current site to this content. */
export function planRelease(
  { site, templates, desk, config, buckets }: CurrentSite,
  content: ContentState,
): ReleasePlan {
  const shown = shownContent({ content, pinned: site.pinned });
  const { images } = shownImages(publicImages(shown, buckets, null), (address) => desk.resultOf(address));
  const { plan } = planSite({
    shown,
    content,
    receipts: site.receipts,
    answers: openAnswers(snapshotOf(shown, { images, config })),
    templates: templates.renderer,
    keepTemplates: site.pinned !== null,
    retry: true,
    since: null,
  });
  const routes = [...plan.keep, ...plan.render.map(({ route }) => route)];
  const paths = new Set([...routes.flatMap(filesOf), ...site.staticFiles.keys()]);
  const { addresses } = shown.composition;
  return { ...plan, redirects: plannedRedirects(site.files, { paths, addresses }) };
}
