import PQueue from 'p-queue';
import type { Answers } from '../plan/answers.ts';
import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import type { Rendering } from './progress.ts';
import { recordContent } from './record-content.ts';
import type { Renderer } from './renderer.ts';

/** A route's new bytes. */
export interface RenderedPage {
  route: Route;
  /** SHA-256, hex. */
  hash: string;
  contentType: string;
  size: number;
}

export interface RenderedRoutes {
  pages: RenderedPage[];
  /** One a route; its `failure` is set where there are no bytes. */
  receipts: Receipt[];
}

interface RenderWork {
  routes: readonly Route[];
  renderer: Renderer;
  answers: Answers;
  /** Takes the bytes of a page and returns their hash. */
  keep: (bytes: Uint8Array) => Promise<string>;
  /** Hears how far it is, many times a second. */
  onProgress: (rendering: Rendering) => void;
}

// Promises alone starve the event loop: without pauses, bulk renders grow the heap and hold up every other request.
const rendersBetweenPauses = 25;
const keptAtOnce = 16;

/** Renders routes one after another; one that fails does not stop the others. */
export async function renderRoutes({
  routes,
  renderer,
  answers,
  keep,
  onProgress,
}: RenderWork): Promise<RenderedRoutes> {
  const pages: RenderedPage[] = [];
  const receipts: Receipt[] = [];
  const keeping = new PQueue({ concurrency: keptAtOnce });
  const errors: unknown[] = [];
  const started = performance.now();
  for (const route of routes) {
    const { receipt, page } = await renderRoute(route, renderer, answers);
    receipts.push(receipt);
    if (page !== null) {
      const { body, contentType } = page;
      keeping
        .add(async () => pages.push({ route, hash: await keep(body), contentType, size: body.length }))
        .catch((error: unknown) => void errors.push(error));
      await keeping.onSizeLessThan(1);
    }
    if (errors.length > 0) break;
    if (receipts.length % rendersBetweenPauses !== 0) continue;
    onProgress({ done: receipts.length, total: routes.length, ms: performance.now() - started });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await keeping.onIdle();
  if (errors.length > 0) throw errors[0];
  return { pages, receipts };
}

async function renderRoute(route: Route, renderer: Renderer, answers: Answers) {
  const { content, reads } = recordContent(answers);
  const rendered = await renderer.render(route.path, content);
  const failure = !rendered.ok
    ? `The page could not be rendered: ${rendered.message}`
    : rendered.status !== route.status
      ? `The page answered ${String(rendered.status)} instead of ${String(route.status)}`
      : null;
  const { path, document } = route;
  const receipt: Receipt = { route: path, reads: reads(), fingerprint: renderer.fingerprint, document, failure };
  return { receipt, page: rendered.ok && failure === null ? rendered : null };
}
