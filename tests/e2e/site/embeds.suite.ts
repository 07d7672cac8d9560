import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull, sampled } from '../../full.ts';
import { openBrowser } from '../browser.ts';
import { eventually } from '../eventually.ts';
import { findFirefox, openFirefox } from '../firefox.ts';
import { newDemo, type SiteUnderTest } from './site-under-test.ts';
import { elsewhere, vendorEmbeds } from './vendor-embeds.ts';

/** Evaluates an expression in each document of a tab that shows the address. Omits documents that are replaced. */
interface Tab {
  evaluate(expression: string): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Embed codes as vendors publish them. Adds demos. */
export function embedsSuite(site: () => SiteUnderTest): void {
  describe('official embed codes', () => {
    let vendors: Vendors;

    beforeAll(async () => {
      vendors = await startVendors();
      const { firestore, fetchText } = site();
      const batch = firestore.batch();
      for (const { vendor, code } of vendorEmbeds) {
        batch.set(firestore.doc(`demo_pages/${slugOf(vendor)}`), newDemo(slugOf(vendor)));
        batch.set(firestore.doc(`demo_embeds/${slugOf(vendor)}`), { iframe_url: locally(vendors.origin, code) });
      }
      await batch.commit();
      const { vendor } = vendorEmbeds.at(-1)!;
      await eventually(
        () => fetchText(`/demo/${slugOf(vendor)}`),
        ({ status }) => status === 200,
      );
    });
    afterAll(() => vendors?.stop());

    describe.each([
      { browser: 'Chromium', start: openChromium },
      // The nightly run has Firefox.
      ...(isFull ? [{ browser: 'Firefox', start: openInFirefox }] : []),
    ])('in $browser', ({ start }) => {
      let running: Awaited<ReturnType<typeof start>>;

      beforeAll(async () => {
        running = await start();
      });
      afterAll(() => running?.close());

      it.each(sampled(vendorEmbeds))('$vendor', async ({ vendor, shows, isClicked = false }) => {
        const tab = await running.open(`${site().stack.site}/demo/${slugOf(vendor)}`);
        const seen = async (): Promise<string> => {
          if (isClicked) {
            await tab.evaluate(
              "{ const button = document.querySelector('[data-click]'); if (button && !button.isClicked) { button.isClicked = true; button.click(); } }",
            );
          }
          return (await tab.evaluate('document.body?.innerText')).join('\n');
        };
        try {
          expect(await eventually(seen, (text) => text.includes(shows))).toContain(shows);
        } finally {
          await tab.close();
        }
      });
    });
  });
}

/** Opens tabs in a separate browser, which has a camera and a microphone. */
async function openChromium() {
  const browser = await openBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
  const context = await browser.newContext();
  return {
    async open(address: string): Promise<Tab> {
      const page = await context.newPage();
      await page.goto(address);
      return {
        evaluate: async (expression) =>
          (await Promise.all(page.frames().map((frame) => frame.evaluate(expression).catch(() => null)))).flat(),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}

async function openInFirefox() {
  const path = findFirefox();
  if (path === null) throw new Error('Install Firefox (Debian: apt-get install firefox-esr), or set FIREFOX_PATH.');
  return openFirefox(path);
}

function slugOf(vendor: string): string {
  return `embed-${vendor.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
}

/** The code or file of a vendor with the addresses of the local server, whose paths begin with the vendor's host. */
function locally(origin: string, text: string): string {
  const encoded = origin.replaceAll('/', '&#x2F;');
  return text
    .replaceAll('https://', `${origin}/`)
    .replaceAll('https:&#x2F;&#x2F;', `${encoded}&#x2F;`)
    .replaceAll('"//', `"${origin.replace('http:', '')}/`);
}

interface Vendors {
  origin: string;
  stop(): Promise<void>;
}

/** Serves the files of all vendors. */
async function startVendors(): Promise<Vendors> {
  const files = Object.assign({}, ...vendorEmbeds.map((embed) => embed.files ?? {})) as Record<string, string>;
  const origin = (host = '127.0.0.1') => `http://${host}:${(server.address() as AddressInfo).port}`;
  const server = createServer((request, response) => {
    const address = (request.url ?? '').slice(1);
    const [path = ''] = address.split('?');
    const file = files[path];
    if (file?.startsWith(elsewhere)) {
      response.writeHead(302, { location: `${origin('localhost')}/${file.slice(elsewhere.length)}` }).end();
      return;
    }
    const text = file === undefined ? page(address) : locally(origin(), file);
    const isPage = text.startsWith('<');
    const type = isPage ? 'text/html' : path.endsWith('.css') ? 'text/css' : 'text/javascript';
    response.writeHead(200, {
      'content-type': isPage ? `${type}; charset=utf-8` : type,
      'access-control-allow-origin': '*',
    });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: origin(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const page = (address: string): string =>
  `<!doctype html><p>${address.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
