import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { isFull, sampled } from '../full.ts';
import { findFirefox, openFirefox } from './firefox.ts';
import { newDemo, startSite, type SiteUnderTest } from './site/site-under-test.ts';
import { elsewhere, vendorEmbeds } from './vendor-embeds.ts';

/** Evaluates an expression in each document of a tab that shows the address. Omits documents that are replaced. */
interface Tab {
  evaluate(expression: string): Promise<unknown[]>;
  close(): Promise<void>;
}

let site: SiteUnderTest;
let vendors: { origin: string; stop(): Promise<void> };

beforeAll(async () => {
  vendors = await startVendors();
  site = await startSite({
    browserArguments: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  });
  const batch = site.firestore.batch();
  for (const { vendor, code } of vendorEmbeds) {
    batch.set(site.firestore.doc(`demo_pages/${slugOf(vendor)}`), newDemo(slugOf(vendor)));
    batch.set(site.firestore.doc(`demo_embeds/${slugOf(vendor)}`), { iframe_url: locally(code) });
  }
  await batch.commit();
  const { vendor } = vendorEmbeds.at(-1)!;
  await eventually(
    () => site.fetchText(`/demo/${slugOf(vendor)}`),
    ({ status }) => status === 200,
  );
}, 300_000);

afterAll(async () => {
  await site?.stop();
  await vendors?.stop();
});

describe.each([
  { browser: 'Chromium', start: openChromium },
  // The nightly run has Firefox.
  ...(isFull ? [{ browser: 'Firefox', start: openInFirefox }] : []),
])('official embed codes in $browser', ({ start }) => {
  let running: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running?.close());

  it.each(sampled(vendorEmbeds))('$vendor', async ({ vendor, shows, isClicked = false }) => {
    const tab = await running.open(`${site.stack.site}/demo/${slugOf(vendor)}`);
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

async function openChromium() {
  const context = await site.browser.newContext();
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
    close: () => context.close(),
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
function locally(text: string): string {
  const encoded = vendors.origin.replaceAll('/', '&#x2F;');
  return text
    .replaceAll('https://', `${vendors.origin}/`)
    .replaceAll('https:&#x2F;&#x2F;', `${encoded}&#x2F;`)
    .replaceAll('"//', `"${vendors.origin.replace('http:', '')}/`);
}

/** Serves the files of all vendors. */
async function startVendors() {
  const files = Object.assign({}, ...vendorEmbeds.map((embed) => embed.files ?? {})) as Record<string, string>;
  const server = createServer((request, response) => {
    const address = (request.url ?? '').slice(1);
    const [path = ''] = address.split('?');
    const file = files[path];
    if (file?.startsWith(elsewhere)) {
      const { port } = server.address() as AddressInfo;
      response.writeHead(302, { location: `http://localhost:${port}/${file.slice(elsewhere.length)}` }).end();
      return;
    }
    const text = file === undefined ? page(address) : locally(file);
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
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const page = (address: string): string =>
  `<!doctype html><p>${address.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
