import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaId } from '@frontage/model/media';
import { texts } from '@frontage/model/messages';
import { adminPaths, buckets, collections } from '@frontage/model/paths';
import type { Page, Response } from 'playwright-core';
import { openOfficeOn, type Office } from '../tests/e2e/office/office.ts';
import { startStack } from '../tests/e2e/stack.ts';
import { addPages } from './shared/add-pages.ts';

const rounds = 7;
const images = 5_000;

/**
 * Measures the admin's lists in a browser at 10,000 pages (`--pages N` for another number) and the media library with
 * 5,000 images, and the number of documents read. Times are measured in the browser, from the click or key to the frame that shows the result. `--json` prints an
 * object. The rounds search for different pages, so `--pages` is 300 at least.
 */
export async function run(args: string[]): Promise<void> {
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const pages = args.includes('--pages') ? Number(args[args.indexOf('--pages') + 1]) : 10_000;
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-bench-lists-'));
  await addPages(dataDir, pages);
  const office = await openOfficeOn(await startStack({ dataDir }));
  try {
    const person = await office.addPerson('bench', { roles: ['admin'] });
    const page = await office.signIn(person, { viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(120_000);
    await waitForPipeline(page);
    const read = countReads(page, office.stack.firestore);
    await openList(page);
    const list_documents = await read();
    const lists = await measure(page, pages - 1);
    await addImages(office, page);
    const figures = { pages, ...lists, list_documents, images, ...(await measureMedia(page, office)) };
    console.log(args.includes('--json') ? JSON.stringify({ bench: 'lists', ...figures }) : figures);
  } finally {
    await office.close();
  }
}

/** Waits until the pipeline has read all content and answers lists. */
async function waitForPipeline(page: Page): Promise<void> {
  await openList(page);
  await page.locator('[data-page]').first().waitFor();
  const isFallback = () => page.getByText(texts.titlesOnly).isVisible();
  while (await isFallback()) await new Promise((resolve) => setTimeout(resolve, 200));
  await page.goto(adminPaths.dashboard);
  await page.waitForLoadState('networkidle');
}

async function openList(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
  await page.waitForLoadState('networkidle');
}

async function measure(page: Page, last: number) {
  const { times, take } = measureOn(page);
  const search = page.getByRole('searchbox', { name: 'Search pages' });
  for (let round = 0; round < rounds; round += 1) {
    const wanted = `p${String(last - 37 * round)}`;
    const link = page.locator(`[data-page="${wanted}"]`).getByRole('link').first();
    await page.goto(adminPaths.dashboard);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // All documents can be selected once all are loaded.
    const shown = { list: '[data-page]', list_whole: 'main label input[type=checkbox]:enabled' };
    await take('click', shown, () => openList(page));
    const first = (await page.locator('[data-page]').first().getAttribute('data-page')) ?? '';
    const next = `[data-page]:first-child:not([data-page="${first}"])`;
    await take('click', { next }, () => page.getByRole('button', { name: 'Next' }).click());
    await take('input', { search: `[data-page="${wanted}"]` }, () => search.fill(`page-${wanted.slice(1)}`));
    await link.click();
    const parent = page.locator('select[name="parent_id"]');
    await parent.waitFor();
    await take('focusin', { picker: 'select[name="parent_id"] option:nth-child(2)' }, () => parent.focus());
    await parent.blur();
    await take('keydown', { palette: '[role="dialog"] [role="option"]' }, () => page.keyboard.press('Control+k'));
    await take('input', { palette_search: '[role="dialog"] [role="option"] mark' }, () =>
      page.getByRole('combobox', { name: 'Search' }).fill(`page-${wanted.slice(1)}`),
    );
  }
  return middles(times);
}

/** Writes images that share one file, and waits until the library shows the last one. */
async function addImages({ firestore }: Office, page: Page): Promise<void> {
  const file = { url: '/logo.svg', type: 'image/svg+xml', bytes: 1_000, md5: 'x', width: 400, height: 100 };
  const described = {
    title: null,
    is_decorative: false,
    focal: { x: 0.5, y: 0.5 },
    bucket: buckets.homepageImages,
    rev: 1,
  };
  const stamps = { created_at: new Date(), created_by: null, updated_at: new Date(), updated_by: null };
  const writer = firestore.bulkWriter();
  for (let number = 0; number < images; number += 1) {
    const path = `bench/${number}.svg`;
    const names = { path, name: `photo-${number}.svg`, alt: `Photo ${number} of the bench` };
    const id = mediaId(buckets.homepageImages, path) ?? '';
    void writer.create(firestore.doc(`${collections.media}/${id}`), { ...file, ...described, ...stamps, ...names });
  }
  await writer.close();
  await page.goto(adminPaths.media);
  await page
    .getByRole('searchbox')
    .first()
    .fill(`photo-${images - 1}`);
  await page.locator('[data-media]').first().waitFor();
}

/** Opening, searching and scrolling the media library. */
async function measureMedia(page: Page, { stack }: Office) {
  const { times, take } = measureOn(page);
  const read = countReads(page, stack.firestore);
  let media_documents = 0;
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(adminPaths.dashboard);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take('click', { media: '[data-media]' }, () =>
      page.getByRole('link', { name: 'Media', exact: true }).first().click(),
    );
    if (round === 0) media_documents = await read();
    const number = images - 37 * (round + 1);
    const wanted = mediaId(buckets.homepageImages, `bench/${number}.svg`) ?? '';
    await take('input', { media_search: `[data-media="${wanted}"]` }, () =>
      page.getByRole('searchbox').first().fill(`photo-${number}`),
    );
    await page.getByRole('searchbox').first().fill('');
  }
  await page.locator('[data-index="10"]').waitFor();
  await page.waitForLoadState('networkidle');
  const frames = await page.evaluate(scrollToEnd);
  return {
    ...middles(times),
    media_documents,
    media_frames: frames.length,
    media_longest_frame_ms: Math.round(Math.max(...frames)),
  };
}

/** Runs in the browser. Scrolls half a window per frame to the end. Returns the milliseconds of each frame. */
async function scrollToEnd(): Promise<number[]> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const frames: number[] = [];
  let before = await frame();
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
    scrollBy(0, innerHeight / 2);
    const now = await frame();
    frames.push(now - before);
    before = now;
  }
  return frames;
}

interface Measured {
  /** The event that starts the measurement. */
  to: 'click' | 'input' | 'keydown' | 'focusin';
  /** The selectors of the elements that show its results, by the name of the figure. */
  shown: Readonly<Record<string, string>>;
}

interface Watched extends Window {
  answered?: Promise<[name: string, ms: number][]>;
}

/** Runs in the browser. Measures the milliseconds from an event until the frames that show its results are painted. */
function watch({ to, shown }: Measured): void {
  (window as Watched).answered = new Promise((resolve) => {
    const painted = (since: number) =>
      new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - since))));
    const isShown = async (selector: string): Promise<void> => {
      while (!document.querySelector(selector)) await new Promise((next) => requestAnimationFrame(next));
    };
    const check = (since: number) =>
      Object.entries(shown).map(async ([name, selector]): Promise<[string, number]> => {
        await isShown(selector);
        return [name, await painted(since)];
      });
    // Starts after the synchronous handlers of the event.
    addEventListener(to, ({ timeStamp }) => setTimeout(() => resolve(Promise.all(check(timeStamp)))), {
      capture: true,
      once: true,
    });
  });
}

/** Measures results of actions on a page. */
function measureOn(page: Page) {
  const times: Record<string, number[]> = {};
  const take = async (to: Measured['to'], shown: Measured['shown'], act: () => Promise<void>): Promise<void> => {
    await page.waitForLoadState('networkidle');
    await page.evaluate(watch, { to, shown });
    await act();
    const measured = await page.evaluate(async () => (await (window as Watched).answered) ?? []);
    for (const [name, ms] of measured) (times[name] ??= []).push(ms);
  };
  return { times, take };
}

/** Counts the documents that a page reads from Firestore. The returned function ends the count and returns it. */
function countReads(page: Page, firestore: string): () => Promise<number> {
  const counts: Promise<number>[] = [];
  const add = (response: Response): void => {
    if (!response.url().includes(firestore) || response.request().method() !== 'POST') return;
    const count = response.json().then((answers: unknown) => {
      const each = Array.isArray(answers) ? (answers as { document?: object; found?: object }[]) : [];
      return each.filter(({ document, found }) => document ?? found).length;
    });
    counts.push(count);
  };
  page.on('response', add);
  return async () => {
    page.off('response', add);
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  };
}

const middle = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN);

const middles = (times: Readonly<Record<string, readonly number[]>>) =>
  Object.fromEntries(Object.entries(times).map(([name, each]) => [`${name}_ms`, middle(each)]));
