import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePorts, startStack } from '../tests/e2e/stack.ts';
import { addPages } from './shared/add-pages.ts';
import { openMainThreadLog } from './shared/main-thread.ts';

interface Start {
  /** Seconds from the command until it prints the addresses. */
  seconds: number;
  /** Seconds of processor time until then, of all threads and finished child processes. */
  cpu: number;
  /** Milliseconds of the longest piece of work on the main thread afterwards, without garbage collection. */
  piece: number;
}

// The work after the start, such as the search index, ends within this time.
const observedMs = 30_000;

const here = join(import.meta.dirname, '..');
// Linux counts a process's time in hundredths of a second.
const ticks = 100;

/**
 * Measures the first start on an empty folder, with the example content; the same after `npm ci` has compiled the site
 * and the admin; and the second start with 10,000 pages (`--pages N` for another number). `--against DIR` measures another checkout in turns with this one. Prints medians of
 * `--rounds N` starts, 3 by default. Processor time depends less on other load than the duration does. After second starts
 * it also prints the longest piece of work on the main thread in the following 30 s. `--with-search`: the site has its
 * search.
 */
export async function run(args: string[]): Promise<void> {
  const value = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const pages = Number(value('--pages') ?? 10_000);
  const rounds = Number(value('--rounds') ?? 3);
  const against = value('--against');
  const projects = [...(against === undefined ? [] : [resolve(against)]), here];
  const folder = mkdtempSync(join(tmpdir(), 'frontage-bench-start-'));
  // The same at each start, because the addresses on all pages contain it: another port would render them again.
  const port = await findFreePorts(8);
  try {
    const pristine = join(folder, 'pages');
    await addPages(pristine, pages, args.includes('--with-search'));
    const first = new Map(projects.map((project) => [project, [] as Start[]]));
    const prepared = new Map(projects.map((project) => [project, [] as Start[]]));
    const second = new Map(projects.map((project) => [project, [] as Start[]]));
    for (const [index, project] of projects.entries()) {
      cpSync(pristine, join(folder, String(index)), { recursive: true });
      prepareOnce(project);
      // Compiles, and publishes the first release.
      await start(project, join(folder, String(index)), port);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, project] of projects.entries()) {
        const empty = join(folder, `empty-${String(index)}`);
        first.get(project)?.push(await start(project, empty, port));
        rmSync(empty, { recursive: true });
        copyPrepared(project, empty);
        prepared.get(project)?.push(await start(project, empty, port));
        rmSync(empty, { recursive: true });
        second.get(project)?.push(await start(project, join(folder, String(index)), port, observedMs));
      }
    }
    for (const [title, starts] of [
      ['first start, example content, nothing compiled', first],
      ['first start, example content, after npm ci', prepared],
      [`second start, ${String(pages)} pages`, second],
    ] as const) {
      console.log(title);
      for (const [project, measured] of starts) {
        const [seconds, cpu] = [median(measured.map((each) => each.seconds)), median(measured.map((each) => each.cpu))];
        const name = project === here ? 'this checkout' : project;
        const piece = median(measured.map((each) => each.piece));
        const longest = starts === second ? `, then at most ${String(piece)} ms in one piece` : '';
        console.log(`  ${name}: ${seconds.toFixed(2)} s, processor time ${cpu.toFixed(2)} s${longest}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the `prepare` script, which `npm ci` runs. Older checkouts have none. */
function prepareOnce(project: string): void {
  if (!existsSync(join(project, 'cli/prepare.mjs'))) return;
  execFileSync(process.execPath, ['cli/prepare.mjs'], { cwd: project, env: { ...process.env, CI: '' } });
}

/** Copies the compiled site and admin to a data folder, if the project compiles them during the installation. */
function copyPrepared(project: string, dataDir: string): void {
  if (!existsSync(join(project, 'cli/prepare.mjs'))) return;
  for (const part of ['compiled', 'admin']) {
    cpSync(join(project, '.frontage', part), join(dataDir, part), { recursive: true });
  }
}

/** Starts and stops the stack; observes its main thread for `observed` milliseconds in between. */
async function start(project: string, dataDir: string, ...[port, observed = 0]: [number, number?]): Promise<Start> {
  const log = openMainThreadLog();
  const before = performance.now();
  const stack = await startStack({ project, dataDir, port, env: log.env });
  const seconds = (performance.now() - before) / 1_000;
  const cpu = processorTime(stack.pid ?? 0);
  const ready = Date.now();
  await pause(observed);
  const piece = log.longestSince(ready);
  await stack.stop({ keepData: true });
  log.end();
  return { seconds, cpu, piece };
}

/** Seconds of processor time that Linux has counted for a process and its finished children. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, cutime and cstime; the process's name and number are cut off.
  return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) / ticks;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
