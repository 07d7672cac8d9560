import { createApp } from 'astro/app/entrypoint';
import { FetchState } from 'astro/fetch';
import { renderToString } from 'astro/runtime/server/render/astro/render.js';
import type { RouteData, SSRResult } from 'astro';
import type { Content } from '@frontage/model/content';
import { messageOf } from '@frontage/model/messages';
import type { Renderer, Rendered } from '../../render/renderer.ts';
import { PageNeedsContentError, openPages, renderOrigin, type BeginPage } from './page-state.ts';

// The compiled site. Pages are not streamed, because their status is only known after they were rendered.
const app = createApp({ streaming: false });

// Astro answers a page that throws with an empty 500; the pipeline needs the error itself to name the document.
const renderError = app.renderError.bind(app);
app.renderError = async (request, options) => {
  if (options.status === 500) throw options.error ?? new Error(`${request.url} could not be rendered`);
  return renderError(request, options);
};
app.logger.options.level = 'silent';

/** `Astro.locals` in templates. */
interface Locals {
  content: Content;
  marks?: boolean;
  once?: boolean;
}

/** Exports of our endpoints in addition to Astro's methods. */
interface Endpoint {
  file?: (content: Content, params: Record<string, string | undefined>) => { contentType: string; text: string } | null;
}

/** A page's module. */
type Component = Awaited<ReturnType<FetchState['loadComponentInstance']>>;

/** The pages of a route. */
interface Pages {
  component: Component;
  begin: BeginPage;
}

const { routes } = app.manifestData;
// Null for routes whose templates read parts of the `Astro` object that `openPages` does not provide.
const known = new Map<RouteData, Pages | null>();
const endpoints = new Map<RouteData, Endpoint>();
// Astro matches all other paths, because they can have several spellings.
const plainAddress = /^\/$|^(?:\/[\w-]+)+$/;
const plainFile = /^(?:\/[\w-]+)+\.[a-z]+$/;
const routeAt = (path: string): RouteData | undefined =>
  routes.find(({ origin, pattern }) => origin === 'project' && pattern.test(path));

/** The routes that exist for any content. */
export const fixedRoutes: Renderer['fixedRoutes'] = routes.flatMap(({ origin, pathname, params }) =>
  origin === 'project' && pathname !== undefined && params.length === 0 ? [pathname] : [],
);

/**
 * Renders a route. A page is rendered to text directly, because Astro's response and streams cost as much as the page.
 */
export const render: Renderer['render'] = async (path, content, drawing = {}) => {
  const locals = { content, ...drawing };
  try {
    const file = plainFile.test(path) && (await renderFile(path, content));
    if (file) return file;
    const route = plainAddress.test(path) ? routeAt(path) : undefined;
    const pages = route?.type === 'page' && (known.has(route) ? known.get(route) : await openRoute(route, path));
    try {
      const rendered = pages && (await renderPage(pages.component, pages.begin(path, locals)));
      if (rendered) return rendered;
    } catch (error) {
      if (!route || !(error instanceof PageNeedsContentError)) throw error;
      known.set(route, null);
    }
    return (await renderAny(path, locals)) ?? (await respond(path, locals));
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
};

// Templates can read only the URL of this request. Its other properties throw.
const anyRequest = new Request(renderOrigin);
const stateAt = (path: string): FetchState =>
  new FetchState(Object.create(anyRequest, { url: { value: renderOrigin + path } }) as Request);

/** Loads the component of a route. `path` is any address of the route. */
async function openRoute(route: RouteData, path: string): Promise<Pages> {
  const state = stateAt(path);
  const component = await state.loadComponentInstance();
  if (route.route === '/404') state.status = 404;
  const pages = {
    component,
    begin: openPages(route, await state.createResult(component, state.getActionAPIContext())),
  };
  known.set(route, pages);
  return pages;
}

/** Returns the text of an endpoint; null if the path is none. Astro's state costs more than the text of a small file. */
async function renderFile(path: string, content: Content): Promise<Rendered | null> {
  // A page with a rest parameter, such as that of an archive, also matches files below it.
  const route = routes.find(
    ({ origin, type, pattern }) => origin === 'project' && type === 'endpoint' && pattern.test(path),
  );
  if (route === undefined) return null;
  const state = stateAt(path);
  state.routeData = route;
  const endpoint = endpoints.get(route) ?? ((await state.loadComponentInstance()) as Endpoint);
  endpoints.set(route, endpoint);
  const values = route.pattern.exec(path)?.slice(1) ?? [];
  // The name of a rest parameter starts with three dots.
  const names = route.params.map((name) => name.replace(/^\.{3}/, ''));
  const made = endpoint.file?.(content, Object.fromEntries(names.map((name, index) => [name, values[index]])));
  return made ? { ok: true, status: 200, contentType: made.contentType, body: made.text } : null;
}

/** Renders a route with a state that Astro creates for it. Returns null if it is not a page of ours. */
async function renderAny(path: string, locals: Locals): Promise<Rendered | null> {
  const state = stateAt(path);
  const route = state.routeData;
  if (route?.origin !== 'project' || route.type !== 'page') return null;
  state.locals = locals;
  const component = await state.loadComponentInstance();
  // Our pages have no props from `getStaticPaths`. They query content.
  state.props = {};
  if (route.route === '/404') state.status = 404;
  return renderPage(component, await state.createResult(component, state.getActionAPIContext()));
}

async function renderPage(component: Component, result: SSRResult): Promise<Rendered | null> {
  const text = await renderToString(result, component.default, {}, {}, true);
  const { status = 200 } = result.response;
  return typeof text === 'string' ? { ok: true, status, contentType: 'text/html; charset=utf-8', body: text } : null;
}

/** Returns Astro's response, for a path that is not a route of ours or has no text. */
async function respond(path: string, locals: Locals): Promise<Rendered> {
  const response = await app.render(new Request(renderOrigin + path), { locals });
  const body = new Uint8Array(await response.arrayBuffer());
  return { ok: true, status: response.status, contentType: contentTypeOf(response), body };
}

/** The content type of a response. Text is UTF-8, and its charset is always spelled the same. */
function contentTypeOf(response: Response): string {
  const [type = 'application/octet-stream'] = (response.headers.get('content-type') ?? '').split(';');
  const isText = type.startsWith('text/') || type.endsWith('/xml') || type.endsWith('/json');
  return isText ? `${type}; charset=utf-8` : type;
}
