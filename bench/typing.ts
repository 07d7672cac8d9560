import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPaths } from '@frontage/model/paths';
import { newPage } from '@frontage/model/kinds/page';
import { previewPaths } from '@frontage/model/preview';
import { buckets } from '@frontage/model/paths';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { openOfficeOn, type Office } from '../tests/e2e/office/office.ts';
import { startStack } from '../tests/e2e/stack.ts';
import { addPages } from './shared/add-pages.ts';
import { syntheticBodies } from './shared/content.ts';
import { watchTyping, type Watched } from './shared/watch-typing.ts';

const keysEach = 100;
const text = 'The quick brown fox jumps over the lazy dog and writes some **more** of it. ';

/**
 * Measures typing latency in a browser with the preview open at 10,000 pages (`--pages N` for another number): ten keys
 * per second for a minute (`--seconds N`) into the Markdown body, then pauses in which the editor requests the list of
 * changed addresses. Before that, a text of 5,000 words and 30 images in both text editors (`--only-long`: nothing
 * else). `--json` prints an object.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string, usual: number): number =>
    args.includes(name) ? Number(args[args.indexOf(name) + 1]) : usual;
  const isOnlyLong = args.includes('--only-long');
  const pages = option('--pages', isOnlyLong ? 20 : 10_000);
  const seconds = option('--seconds', 60);
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-bench-typing-'));
  await addPages(dataDir, pages);
  const office = await openOfficeOn(await startStack({ dataDir }));
  try {
    await addLongText(office);
    const long = {
      visual: await typeLong(office, { isVisual: true, seconds: seconds / 2 }),
      markdown: await typeLong(office, { isVisual: false, seconds: seconds / 2 }),
    };
    if (isOnlyLong) {
      console.log(args.includes('--json') ? JSON.stringify({ bench: 'typing', long }) : long);
      return;
    }
    const { page, watched } = await openEditor(office, `p${String(pages - 1)}`);
    const dropped = await type(page, seconds);
    const typing = await watched();
    const figures = {
      pages,
      keys: (1_000 / keysEach) * seconds,
      dropped,
      drawn: typing.drawn.length,
      painted: shares(typing.drawn),
      answered: shares(typing.asked[previewPaths.preview] ?? []),
      key_to_next_frame: shares(typing.keys),
      long_tasks: { admin: longOnes(typing.adminTasks), frame: longOnes(typing.frameTasks) },
      plan_page: shares(await plans({ page, watched }, 'Body')),
      plan_menu: shares(await plans(await openEditor(office, 'p0'), 'Title')),
      long,
    };
    console.log(args.includes('--json') ? JSON.stringify({ bench: 'typing', ...figures }) : figures);
  } finally {
    await office.close();
  }
}

interface Editor {
  page: Page;
  watched: () => Promise<Watched>;
}

/** Opens an editor with the preview, and waits for its first render. */
async function openEditor(office: Office, id: string, isVisual = false): Promise<Editor> {
  const person = await office.addPerson(`bench-${id}-${String(isVisual)}`, { roles: ['admin'] });
  const page = await office.signIn(person, { viewport: { width: 1440, height: 900 }, isVisual });
  // Loading a list of 10,000 other pages may be slow.
  page.setDefaultTimeout(120_000);
  const watched = await watchTyping(page);
  await page.goto(adminPaths.page(id));
  const button = page.getByRole('button', { name: 'Preview', exact: true });
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  await page.frameLocator('iframe[title="Preview of the page"]').locator('.prose').waitFor();
  await page.getByRole('textbox', { name: 'Body' }).click();
  await waitForQuiet(page);
  await watched();
  return { page, watched };
}

/**
 * Resolves once the page has sent no request for three seconds: opening is complete, and the options of the parent
 * picker have loaded. Playwright's `networkidle` does not occur with lists of 10,000 pages.
 */
async function waitForQuiet(page: Page): Promise<void> {
  let last = performance.now();
  const onRequest = () => (last = performance.now());
  page.on('request', onRequest);
  while (performance.now() - last < 3_000) await page.waitForTimeout(200);
  page.off('request', onRequest);
}

const longText = { id: 'long-text', words: 5_000, images: 30 };

/** Stores a page of 5,000 words and 30 pictures. */
async function addLongText({ firestore, stack }: Office): Promise<void> {
  const picture = readFileSync(join(import.meta.dirname, '../seed/images/hero.webp'));
  const pictures = await Promise.all(
    Array.from({ length: longText.images }, async (_, index) => {
      const name = `picture-${String(index)}.webp`;
      const bucket = `http://${stack.storage}/v0/b/${buckets.demoImages}/o`;
      const headers = { authorization: 'Bearer owner', 'content-type': 'image/webp' };
      await fetch(`${bucket}?name=${name}`, { method: 'POST', headers, body: picture });
      return `![A picture](${bucket}/${name}?alt=media)`;
    }),
  );
  const parts: string[] = [];
  for (let words = 0, index = 0; words < longText.words; index += 1) {
    const { body } = syntheticBodies.at(index);
    parts.push(body);
    words += body.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  }
  const blocks = parts.join('\n\n').split('\n\n');
  const each = Math.floor(blocks.length / pictures.length);
  const body = blocks.flatMap((block, index) => (index % each === 0 ? [block, pictures[index / each] ?? ''] : [block]));
  const by = { rev: 1, created_by: 'bench', updated_by: 'bench' };
  const at = { created_at: FieldValue.serverTimestamp(), updated_at: FieldValue.serverTimestamp() };
  const page = { ...newPage, title: 'Long', slug: 'long-text', body: body.join('\n\n'), is_published: true };
  await firestore.doc('slugs/page:long-text').set({ id: longText.id });
  await firestore.doc(`pages/${longText.id}`).set({ ...page, ...by, ...at });
}

/** Types into the middle of the long text. */
async function typeLong(office: Office, { isVisual, seconds }: { isVisual: boolean; seconds: number }) {
  const { page, watched } = await openEditor(office, longText.id, isVisual);
  if (isVisual) await page.locator('.ProseMirror > p').nth(20).click();
  else {
    await page.keyboard.press('Control+Home');
    for (let line = 0; line < 60; line += 1) await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('End');
  await page.waitForTimeout(1_000);
  await watched();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metrics = async () => {
    const { metrics: all } = await session.send('Performance.getMetrics');
    return new Map(all.map(({ name, value }) => [name, value]));
  };
  const before = await metrics();
  const keys = (1_000 / keysEach) * seconds;
  await typeKeys(page, keys);
  const after = await metrics();
  const { keys: delays, adminTasks } = await watched();
  const each = (name: string) => Math.round((10_000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0))) / keys) / 10;
  await page.context().close();
  return {
    keys,
    key_to_next_frame: shares(delays),
    long_tasks: longOnes(adminTasks),
    // Milliseconds of processor time for each key, in all tasks of the tab and its preview.
    processor: {
      task: each('TaskDuration'),
      script: each('ScriptDuration'),
      style: each('RecalcStyleDuration'),
      layout: each('LayoutDuration'),
    },
  };
}

/** Types at the end of the body. Returns the number of keys that did not arrive. */
async function type(page: Page, seconds: number): Promise<number> {
  await page.keyboard.press('Control+End');
  const body = () => page.locator('[data-markdown-source] .cm-content').innerText();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const typed = await typeKeys(page, (1_000 / keysEach) * seconds);
  const [last = ''] = (await body()).split('\n').slice(-1);
  return typed.length - (typed.startsWith(last) || last === typed ? last.length : 0);
}

/** Types keys at a constant rate. Returns the typed text. */
async function typeKeys(page: Page, count: number): Promise<string> {
  const started = performance.now();
  let typed = '';
  for (let key = 0; key < count; key += 1) {
    const character = text[key % text.length] ?? ' ';
    await page.keyboard.press(character === ' ' ? 'Space' : character);
    typed += character;
    await page.waitForTimeout(Math.max(0, started + (key + 1) * keysEach - performance.now()));
  }
  return typed;
}

/** Milliseconds of the requests for changed addresses, which the editor sends after pauses in typing. */
async function plans({ page, watched }: Editor, field: 'Body' | 'Title'): Promise<number[]> {
  await page.getByRole('textbox', { name: field }).click();
  for (let pause = 0; pause < 20; pause += 1) {
    await page.keyboard.type('x');
    await page.waitForTimeout(1_500);
  }
  const { asked } = await watched();
  return asked[previewPaths.plan] ?? [];
}

const longOnes = (tasks: readonly number[]): number => tasks.filter((ms) => ms > 100).length;

function shares(times: readonly number[]): { p50: number; p95: number; most: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(10 * (sorted[Math.ceil(sorted.length * share) - 1] ?? NaN)) / 10;
  return { p50: at(0.5), p95: at(0.95), most: at(1) };
}
