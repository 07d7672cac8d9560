import { createServer, type AddressInfo } from 'node:net';
import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';

export interface Reading {
  /** 0–100 by category. */
  scores: Record<string, number>;
  /** Largest contentful paint, ms. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Total blocking time, ms. */
  tbt: number;
}

interface ReadOptions {
  categories: readonly string[];
  /** DevTools port of the browser to use. */
  port: number;
  /** Mobile with simulated slow 4G, or Lighthouse's desktop preset. */
  device: 'mobile' | 'desktop';
  /** Leave what the page's origin keeps in the browser, as a session, where it is. */
  keepsStorage?: boolean;
}

/** One run of Lighthouse; again, where it could not record the page. */
export async function read(url: string, options: ReadOptions): Promise<Reading> {
  const { port, device, keepsStorage = false } = options;
  const categories = [...options.categories];
  const flags = { port, onlyCategories: categories, logLevel: 'silent' as const, disableStorageReset: keepsStorage };
  for (;;) {
    const result = await lighthouse(url, flags, device === 'desktop' ? desktop : undefined);
    if (!result || result.lhr.runtimeError) continue;
    const figure = (id: string): number => result.lhr.audits[id]?.numericValue ?? Number.NaN;
    return {
      scores: Object.fromEntries(
        categories.map((id) => [id, Math.round((result.lhr.categories[id]?.score ?? Number.NaN) * 100)]),
      ),
      lcp: figure('largest-contentful-paint'),
      cls: figure('cumulative-layout-shift'),
      tbt: figure('total-blocking-time'),
    };
  }
}

/** The reading in the middle by largest contentful paint. */
export function median(readings: readonly Reading[]): Reading {
  const middle = readings.toSorted((a, b) => a.lcp - b.lcp)[Math.floor(readings.length / 2)];
  if (!middle) throw new RangeError('No readings');
  return middle;
}

/** A line for the table that `console.table` draws. */
export const tableRow = ({ scores, lcp, cls, tbt }: Reading): Record<string, string | number> => ({
  ...scores,
  'LCP (s)': (lcp / 1_000).toFixed(2),
  CLS: cls.toFixed(3),
  'TBT (ms)': tbt.toFixed(0),
});

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
