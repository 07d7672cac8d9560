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

/**
 * A page as text, without the response and the streams around it that cost as much as the page itself; null where the
 * address is no page of ours or answers with something else than HTML.
 */
export async function renderPage(request: Request, content: Content): Promise<{ status: number; html: string } | null> {
  const state = new FetchState(request);
  const route = state.routeData;
  if (route?.type !== 'page' || route.origin !== 'project') return null;
  state.locals = { content };
  const page = await state.loadComponentInstance();
  // Our pages are given nothing by getStaticPaths: they ask content.
  state.props = {};
  if (route.route === '/404') state.status = 404;
  const result = await state.createResult(page, state.getActionAPIContext());
  const html = await renderToString(result, page.default, state.props, {}, true, route);
  return typeof html === 'string' ? { status: result.response.status ?? 200, html } : null;
}
