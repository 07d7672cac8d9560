import type { ContentState } from '../sync/content-state.ts';
import type { Answers, Invalidation } from './answers.ts';
import { makePlan, type Plan, type Receipt } from './plan.ts';
import type { QueryKey } from './query-keys.ts';
import type { Readers } from './readers.ts';
import { routeAt, routesOf, routesTouched, removalReason, type Route } from './routes.ts';

export interface SitePlanInput {
  /** The content to publish. */
  shown: ContentState;
  /** Content as it is, which tells why something goes. */
  content: ContentState;
  receipts: ReadonlyMap<string, Receipt>;
  answers: Pick<Answers, 'hash'>;
  templates: { fingerprint: string; fixedRoutes: readonly string[] };
  /** Whether pages that earlier templates rendered stay as they are. */
  keepTemplates: boolean;
  /** Whether routes that failed are tried again. */
  retry: boolean;
  /** The change relative to the content of the receipts; null to compare everything. */
  since: PreviousPlan | null;
}

export interface SitePlan {
  plan: Plan;
  /** The routes that were looked at, by path. */
  routes: ReadonlyMap<string, Route>;
}

export interface PreviousPlan {
  invalidated: Invalidation;
  readers: Readers;
  /** Routes whose receipts may be of other content: all their queries are compared. */
  doubtful: Iterable<string>;
}

/** Plans the step from the recorded receipts to the current content. */
export function planSite(input: SitePlanInput): SitePlan {
  const { receipts, routes, asked } = input.since === null ? everything(input) : concerned(input, input.since);
  const plan = makePlan({
    routes,
    receipts,
    answers: new Map([...asked].map((key) => [key, input.answers.hash(key)])),
    fingerprint: input.templates.fingerprint,
    keepTemplates: input.keepTemplates,
    retry: input.retry,
    whyGone: (document) => removalReason(document, input.content.composition),
  });
  return { plan, routes };
}

interface Scope {
  receipts: ReadonlyMap<string, Receipt>;
  routes: ReadonlyMap<string, Route>;
  /** Queries whose answers are to be compared. */
  asked: ReadonlySet<QueryKey>;
}

function everything({ receipts, shown, templates }: SitePlanInput): Scope {
  const routes = routesOf({ fixed: templates.fixedRoutes, content: shown.composition });
  const asked = new Set<QueryKey>();
  for (const { route, reads } of receipts.values()) {
    if (routes.has(route)) for (const key of reads.keys()) asked.add(key);
  }
  return { receipts, routes, asked };
}

/** Only the routes with a possibly changed query, and those added or removed. */
function concerned(input: SitePlanInput, { invalidated, readers, doubtful }: PreviousPlan): Scope {
  const site = { fixed: input.templates.fixedRoutes, content: input.shown.composition };
  const paths = routesTouched(invalidated.cells);
  const asked = new Set<QueryKey>();
  for (const path of doubtful) {
    paths.add(path);
    for (const key of input.receipts.get(path)?.reads.keys() ?? []) asked.add(key);
  }
  for (const [key, hash] of invalidated.queries) {
    // Most suspicions come to nothing: an edited body is no news to the navigation that every page shows.
    if (hash !== null && hash === input.answers.hash(key)) continue;
    for (const path of readers.of(key)) {
      paths.add(path);
      asked.add(key);
    }
  }
  const routes = [...paths].flatMap((path) => routeAt(path, site) ?? []);
  const receipts = [...paths].flatMap((path) => input.receipts.get(path) ?? []);
  return {
    routes: new Map(routes.map((route) => [route.path, route])),
    receipts: new Map(receipts.map((receipt) => [receipt.route, receipt])),
    asked,
  };
}
