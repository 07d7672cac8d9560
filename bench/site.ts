import { chromium } from 'playwright-core';
import { findChromium } from '../cli/doctor/browser.ts';
import { startStack } from '../tests/e2e/stack.ts';
import { freePort, median, read, tableRow, type Reading } from './shared/lighthouse.ts';

const routes = ['/', '/page/how-it-works', '/demos', '/demo/the-listener', '/demo/halo-garden', '/demo/the-concierge'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Runs Lighthouse (mobile, simulated slow 4G) on the example site as served by `npm start`. Prints, for each page, the
 * median of 3 runs (`--runs N` for another number) by largest contentful paint. `--url ORIGIN` measures a running site.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const runs = Number(option('--runs') ?? 3);
  const url = option('--url');
  const stack = url === undefined ? await startStack() : null;
  try {
    const table: Record<string, ReturnType<typeof tableRow>> = {};
    for (const route of routes) {
      const readings: Reading[] = [];
      while (readings.length < runs) readings.push(await measure((url ?? stack?.site ?? '') + route));
      table[route] = tableRow(median(readings, 'lcp'));
    }
    console.table(table);
  } finally {
    await stack?.stop();
  }
}

/** One run in a new browser. */
async function measure(url: string): Promise<Reading> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    return await read(url, { port, device: 'mobile', categories });
  } finally {
    await browser.close();
  }
}
