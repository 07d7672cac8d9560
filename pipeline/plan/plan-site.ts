import type { ContentState } from '../sync/content-state.ts';
import type { Answers, QueryKey } from './answers.ts';
import { makePlan, type Plan, type Receipt } from './plan.ts';
import { routesOf, whyGone, type Route } from './routes.ts';

interface SitePlanInput {
  /** What the site is to show. */
  shown: ContentState;
  /** Content as it is, which tells why something goes. */
  content: ContentState;
  receipts: ReadonlyMap<string, Receipt>;
  answers: Answers;
  /** Queries that may answer differently than the receipts say; null when any may. */
  suspects: readonly QueryKey[] | null;
  templates: { fingerprint: string; fixedRoutes: readonly string[] };
  /** Whether pages that earlier templates rendered stay as they are. */
  keepTemplates: boolean;
  retry: boolean;
}

/** Plans the step from what the receipts say to what the content asks for. */
export function planSite(input: SitePlanInput): { plan: Plan; routes: ReadonlyMap<string, Route> } {
  const { receipts, answers, suspects, templates } = input;
  const routes = routesOf(templates.fixedRoutes, input.shown.composition);
  const asked = suspects ?? allReads(receipts, routes);
  const plan = makePlan({
    routes,
    receipts,
    answers: new Map([...asked].map((key) => [key, answers.hash(key)])),
    fingerprint: input.keepTemplates ? null : templates.fingerprint,
    retry: input.retry,
    whyGone: (document) => whyGone(document, input.content.composition),
  });
  return { plan, routes };
}

/** Every query that a route which stays has asked. */
function allReads(receipts: ReadonlyMap<string, Receipt>, routes: ReadonlyMap<string, Route>): Set<QueryKey> {
  const keys = new Set<QueryKey>();
  for (const { route, reads } of receipts.values()) {
    if (routes.has(route)) for (const key of reads.keys()) keys.add(key);
  }
  return keys;
}
