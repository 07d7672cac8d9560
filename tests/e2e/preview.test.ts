import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreviewAnswer } from '@frontage/model/preview';
import { compileSite } from '@frontage/pipeline/compile';
import { openPipeline, type Pipeline } from '@frontage/pipeline';
import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { addressesOf, headersOfAll, originMarks } from '../../cli/target/configuration.ts';
import { portsFrom } from '../../cli/target/ports.ts';
import { aToken } from '../../pipeline/http/token.fixture.ts';
import { aPage, aSection } from '../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../pipeline/sync/memory-source.fixture.ts';
import { root, offlineOptions } from '../contract/pipeline/real-site.ts';
import { compiledFolder } from '../data-folders.ts';
import { openBrowser } from './browser.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const folder = mkdtempSync(join(tmpdir(), 'frontage-preview-'));
let [admin, stranger]: Server[] = [];
let pipeline: Pipeline;
let server: PipelineServer;
let browser: Browser;
let page: Page;
let frame: Frame;

const originOf = (of: Server | undefined) => `http://127.0.0.1:${String((of?.address() as AddressInfo).port)}`;
const preview = () => `http://127.0.0.1:${String(server.port)}`;

/** The HTML of a page that embeds the preview frame like the admin and records its messages in `heard`. */
const framingPage = () => `<!doctype html><title>Admin</title><iframe style="width:900px;height:600px"></iframe><script>
  window.heard = [];
  addEventListener('message', ({ origin, data }) => heard.push({ origin, ...data }));
  document.querySelector('iframe').src = '${preview()}/preview/frame';
</script>`;

const serve = async (): Promise<Server> => {
  const started = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(framingPage());
  });
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return started;
};

/** The site's headers as with `npm start`. */
const siteHeaders = () => {
  const marks = originMarks(addressesOf(portsFrom(4321), '127.0.0.1'));
  return headersOfAll({ target: 'site', marks, region: 'us-central1' });
};

const long = Array.from({ length: 80 }, (_, line) => `Line ${String(line)}.`).join('\n\n');

beforeAll(async () => {
  const source = memorySource();
  source.set('pages/a', aPage({ title: 'Ada', slug: 'ada', body: long }));
  source.set('homepage_sections/s', aSection());
  [admin, stranger] = [await serve(), await serve()];
  const compiled = await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined });
  pipeline = await openPipeline({ ...offlineOptions, dataDir: folder, compiled, ports: { source } });
  await pipeline.reconcile();
  const staff = {
    previews: pipeline.previews,
    index: pipeline.index,
    health: pipeline.health,
    adminOrigin: originOf(admin),
    drafts: null,
    siteHeaders: siteHeaders(),
  };
  server = await startPipelineServer({ pipeline, secret, staff, port: 0 });
  browser = await openBrowser();
  page = await browser.newPage();
  await page.goto(originOf(admin));
  await page.waitForFunction(() => (globalThis as unknown as { heard: Heard[] }).heard.length > 0);
  const found = page.frame({ url: /\/preview\/frame$/ });
  if (!found) throw new Error('There is no frame');
  frame = found;
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await pipeline.close();
  admin?.close();
  stranger?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Heard = { type: string; origin: string; [field: string]: unknown };
const messages = (on = page) => on.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);

/** Requests a preview from the page and returns the pipeline's answer. */
const draw = (collection: string, id: string, data: object): Promise<PreviewAnswer> =>
  page.evaluate(
    async ([address, token, body]) => {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
      });
      return (await response.json()) as PreviewAnswer;
    },
    [`${preview()}/staff/preview`, aToken(secret), JSON.stringify({ collection, id, data })] as const,
  );

const postToFrame = (message: object) =>
  page.evaluate((said) => document.querySelector('iframe')?.contentWindow?.postMessage(said, '*'), message);

async function show({ html, path }: Pick<PreviewAnswer, 'html' | 'path'>): Promise<void> {
  const shown = async () => (await messages()).filter(({ type }) => type === 'frontage:shown').length;
  const before = await shown();
  await postToFrame({ type: 'frontage:show', html, path });
  await expect.poll(shown).toBe(before + 1);
}

const text = () => frame.evaluate(() => document.body.innerText);

describe('the preview frame', () => {
  it('updates the page in place and keeps the scroll position', async () => {
    await show(await draw('pages', 'a', { title: 'Ada', slug: 'ada', body: long }));
    await frame.evaluate(() => {
      window.scrollTo({ top: 700, behavior: 'instant' });
      document.querySelector('h1')?.setAttribute('data-same', '');
    });
    await show(await draw('pages', 'a', { title: 'Ada Lovelace', slug: 'ada', body: `${long}\n\nAnd more.` }));
    expect(await text()).toContain('And more.');
    expect(await frame.evaluate(() => [window.scrollY, document.querySelector('h1')?.textContent?.trim()])).toEqual([
      700,
      'Ada Lovelace',
    ]);
    expect(await frame.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
  });

  it('replaces the style sheet without an unstyled state', async () => {
    const brand = (primary_color: string) => draw('settings', 'branding', { site_name: 'Typed', primary_color });
    const ruleCount = () =>
      frame.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.sheet?.cssRules.length);
    const addresses = () =>
      frame.evaluate(() =>
        [...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href')),
      );
    const before = await addresses();
    await show(await brand('#a01818'));
    expect(await ruleCount()).toBeGreaterThan(10);
    expect(await addresses()).toHaveLength(1);
    expect(await addresses()).not.toEqual(before);
  });

  it('runs no scripts of the previewed page', async () => {
    const attacks =
      '<script>globalThis.ran = 1</script><img src="/nothing" onerror="globalThis.ran = 2"><svg onload="globalThis.ran = 3"></svg>' +
      '<a href="javascript:globalThis.ran = 4" id="link">x</a><iframe srcdoc="<script>parent.ran = 5</script>"></iframe>' +
      '<meta http-equiv="refresh" content="0;url=/elsewhere"><base href="https://elsewhere.example/">';
    await show({ html: `<!doctype html><title>x</title><body>${attacks}<p>Shown</p>`, path: '/attack' });
    expect(await text()).toContain('Shown');
    await frame.evaluate(() => document.querySelector<HTMLElement>('#link')?.click());
    expect(await frame.evaluate(() => 'ran' in globalThis)).toBe(false);
    expect(new URL(frame.url()).pathname).toBe('/preview/frame');
  });

  it('reports clicks and outlines the focused field', async () => {
    const html =
      '<!doctype html><body><h1 data-edit="pages/a/title">Title</h1>' +
      '<br>'.repeat(200) +
      '<a href="/page/b" data-edit="pages/b/nav_label">B</a> <a href="/page/c">C</a>';
    await show({ html, path: '/page/a' });
    await postToFrame({ type: 'frontage:outline', mark: 'pages/a/title' });
    await expect.poll(() => frame.locator('h1[data-outlined]').count()).toBe(1);
    await frame.locator('h1').click();
    await frame.locator('a', { hasText: 'B' }).click();
    await frame.locator('a', { hasText: 'B' }).click({ modifiers: ['Alt'] });
    await frame.locator('a', { hasText: 'C' }).click();
    const said = async () =>
      (await messages()).flatMap(({ type, mark, path }) =>
        type === 'frontage:picked' ? [mark] : type === 'frontage:followed' ? [path] : [],
      );
    await expect.poll(said).toEqual(['pages/a/title', 'pages/b/nav_label', '/page/b', '/page/c']);
    expect(new URL(frame.url()).pathname).toBe('/preview/frame');
    await postToFrame({ type: 'frontage:scroll', ratio: 0.5 });
    await expect
      .poll(() => frame.evaluate(() => window.scrollY / (document.documentElement.scrollHeight - innerHeight)))
      .toBeCloseTo(0.5, 1);
  });

  it('rejects framing, requests and messages of other origins', async () => {
    const other = await browser.newPage();
    await other.goto(originOf(stranger));
    await other.waitForLoadState('networkidle');
    expect(await messages(other)).toEqual([]);
    const answered = await other.evaluate(
      ([address, token]) =>
        fetch(address, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{}' }).then(
          () => 'answered',
          () => 'refused',
        ),
      [`${preview()}/staff/preview`, aToken(secret)] as const,
    );
    expect(answered).toBe('refused');
    await other.close();
  });
});

it('opens as a complete site in a tab, whose links stay in the preview', async () => {
  const url = await page.evaluate(
    async ([address, token]) => {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ collection: 'pages', id: 'a', data: { title: 'Typed', slug: 'typed' } }),
      });
      return ((await response.json()) as { url: string }).url;
    },
    [`${preview()}/staff/preview/open`, aToken(secret)] as const,
  );
  const tab = await browser.newPage();
  const refused: string[] = [];
  tab.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
  await tab.goto(url);
  expect(tab.url()).toBe(`${url}/page/typed`);
  expect(await tab.locator('h1').innerText()).toBe('Typed');
  await tab.locator('a[href$="/demos"]').first().click();
  await tab.waitForURL(`${url}/demos`);
  expect(await tab.locator('.site-header').innerText()).toContain('Typed');
  expect(refused).toEqual([]);
  await tab.close();
});
