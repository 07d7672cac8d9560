import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPaths } from '@frontage/model/paths';
import { chromium } from 'playwright-core';
import { openOffice, submitSignIn, type Office } from '../tests/e2e/office/office.ts';
import { findChromium } from '../cli/doctor/browser.ts';
import { freePort, median, read, tableRow, type Reading } from './shared/lighthouse.ts';

// Not for search engines: they are told to stay away.
const categories = ['performance', 'accessibility', 'best-practices'];

/**
 * Lighthouse (desktop) on the screens of the back office with the example content, signed in as an administrator: of
 * each screen the median of 3 runs (`--runs N` for another number) by largest contentful paint.
 */
export async function run(args: string[]): Promise<void> {
  const runs = args.includes('--runs') ? Number(args[args.indexOf('--runs') + 1]) : 3;
  const office = await openOffice();
  const profile = mkdtempSync(join(tmpdir(), 'frontage-bench-'));
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const table: Record<string, ReturnType<typeof tableRow>> = {};
    const measure = async (path: string): Promise<void> => {
      const readings: Reading[] = [];
      while (readings.length < runs) {
        readings.push(
          await read(office.stack.admin + path, { port, device: 'desktop', categories, keepsStorage: true }),
        );
      }
      table[path] = tableRow(median(readings));
    };
    await measure(adminPaths.login);
    const { email } = await office.addPerson('bench', { roles: ['admin'] });
    const page = await browser.newPage();
    await page.goto(office.stack.admin + adminPaths.login);
    await submitSignIn(page, email);
    await page.waitForURL(office.stack.admin + adminPaths.dashboard);
    await page.close();
    for (const path of await screens(office)) await measure(path);
    console.table(table);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
    await office.close();
  }
}

async function screens({ firestore }: Office): Promise<string[]> {
  const firstIn = async (collection: string) =>
    (await firestore.collection(collection).limit(1).get()).docs[0]?.id ?? '';
  return [
    adminPaths.dashboard,
    adminPaths.homepage,
    adminPaths.section(await firstIn('homepage_sections')),
    adminPaths.pages,
    adminPaths.page(await firstIn('pages')),
    adminPaths.demos,
    adminPaths.demo(await firstIn('demo_pages')),
    adminPaths.users,
    adminPaths.settings,
    adminPaths.account,
    adminPaths.trash,
  ];
}
