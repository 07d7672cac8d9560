import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPaths } from '@frontage/model/paths';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { openOfficeOn, type Office } from '../tests/e2e/office/office.ts';
import { startStack } from '../tests/e2e/stack.ts';
import { addPages } from './shared/add-pages.ts';

const rounds = 7;

/**
 * What the lists of the back office take in a browser at 10,000 pages (`--pages N` for another number): from the click or key to the
 * next frame that shows the answer, and how many documents are read for it. `--json` prints an object.
 */
export async function run(args: string[]): Promise<void> {
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const pages = args.includes('--pages') ? Number(args[args.indexOf('--pages') + 1]) : 10_000;
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-bench-lists-'));
  await addPages(dataDir, pages);
  const office = await openOfficeOn(await startStack({ dataDir }));
  try {
    await summarize(office);
    const person = await office.addPerson('bench', { roles: ['admin'] });
    const page = await office.signIn(person, { viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(120_000);
    const read = countReads(page, office.stack.firestore);
    const figures = { pages, ...(await measure(page, { read, last: pages - 1 })) };
    console.log(args.includes('--json') ? JSON.stringify({ bench: 'lists', ...figures }) : figures);
  } finally {
    await office.close();
  }
}

/** A write, so that summaries are made, which the lists wait for. */
async function summarize({ firestore }: Office): Promise<void> {
  await firestore.doc('pages/p0').update({ rev: FieldValue.increment(1), updated_at: FieldValue.serverTimestamp() });
  const marker = firestore.doc('summaries/pages_32');
  while ((await marker.get()).get('behind') !== 0) await new Promise((resolve) => setTimeout(resolve, 200));
}

interface Watching {
  /** Documents that came since it was asked last. */
  read: () => number;
  last: number;
}

async function measure(page: Page, { read, last }: Watching) {
  const rows = page.locator('[data-page]');
  const times = { list: [] as number[], search: [] as number[], next: [] as number[] };
  const documents: number[] = [];
  const search = page.getByRole('searchbox', { name: 'Search pages' });
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(adminPaths.dashboard);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    read();
    times.list.push(
      await taken(page, () => page.getByRole('link', { name: 'Pages', exact: true }).first().click(), '[data-page]'),
    );
    await page.waitForLoadState('networkidle');
    documents.push(read());
    const wanted = String(last - 37 * round);
    const before = await rows.first().getAttribute('data-page');
    times.search.push(await taken(page, () => search.fill(`page-${wanted}`), `[data-page="p${wanted}"]`));
    await search.fill('');
    await page.locator(`[data-page="${before ?? ''}"]`).waitFor();
    times.next.push(
      await taken(
        page,
        () => page.getByRole('button', { name: 'Next' }).click(),
        `[data-page]:first-child:not([data-page="${before ?? ''}"])`,
      ),
    );
  }
  const picker: number[] = [];
  const palette: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(adminPaths.page(`p${String(last)}`));
    picker.push(await page.evaluate(untilOptions));
    palette.push(await taken(page, () => page.keyboard.press('Control+k'), '[role="dialog"] [role="option"]'));
    await page.keyboard.press('Escape');
  }
  return {
    list_ms: middle(times.list),
    search_ms: middle(times.search),
    next_ms: middle(times.next),
    picker_ms: middle(picker),
    palette_ms: middle(palette),
    list_documents: Math.max(...documents),
  };
}

/** Milliseconds from something being done until what it leads to is painted. */
async function taken(page: Page, act: () => Promise<void>, shown: string): Promise<number> {
  const started = performance.now();
  await act();
  await page.locator(shown).first().waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
  return performance.now() - started;
}

/** Milliseconds from the start of the page until its parents can be chosen from. */
const untilOptions = () =>
  new Promise<number>((resolve) => {
    const look = () => {
      if (document.querySelectorAll('select[name="parent_id"] option').length > 1) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });

/** Counts the documents that a page gets from Firestore. */
function countReads(page: Page, firestore: string): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (!response.url().includes(firestore) || response.request().method() !== 'POST') return;
    void response.json().then(
      (answers: unknown) => {
        const each = Array.isArray(answers) ? (answers as { document?: object; found?: object }[]) : [];
        count += each.filter(({ document, found }) => document ?? found).length;
      },
      () => undefined,
    );
  });
  return () => {
    const counted = count;
    count = 0;
    return counted;
  };
}

const middle = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN);
