import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface Reading {
  /** 0–100 by category. */
  scores: Record<string, number>;
  /** Largest contentful paint, ms. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Total blocking time, ms. */
  tbt: number;
  /** Time in main-thread tasks, ms. */
  work: number;
}

interface ReadOptions {
  categories: readonly string[];
  /** DevTools port of the browser to use. */
  port: number;
  /** Mobile with simulated slow 4G, or Lighthouse's desktop preset. */
  device: 'mobile' | 'desktop';
  /** Keep the origin's browser storage, such as a session. */
  keepsStorage?: boolean;
}

const report = z.object({
  runtimeError: z.object({ code: z.string() }).optional(),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
});

const folder = join(import.meta.dirname, '..');
const lighthouse = join(folder, 'node_modules/lighthouse/cli/index.js');

/** Installs the packages of bench/package.json on first use. */
function installOnce(): void {
  if (existsSync(lighthouse)) return;
  console.log('Installing Lighthouse for the measurements (npm ci in bench/) …');
  const { status } = spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('Lighthouse could not be installed: run `npm ci` in bench/');
}

const attempts = 3;

/** Runs Lighthouse once. Repeats the run if Lighthouse could not record the page, for example on a busy machine. */
export async function read(url: string, options: ReadOptions): Promise<Reading> {
  const { port, device, categories, keepsStorage = false } = options;
  installOnce();
  const args = [
    url,
    `--port=${String(port)}`,
    `--only-categories=${categories.join(',')}`,
    '--output=json',
    '--quiet',
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ...(keepsStorage ? ['--disable-storage-reset'] : []),
  ];
  for (let attempt = 1; ; attempt += 1) {
    // Lighthouse also exits with 1 after it printed the report of a page that it could not record.
    const run = promisify(execFile)(process.execPath, [lighthouse, ...args], { maxBuffer: 64 * 2 ** 20 });
    const { stdout } = await run.catch((error: unknown) => {
      if (error instanceof Error && 'stdout' in error && error.stdout) return { stdout: String(error.stdout) };
      throw error;
    });
    const { runtimeError, ...read } = report.parse(JSON.parse(stdout));
    if (runtimeError && attempt < attempts) continue;
    if (runtimeError) throw new Error(`Lighthouse could not record ${url}: ${runtimeError.code}`);
    const figure = (id: string): number => read.audits[id]?.numericValue ?? Number.NaN;
    return {
      scores: Object.fromEntries(
        categories.map((id) => [id, Math.round((read.categories[id]?.score ?? Number.NaN) * 100)]),
      ),
      lcp: figure('largest-contentful-paint'),
      cls: figure('cumulative-layout-shift'),
      tbt: figure('total-blocking-time'),
      work: figure('mainthread-work-breakdown'),
    };
  }
}

/** The reading with the median of a figure. */
export function median(readings: readonly Reading[], figure: 'lcp' | 'tbt'): Reading {
  const middle = readings.toSorted((a, b) => a[figure] - b[figure])[Math.floor(readings.length / 2)];
  if (!middle) throw new RangeError('No readings');
  return middle;
}

/** A row for `console.table`. */
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
