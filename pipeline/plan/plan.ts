import { isVersioned } from '@frontage/model/paths';
import { describeQuery, describeQueryName, mainQuery, type QueryKey } from './queries.ts';
import type { Route } from './routes.ts';

/** The result of a route's last render. */
export interface Receipt {
  route: string;
  /** Every query that the render read, with the hash of its answer. */
  reads: ReadonlyMap<QueryKey, string>;
  /** Identifies the compiled site that rendered the route. */
  fingerprint: string;
  document: string | null;
  /** Why the last render failed; null if it succeeded. After a failure, the previous file stays live. */
  failure: string | null;
}

/** The changes of a release, each with its reason. */
export interface Plan {
  render: { route: string; reason: string }[];
  keep: string[];
  remove: { path: string; reason: string }[];
}

export interface PlanInput {
  routes: ReadonlyMap<string, Route>;
  receipts: ReadonlyMap<string, Receipt>;
  /** Hashes of possibly changed answers; a query missing here has its previous answer. */
  answers: ReadonlyMap<QueryKey, string>;
  /** Identifies the current compiled site. */
  fingerprint: string;
  /** Whether pages rendered by another compiled site are kept. */
  keepTemplates: boolean;
  /** Whether failed routes are rendered again even if none of their answers changed. */
  retry: boolean;
  /** The reason for removing the route of a document, or of no document (null). */
  whyGone: (document: string | null) => string;
}

/** Decides which routes to render, keep and remove from each route's recorded queries. */
export function makePlan(input: PlanInput): Plan {
  const plan: Plan = { render: [], keep: [], remove: [] };
  for (const route of input.routes.values()) {
    const reason = whyRender(input.receipts.get(route.path), route, input);
    if (reason === null) plan.keep.push(route.path);
    else plan.render.push({ route: route.path, reason });
  }
  for (const { route, document } of input.receipts.values()) {
    if (!input.routes.has(route)) plan.remove.push({ path: route, reason: input.whyGone(document) });
  }
  return plan;
}

function whyRender(receipt: Receipt | undefined, route: Route, input: PlanInput): string | null {
  if (receipt === undefined) return 'new route';
  // Pages may be kept, but versioned files are always rendered by the current templates: pages rendered by these
  // templates reference them.
  const mayBeEarlier = input.keepTemplates && !isVersioned(route.path);
  if (!mayBeEarlier && receipt.fingerprint !== input.fingerprint) return 'the templates were recompiled';
  if (receipt.document !== route.document) return `now shows ${String(route.document)}`;
  if (input.retry && receipt.failure !== null) return `failed before: ${receipt.failure}`;
  if (input.answers.size === 0) return null;
  for (const [key, hash] of receipt.reads) {
    const answer = input.answers.get(key);
    if (answer !== undefined && answer !== hash) return whyAsked(key);
  }
  return null;
}

/** The reason in editors' terms with the query: `in the menu: navigation() changed`. */
function whyAsked(key: QueryKey): string {
  const query = mainQuery([key]);
  const changed = `${describeQuery(key)} changed`;
  return query === undefined ? changed : `${describeQueryName(query)}: ${changed}`;
}
