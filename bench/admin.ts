import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPaths, collections } from '@frontage/model/paths';
import type { Firestore } from 'firebase-admin/firestore';
import { chromium, type BrowserContext } from 'playwright-core';
import { openOffice, submitSignIn, type Office } from '../tests/e2e/office/office.ts';
import { findChromium } from '../cli/doctor/browser.ts';
import { freePort, median, read, tableRow, type Reading } from './shared/lighthouse.ts';

// Without `seo`: the admin excludes search engines.
const categories = ['performance', 'accessibility', 'best-practices'];

interface Target {
  name: string;
  url: string;
  /** The browser that opens it, and its debugging port. */
  context: BrowserContext;
  port: number;
}

/**
 * Measures the screens of the admin with the example content, signed in as an administrator, relative to the public
 * home page, which has no script: processor time of the main thread from the navigation until a second after the last
 * request. All are measured in turns; the table contains medians. `--runs N` (default 5).
 *
 * `--lighthouse` runs Lighthouse too, which takes about ten seconds a screen and run: it prints the run with the median
 * total blocking time, with the main-thread figures relative to those of the home page. `--device desktop` (default
 * mobile: a slow phone on slow 4G, simulated). `--screens PATH` measures only screens whose path begins with PATH.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const runs = Number(option('--runs') ?? 5);
  const prefix = option('--screens') ?? '';
  const device = option('--device') === 'desktop' ? 'desktop' : 'mobile';
  const office = await openOffice();
  const visitor = await openProfile();
  const staff = await openProfile();
  try {
    const { site, admin } = office.stack;
    await expectScriptless(site);
    await signIn(office, staff.context);
    const signedOut = [adminPaths.login, adminPaths.signUp, adminPaths.forgotPassword, adminPaths.emailAction];
    const targets: Target[] = [
      ...signedOut.map((path) => ({ path, ...visitor })),
      ...(await screens(office)).map((path) => ({ path, ...staff })),
    ]
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ path, ...browser }) => ({ name: path, url: admin + path, ...browser }));
    targets.unshift({ name: 'home page', url: site, ...visitor });
    console.table(mainThreadTable(await inTurns(targets, runs, readMainThread)));
    if (!args.includes('--lighthouse')) return;
    const lighthouse = ({ url, port }: Target) => read(url, { port, device, categories, keepsStorage: true });
    console.table(tableOf(await inTurns(targets, runs, lighthouse)));
  } finally {
    await Promise.all([visitor.close(), staff.close()]);
    await office.close();
  }
}

/** Reads every target `runs` times, in turns, and prints the time of each turn. */
async function inTurns<Read>(targets: readonly Target[], runs: number, readOne: (target: Target) => Promise<Read>) {
  const readings = new Map<Target, Read[]>(targets.map((target) => [target, []]));
  for (let round = 1; round <= runs; round += 1) {
    const started = performance.now();
    for (const target of targets) readings.get(target)?.push(await readOne(target));
    console.log(`turn ${round} of ${runs}: ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
  return readings;
}

/** Milliseconds of processor time of a page's main thread. */
interface MainThread {
  all: number;
  scripts: number;
  /** Layout and styles. */
  layout: number;
}

// After the last request, data is shown and lists are measured.
const settled = 1_000;

async function readMainThread({ url, context }: Target): Promise<MainThread> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    // Processor time of the thread does not depend on other load.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(settled);
    const { metrics } = await session.send('Performance.getMetrics');
    const ms = (name: string): number => 1_000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
    return {
      all: ms('TaskDuration'),
      scripts: ms('ScriptDuration'),
      layout: ms('LayoutDuration') + ms('RecalcStyleDuration'),
    };
  } finally {
    await page.close();
  }
}

/** One row per target, with medians. The ratio is relative to the first target. */
function mainThreadTable(readings: ReadonlyMap<Target, readonly MainThread[]>) {
  const middle = (all: readonly MainThread[], figure: keyof MainThread): number =>
    all.map((each) => each[figure]).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  const base = middle([...readings.values()][0] ?? [], 'all');
  return Object.fromEntries(
    [...readings].map(([{ name }, all]) => {
      const figures = (['all', 'scripts', 'layout'] as const).map((figure) => [
        `${figure} (ms)`,
        middle(all, figure).toFixed(0),
      ]);
      return [name, { ...Object.fromEntries(figures), ratio: (middle(all, 'all') / base).toFixed(2) }];
    }),
  );
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

/** The paths of the screens of an administrator, with the editors of existing and of new documents. */
async function screens({ firestore }: Office): Promise<string[]> {
  const firstIn = async (collection: string) =>
    (await firestore.collection(collection).limit(1).get()).docs[0]?.id ?? '';
  return [
    adminPaths.dashboard,
    adminPaths.homepage,
    adminPaths.pages,
    `${adminPaths.pages}?view=navigation`,
    adminPaths.demos,
    adminPaths.media,
    adminPaths.schedule,
    `${adminPaths.schedule}?view=calendar`,
    adminPaths.launches,
    adminPaths.launch(await addLaunch(firestore)),
    adminPaths.health,
    adminPaths.trash,
    adminPaths.account,
    adminPaths.users,
    adminPaths.audit,
    adminPaths.redirects,
    adminPaths.section(await firstIn('homepage_sections')),
    adminPaths.section('new'),
    adminPaths.page(await firstIn('pages')),
    adminPaths.page('new'),
    adminPaths.demo(await firstIn('demo_pages')),
    adminPaths.demo('new'),
    adminPaths.settings,
  ];
}

/** Adds a launch that unpublishes the first pages; returns its id. */
async function addLaunch(firestore: Firestore): Promise<string> {
  const { docs } = await firestore.collection(collections.pages).limit(10).get();
  const [now, by] = [new Date(), 'bench'];
  const launch = {
    name: 'Spring campaign',
    description: 'Pages for the benchmark',
    owner: by,
    state: 'open',
    members: docs.map(({ id }) => ({
      collection: collections.pages,
      id,
      action: 'unpublish',
      document_rev: null,
      draft_rev: null,
      draft_digest: null,
      redirect: null,
      added_by: by,
      is_accepted: true,
    })),
    documents: docs.map(({ ref }) => ref.path),
    written: [],
    planned: null,
    failures: [],
    published_at: null,
    published_by: null,
    takes_back: null,
    taken_back_by: null,
    rev: 1,
    created_at: now,
    created_by: by,
    updated_at: now,
    updated_by: by,
  };
  const { id } = await firestore.collection(collections.launches).add(launch);
  return id;
}
