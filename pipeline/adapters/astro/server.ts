import { createApp } from 'astro/app/entrypoint';
import { FetchState } from 'astro/fetch';
import { renderToString } from 'astro/runtime/server/render/astro/render.js';
import type { Content } from '@frontage/model/content';

/** The compiled site. A page is answered whole, never streamed: its status is only right once it has been rendered. */
export const app = createApp({ streaming: false });

// Astro answers a page that throws with an empty 500; the pipeline needs the error itself to name the document.
const renderError = app.renderError.bind(app);
app.renderError = async (request, options) => {
  if (options.status === 500) throw options.error ?? new Error(`${request.url} could not be rendered`);
  return renderError(request, options);
};
app.logger.options.level = 'silent';

// Importing a page's module again takes longer than a tenth of rendering it.
const components = new WeakMap<object, FetchState['componentInstance']>();

/** What templates see. */
interface Locals {
  content: Content;
  marks: boolean;
}

/** What a route answers: a page's HTML, or a file's text and type. */
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

/**
 * A route as text, without the response and the streams around it that cost as much as a page itself; null where the
 * address is none of ours or answers with something else than text.
 */
export async function renderText(request: Request, locals: Locals): Promise<Rendered | null> {
  const state = new FetchState(request);
  const route = state.routeData;
  if (route?.origin !== 'project') return null;
  state.locals = locals;
  state.componentInstance = components.get(route);
  const page = await state.loadComponentInstance();
  components.set(route, page);
  if (route.type === 'endpoint') {
    const made = (page as Endpoint).file?.(locals.content, state.params ?? {});
    return made ? { status: 200, ...made } : null;
  }
  if (route.type !== 'page') return null;
  // Our pages are given nothing by getStaticPaths: they ask content.
  state.props = {};
  if (route.route === '/404') state.status = 404;
  const result = await state.createResult(page, state.getActionAPIContext());
  const text = await renderToString(result, page.default, state.props, {}, true, route);
  const { status = 200 } = result.response;
  return typeof text === 'string' ? { status, contentType: 'text/html; charset=utf-8', text } : null;
}
