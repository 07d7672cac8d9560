import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPaths } from '@frontage/model/paths';
import { previewPaths } from '@frontage/model/preview';
import type { Page } from 'playwright-core';
import { openOfficeOn, type Office } from '../tests/e2e/office/office.ts';
import { startStack } from '../tests/e2e/stack.ts';
import { addPages } from './shared/add-pages.ts';
import { watchTyping, type Watched } from './shared/watch-typing.ts';

const keysEach = 100;
const text = 'The quick brown fox jumps over the lazy dog and writes some **more** of it. ';

/**
 * Measures typing latency in a browser with the preview open at 10,000 pages (`--pages N` for another number): ten keys
 * per second for a minute (`--seconds N`) into the Markdown body, then pauses in which the editor requests the list of
 * changed addresses. `--json` prints an object.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string, usual: number): number =>
    args.includes(name) ? Number(args[args.indexOf(name) + 1]) : usual;
  const pages = option('--pages', 10_000);
  const seconds = option('--seconds', 60);
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-bench-typing-'));
  await addPages(dataDir, pages);
  const office = await openOfficeOn(await startStack({ dataDir }));
  try {
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
async function openEditor(office: Office, id: string): Promise<Editor> {
  const person = await office.addPerson(`bench-${id}`, { roles: ['admin'] });
  const page = await office.signIn(person, { viewport: { width: 1440, height: 900 } });
  // Loading a list of 10,000 other pages may be slow.
  page.setDefaultTimeout(120_000);
  const watched = await watchTyping(page);
  await page.goto(adminPaths.page(id));
  const button = page.getByRole('button', { name: 'Preview', exact: true });
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  await page.frameLocator('iframe[title="Preview of the page"]').locator('.prose').waitFor();
  await page.getByRole('textbox', { name: 'Body' }).click();
  // Opening is complete: the options of the parent picker have loaded.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(3_000);
  await watched();
  return { page, watched };
}

/** Types at the end of the body. Returns the number of keys that did not arrive. */
async function type(page: Page, seconds: number): Promise<number> {
  await page.keyboard.press('Control+End');
  const body = () => page.locator('[data-markdown-source] .cm-content').innerText();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const started = performance.now();
  let typed = '';
  for (let key = 0; key < (1_000 / keysEach) * seconds; key += 1) {
    const character = text[key % text.length] ?? ' ';
    await page.keyboard.press(character === ' ' ? 'Space' : character);
    typed += character;
    await page.waitForTimeout(Math.max(0, started + (key + 1) * keysEach - performance.now()));
  }
  const [last = ''] = (await body()).split('\n').slice(-1);
  return typed.length - (typed.startsWith(last) || last === typed ? last.length : 0);
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
