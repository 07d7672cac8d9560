import { html } from 'hono/html';

/** The file at an address in a form that a frame can show: a file that is not a page is shown as text. */
export function asPage(contentType: string, body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  if (contentType.startsWith('text/html')) return text;
  // The site's XML files have no line breaks.
  const lines = contentType.includes('xml') ? text.replaceAll('><', '>\n<') : text;
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <title></title>
        </head>
        <body>
          <pre>${lines}</pre>
        </body>
      </html>`,
  );
}
