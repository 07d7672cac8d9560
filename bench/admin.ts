import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPaths } from '@frontage/model/paths';
import { chromium, type BrowserContext } from 'playwright-core';
import { openOffice, submitSignIn, type Office } from '../tests/e2e/office/office.ts';
import { findChromium } from '../cli/doctor/browser.ts';
import { freePort, median, read, tableRow, type Reading } from './shared/lighthouse.ts';

// A run of all categories takes twice as long. Without `seo`: the admin excludes search engines.
const allCategories = ['performance', 'accessibility', 'best-practices'];

interface Target {
  name: string;
  url: string;
  /** Debugging port of the browser that opens it. */
  port: number;
}

/**
 * Runs Lighthouse on the screens of the admin with the example content, signed in as an administrator, and on the
 * public home page, which has no script. All are measured in turns, which takes about ten seconds a screen and run.
 * Prints a line for each turn, and the run with the median total blocking time of each screen, with its main-thread
 * figures relative to those of the home page. `--runs N` (default 3), `--device desktop` (default mobile: a slow phone
 * on slow 4G, simulated), `--all` for every screen and category (default: performance of lists and editors).
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const runs = Number(option('--runs') ?? 3);
  const isFull = args.includes('--all');
  const categories = isFull ? allCategories : ['performance'];
  const device = option('--device') === 'desktop' ? 'desktop' : 'mobile';
  const office = await openOffice();
  const visitor = await openProfile();
  const staff = await openProfile();
  try {
    const { site, admin } = office.stack;
    await expectScriptless(site);
    await signIn(office, staff.context);
    const paths = await screens(office, isFull);
    const targets: Target[] = [
      { name: 'home page', url: site, port: visitor.port },
      { name: adminPaths.login, url: admin + adminPaths.login, port: visitor.port },
      ...paths.map((path) => ({ name: path, url: admin + path, port: staff.port })),
    ];
    const readings = new Map<Target, Reading[]>(targets.map((target) => [target, []]));
    for (let round = 0; round < runs; round += 1) {
      const started = performance.now();
      for (const target of targets) {
        const { url, port } = target;
        readings.get(target)?.push(await read(url, { port, device, categories, keepsStorage: true }));
      }
      console.log(`turn ${round + 1} of ${runs}: ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    }
    console.table(tableOf(readings));
  } finally {
    await Promise.all([visitor.close(), staff.close()]);
    await office.close();
  }
}

/** One row per target. Ratios are relative to the first target. */
function tableOf(readings: ReadonlyMap<Target, readonly Reading[]>): Record<string, ReturnType<typeof tableRow>> {
  const medians = [...readings].map(([{ name }, all]) => ({ name, all, reading: median(all, 'tbt') }));
  const base = medians[0]?.reading;
  // There is no ratio to a home page without blocking time.
  const ratio = (figure: 'tbt' | 'work', reading: Reading): string =>
    base && base[figure] > 0 ? (reading[figure] / base[figure]).toFixed(2) : '–';
  return Object.fromEntries(
    medians.map(({ name, all, reading }) => {
      const blocking = all.map(({ tbt }) => Math.round(tbt));
      const row = {
        ...tableRow(reading),
        'TBT least–most': `${Math.min(...blocking)}–${Math.max(...blocking)}`,
        'TBT ratio': ratio('tbt', reading),
        'work (ms)': reading.work.toFixed(0),
        'work ratio': ratio('work', reading),
      };
      return [name, row];
    }),
  );
}

/** A browser with a separate profile, which Lighthouse drives through its debugging port. */
async function openProfile(): Promise<{ context: BrowserContext; port: number; close: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'frontage-bench-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  const close = async (): Promise<void> => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, port, close };
}

async function expectScriptless(url: string): Promise<void> {
  const html = await (await fetch(url)).text();
  const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>/g)];
  // Structured data is not executed.
  if (scripts.some(({ groups }) => !groups?.['attributes']?.includes('application/ld+json'))) {
    throw new Error(`${url} has a script, so it cannot be the baseline for the admin`);
  }
}

async function signIn(office: Office, context: BrowserContext): Promise<void> {
  const { email } = await office.addPerson('bench', { roles: ['admin'] });
  const page = await context.newPage();
  await page.goto(office.stack.admin + adminPaths.login);
  await submitSignIn(page, email);
  await page.waitForURL(office.stack.admin + adminPaths.dashboard);
  await page.close();
}

async function screens({ firestore }: Office, isFull: boolean): Promise<string[]> {
  const firstIn = async (collection: string) =>
    (await firestore.collection(collection).limit(1).get()).docs[0]?.id ?? '';
  const others = [
    adminPaths.dashboard,
    adminPaths.homepage,
    adminPaths.users,
    adminPaths.schedule,
    adminPaths.trash,
    adminPaths.account,
  ];
  return [
    ...(isFull ? others : []),
    adminPaths.pages,
    adminPaths.demos,
    adminPaths.section(await firstIn('homepage_sections')),
    adminPaths.page(await firstIn('pages')),
    adminPaths.demo(await firstIn('demo_pages')),
    adminPaths.settings,
  ];
}
