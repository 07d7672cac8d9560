import type { ContentState } from '../sync/content-state.ts';
import type { Answers, Invalidation } from './answers.ts';
import { makePlan, type Plan, type Receipt } from './plan.ts';
import type { QueryKey } from './queries.ts';
import type { Readers } from './readers.ts';
import { routeAt, routesOf, routesTouched, removalReason, type Route } from './routes.ts';

export interface SitePlanInput {
  /** The content to publish. */
  shown: ContentState;
  /** The current content, from which the reasons for removed routes are derived. */
  content: ContentState;
  receipts: ReadonlyMap<string, Receipt>;
  answers: Pick<Answers, 'hash'>;
  templates: { fingerprint: string; fixedRoutes: readonly string[] };
  /** Whether pages rendered by earlier templates are kept. */
  keepTemplates: boolean;
  /** Whether failed routes are rendered again. */
  retry: boolean;
  /** The change relative to the content of the receipts; null to compare everything. */
  since: PreviousPlan | null;
}

export interface SitePlan {
  plan: Plan;
  /** The examined routes, by path. */
  routes: ReadonlyMap<string, Route>;
}

export interface PreviousPlan {
  invalidated: Invalidation;
  readers: Readers;
  /** Routes whose receipts may describe other content. All their queries are compared. */
  doubtful: Iterable<string>;
}

/** Plans the step from the recorded receipts to the current content. */
export function planSite(input: SitePlanInput): SitePlan {
  const { receipts, routes, asked } = input.since === null ? wholeSite(input) : affectedPart(input, input.since);
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
  /** Queries whose answers are compared with the receipts. */
  asked: ReadonlySet<QueryKey>;
}

function wholeSite({ receipts, shown, templates }: SitePlanInput): Scope {
  const routes = routesOf({ fixed: templates.fixedRoutes, content: shown.composition });
  const asked = new Set<QueryKey>();
  for (const { route, reads } of receipts.values()) {
    if (routes.has(route)) for (const key of reads.keys()) asked.add(key);
  }
  return { receipts, routes, asked };
}

/** The scope of a change: routes with a possibly changed query, and routes that may be added or removed. */
function affectedPart(input: SitePlanInput, { invalidated, readers, doubtful }: PreviousPlan): Scope {
  const site = { fixed: input.templates.fixedRoutes, content: input.shown.composition };
  const paths = routesTouched(invalidated.cells);
  const asked = new Set<QueryKey>();
  for (const path of doubtful) {
    paths.add(path);
    for (const key of input.receipts.get(path)?.reads.keys() ?? []) asked.add(key);
  }
  for (const [key, hash] of invalidated.queries) {
    // Many invalidated queries have an equal answer. This matters most for queries that every page reads.
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
