import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { previewPaths } from '@frontage/model/preview';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';
import { bannerStyles, bannerStylesPath } from './preview-pages.ts';
import type { Previews } from '../preview/previews.ts';

interface FrameRoutes {
  previews: Pick<Previews, 'asset'>;
  adminOrigin: string;
}

const library = '/preview/morphdom.js';
// Both files are served unchanged, except for the import of morphdom: browsers cannot resolve package names.
const scripts = {
  '/preview/frame.js': readFileSync(new URL('./frame.js', import.meta.url), 'utf8').replace(
    "'morphdom'",
    `'${library}'`,
  ),
  [library]: readFileSync(createRequire(import.meta.url).resolve('morphdom/dist/morphdom-esm.js'), 'utf8'),
};

/** `GET /preview/frame`: the document in which the admin shows drafts, and every file that a draft's page needs. */
export function openFrameRoutes({ previews, adminOrigin }: FrameRoutes) {
  const app = new Hono();

  const framed = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // As on the site: an upload that is not processed yet is shown from Storage.
      imgSrc: ["'self'", 'data:', 'http:', 'https:'],
      fontSrc: ["'self'", 'data:'],
      frameSrc: ['http:', 'https:'],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: [adminOrigin],
    },
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
    referrerPolicy: 'strict-origin',
    xFrameOptions: false,
    crossOriginResourcePolicy: false,
  });

  app.get(previewPaths.frame, framed, (c) =>
    c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>Preview</title>
            <script type="module" src="/preview/frame.js" data-admin="${adminOrigin}"></script>
          </head>
          <body></body>
        </html>`,
    ),
  );
  app.get(bannerStylesPath, (c) => c.body(bannerStyles, 200, { 'content-type': 'text/css; charset=utf-8' }));
  for (const [path, source] of Object.entries(scripts)) {
    app.get(path, (c) => c.body(source, 200, { 'content-type': 'text/javascript; charset=utf-8' }));
  }

  app.get('*', async (c, next) => {
    const asset = await previews.asset(c.req.path);
    if (asset === null) return next();
    return c.body(new Uint8Array(asset.bytes), 200, { 'content-type': asset.contentType });
  });
  return app;
}
