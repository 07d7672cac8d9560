import { createApp } from 'astro/app/entrypoint';

/** The compiled site. A page is answered whole, never streamed: its status is only right once it has been rendered. */
export const app = createApp({ streaming: false });

// Astro answers a page that throws with an empty 500; the pipeline needs the error itself to name the document.
const renderError = app.renderError.bind(app);
app.renderError = async (request, options) => {
  if (options.status === 500) throw options.error ?? new Error(`${request.url} could not be rendered`);
  return renderError(request, options);
};
app.logger.options.level = 'silent';
