import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import { openEncoder, type EncodePage } from './encode-pages.ts';
import { recordContent, type AnsweredQueries } from './record-content.ts';
import type { Renderer } from './renderer.ts';

/** What came of a route. */
export interface RenderedRoute {
  /** Its `failure` is set where there are no bytes. */
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
  /** Whether the texts of these pages are not wanted again soon. */
  once: boolean;
  renderer: Renderer;
  answers: AnsweredQueries;
  hash: (bytes: Uint8Array) => string;
}

/** Renders routes one after another; one that fails does not stop the others. */
export async function renderShard(routes: readonly Route[], work: ShardWork): Promise<RenderedRoute[]> {
  const rendered: RenderedRoute[] = [];
  const encode = openEncoder(routes.length);
  for (const route of routes) rendered.push(await renderRoute(route, { ...work, encode }));
  return rendered;
}

interface RouteWork extends ShardWork {
  encode: EncodePage;
}

async function renderRoute(route: Route, { renderer, answers, once, hash, encode }: RouteWork): Promise<RenderedRoute> {
  const { content, reads } = recordContent(answers);
  const rendered = await renderer.render(route.path, content, { once });
  const failure = !rendered.ok
    ? `The page could not be rendered: ${rendered.message}`
    : rendered.status !== route.status
      ? `The page answered ${String(rendered.status)} instead of ${String(route.status)}`
      : null;
  const { path, document } = route;
  const receipt: Receipt = { route: path, reads: reads(), fingerprint: renderer.fingerprint, document, failure };
  if (!rendered.ok || failure !== null) return { receipt, page: null };
  const { contentType } = rendered;
  const body = encode(rendered.body);
  return { receipt, page: { hash: hash(body), contentType, size: body.length, body } };
}
