import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import { openEncoder } from './encode-pages.ts';
import { recordContent, type QueryResults } from './record-content.ts';
import type { Rendered, Renderer } from './renderer.ts';

/** The result of rendering a route. */
export interface RenderedRoute {
  /** Its `failure` is set if there are no bytes. */
  receipt: Receipt;
  page: RenderedBytes | null;
}

export interface RenderedBytes {
  /** SHA-256, hex. */
  hash: string;
  contentType: string;
  size: number;
  body: Uint8Array<ArrayBuffer>;
}

export interface ShardWork {
  /** Whether the texts of these pages need not be cached, because the pages are not rendered again soon. */
  once: boolean;
  renderer: Renderer;
  answers: QueryResults;
  hash: (bytes: Uint8Array) => string;
}

/** Renders routes one after another. A failing route does not stop the others. */
export async function renderShard(
  routes: readonly Route[],
  { renderer, answers, once, hash }: ShardWork,
): Promise<RenderedRoute[]> {
  const shard: RenderedRoute[] = [];
  const encode = openEncoder(routes.length);
  for (const route of routes) {
    const { path, document } = route;
    const { content, reads } = recordContent(answers);
    const rendered = await renderer.render(path, content, { once });
    const failure = failureOf(rendered, route);
    const receipt: Receipt = { route: path, reads: reads(), fingerprint: renderer.fingerprint, document, failure };
    if (!rendered.ok || failure !== null) {
      shard.push({ receipt, page: null });
      continue;
    }
    const { contentType } = rendered;
    const body = encode(rendered.body);
    shard.push({ receipt, page: { hash: hash(body), contentType, size: body.length, body } });
  }
  return shard;
}

function failureOf(rendered: Rendered, { status }: Route): string | null {
  if (!rendered.ok) return `The page could not be rendered: ${rendered.message}`;
  if (rendered.status === status) return null;
  return `The page answered ${String(rendered.status)} instead of ${String(status)}`;
}
