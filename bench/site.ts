import { createServer, type AddressInfo } from 'node:net';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { findChromium } from '../tests/e2e/chromium.ts';
import { startStack } from '../tests/e2e/stack.ts';

const routes = ['/', '/page/how-it-works', '/demos', '/demo/the-listener', '/demo/halo-garden', '/demo/the-concierge'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

interface Reading {
  /** 0–100, in the order of `categories`. */
  scores: number[];
  lcp: number;
  cls: number;
  tbt: number;
}

/**
 * Lighthouse (mobile, simulated slow 4G) on the example site as `npm start` serves it: of each page the median of 3 runs
 * (`--runs N` for another number) by largest contentful paint. `--url ORIGIN` measures a site that runs already.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const runs = Number(option('--runs') ?? 3);
  const url = option('--url');
  const stack = url === undefined ? await startStack() : null;
  try {
    console.log(`${'page'.padEnd(22)}${categories.join('  ')}  LCP     CLS    TBT`);
    for (const route of routes) {
      const readings: Reading[] = [];
      while (readings.length < runs) readings.push(await measure((url ?? stack?.site ?? '') + route));
      const { scores, lcp, cls, tbt } = readings.toSorted((a, b) => a.lcp - b.lcp)[Math.floor(runs / 2)] as Reading;
      const columns = scores.map((score, index) => String(score).padEnd((categories[index] ?? '').length));
      const times = `${(lcp / 1_000).toFixed(2)} s  ${cls.toFixed(3)}  ${tbt.toFixed(0)} ms`;
      console.log(`${route.padEnd(22)}${columns.join('  ')}  ${times}`);
    }
  } finally {
    await stack?.stop();
  }
}

/** One run in a browser of its own; again, where Lighthouse could not record the page. */
async function measure(url: string): Promise<Reading> {
  for (;;) {
    const port = await freePort();
    const browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    });
    try {
      const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'silent' });
      if (!result || result.lhr.runtimeError) continue;
      const figure = (id: string): number => result.lhr.audits[id]?.numericValue ?? Number.NaN;
      return {
        scores: categories.map((id) => Math.round((result.lhr.categories[id]?.score ?? 0) * 100)),
        lcp: figure('largest-contentful-paint'),
        cls: figure('cumulative-layout-shift'),
        tbt: figure('total-blocking-time'),
      };
    } finally {
      await browser.close();
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
