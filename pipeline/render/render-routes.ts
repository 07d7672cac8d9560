import type { Answers } from '../plan/answers.ts';
import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import { recordContent } from './record-content.ts';
import type { Renderer } from './renderer.ts';

export interface RenderedRoute {
  route: Route;
  /** Its `failure` is set where there are no bytes. */
  receipt: Receipt;
  page: { body: Uint8Array; contentType: string } | null;
}

interface RenderWork {
  routes: Iterable<Route>;
  renderer: Renderer;
  answers: Answers;
  /** Takes each route as it is rendered, so that no more than a few are held at once. */
  emit: (rendered: RenderedRoute) => Promise<void>;
}

// Promises alone starve the event loop: without a pause, bulk renders grow the heap and hold up every other request.
const rendersBetweenPauses = 100;
const emitsAtOnce = 16;

/** Renders routes one after another; a route that fails does not stop the others. */
export async function renderRoutes({ routes, renderer, answers, emit }: RenderWork): Promise<void> {
  const emitting = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let count = 0;
  for (const route of routes) {
    const rendered = await renderRoute(route, renderer, answers);
    const emitted = emit(rendered)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => emitting.delete(emitted));
    emitting.add(emitted);
    if (emitting.size >= emitsAtOnce) await Promise.race(emitting);
    if (errors.length > 0) break;
    count += 1;
    if (count % rendersBetweenPauses === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(emitting);
  if (errors.length > 0) throw errors[0];
}

async function renderRoute(route: Route, renderer: Renderer, answers: Answers): Promise<RenderedRoute> {
  const { content, reads } = recordContent(answers);
  const rendered = await renderer.render(route.path, content);
  const failure = !rendered.ok
    ? `The page could not be rendered: ${rendered.message}`
    : rendered.status !== route.status
      ? `The page answered ${String(rendered.status)} instead of ${String(route.status)}`
      : null;
  const { path, document } = route;
  return {
    route,
    receipt: { route: path, reads, fingerprint: renderer.fingerprint, document, failure },
    page: rendered.ok && failure === null ? { body: rendered.body, contentType: rendered.contentType } : null,
  };
}
