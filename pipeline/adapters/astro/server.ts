import { createApp } from 'astro/app/entrypoint';
import { FetchState } from 'astro/fetch';
import { renderToString } from 'astro/runtime/server/render/astro/render.js';
import type { RouteData, SSRResult } from 'astro';
import type { Content } from '@frontage/model/content';
import { AsksMoreError, openPages, renderOrigin, type BeginPage } from './page-state.ts';

/** The compiled site. A page is answered whole, never streamed: its status is only right once it has been rendered. */
export const app = createApp({ streaming: false });

// Astro answers a page that throws with an empty 500; the pipeline needs the error itself to name the document.
const renderError = app.renderError.bind(app);
app.renderError = async (request, options) => {
  if (options.status === 500) throw options.error ?? new Error(`${request.url} could not be rendered`);
  return renderError(request, options);
};
app.logger.options.level = 'silent';

/** What templates see. */
interface Locals {
  content: Content;
  marks?: boolean;
  once?: boolean;
}

/** What a route returns: a page's HTML, or a file's text and type. */
interface Rendered {
  status: number;
  contentType: string;
  text: string;
}

/** What our endpoints export beside the methods that Astro asks for. */
interface Endpoint {
  file?: (
    content: Content,
    params: Record<string, string | undefined>,
  ) => Pick<Rendered, 'contentType' | 'text'> | null;
}

/** A page's module. */
type Component = Awaited<ReturnType<FetchState['loadComponentInstance']>>;

/** The pages of a route. */
interface Pages {
  component: Component;
  begin: BeginPage;
}

const { routes } = app.manifestData;
// Null where templates ask for more than these pages begin with.
const known = new Map<RouteData, Pages | null>();
// What can be spelled in two ways is left to Astro.
const plainAddress = /^\/$|^(?:\/[\w-]+)+$/;

/**
 * A route as text, without the response and the streams around it that cost as much as a page itself; null where the
 * address is none of ours or answers with something else than text.
 */
export async function renderText(path: string, locals: Locals): Promise<Rendered | null> {
  const route = plainAddress.test(path) ? routes.find(({ pattern }) => pattern.test(path)) : undefined;
  if (route?.origin !== 'project' || route.type !== 'page') return renderAny(path, locals);
  const pages = known.has(route) ? known.get(route) : await openRoute(route, path);
  if (!pages) return renderAny(path, locals);
  try {
    return await renderPage(pages.component, pages.begin(path, locals));
  } catch (error) {
    if (!(error instanceof AsksMoreError)) throw error;
    known.set(route, null);
    return renderAny(path, locals);
  }
}

// Templates see nothing of a request but its address: the rest of this one throws.
const anyRequest = new Request(renderOrigin);
const stateAt = (path: string): FetchState =>
  new FetchState(Object.create(anyRequest, { url: { value: renderOrigin + path } }) as Request);

/** `path` is any address of the route. */
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

/** Renders a route in a state that Astro makes for it alone. */
async function renderAny(path: string, locals: Locals): Promise<Rendered | null> {
  const state = stateAt(path);
  const route = state.routeData;
  if (route?.origin !== 'project') return null;
  state.locals = locals;
  const component = await state.loadComponentInstance();
  if (route.type === 'endpoint') {
    const made = (component as Endpoint).file?.(locals.content, state.params ?? {});
    return made ? { status: 200, ...made } : null;
  }
  if (route.type !== 'page') return null;
  // Our pages are given nothing by getStaticPaths: they ask content.
  state.props = {};
  if (route.route === '/404') state.status = 404;
  return renderPage(component, await state.createResult(component, state.getActionAPIContext()));
}

async function renderPage(component: Component, result: SSRResult): Promise<Rendered | null> {
  const text = await renderToString(result, component.default, {}, {}, true);
  const { status = 200 } = result.response;
  return typeof text === 'string' ? { status, contentType: 'text/html; charset=utf-8', text } : null;
}
