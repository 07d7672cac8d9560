import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { menuPages } from './shared/content-source.ts';
import type { Contender } from './peers/contender.ts';
import { eleventy } from './peers/eleventy.ts';
import { hugo } from './peers/hugo.ts';
import { next } from './peers/next.ts';
import { incrementalAstro, stockAstro } from './peers/stock-astro.ts';
import { config, type Figures } from './render.ts';
import { bodiesIn, syntheticBodies } from './shared/content.ts';

/**
 * Compares Frontage with other programs on the same content: a full build, one edit and a menu change. They run in
 * turns, so that other load affects all of them. Then prints the measurements of Frontage alone, and the time from a
 * commit to visitors (`publish`). `--pages 1000,10000`, `--rounds 3`, `--content DIR`; `--json` prints one object per
 * line.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const bodies = option('--content') === undefined ? syntheticBodies : bodiesIn(option('--content') ?? '');
  const rounds = Number(option('--rounds') ?? 3);
  const stock = stockAstro(config);
  const others = [incrementalAstro(config), eleventy(), next(), hugo()].filter((peer) => peer.version() !== null);
  const peers = [stock, ...others] as const;
  for (const pages of (option('--pages') ?? '1000,10000').split(',').map(Number)) {
    const size = Math.min(pages, bodies.count);
    const { table, ours } = await compare(peers, { bodies, pages: size, rounds, passed: contentOption(args) });
    const published = await measure('publish', ['--pages', String(size)]);
    if (args.includes('--json')) {
      for (const row of table) console.log(JSON.stringify({ bench: 'all', pages: size, machine: machine(), ...row }));
      for (const figures of [...ours, published]) console.log(JSON.stringify(figures));
    } else {
      console.log(`${String(size)} pages, ${machine()}`);
      console.table(Object.fromEntries(table.map(({ name, ...row }) => [name, row])));
      console.table(spreads(ours));
      console.table(published);
    }
  }
}

const editsEach = 4;

interface Comparison {
  bodies: typeof syntheticBodies;
  pages: number;
  rounds: number;
  /** Options for the measurement of Frontage. */
  passed: string[];
}

/** Milliseconds: the median, with the minimum and the maximum. */
interface Row {
  name: string;
  all: string;
  edit: string;
  menu: string;
}

async function compare(
  peers: readonly [stock: Contender, ...others: Contender[]],
  { bodies, pages, rounds, passed }: Comparison,
) {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'frontage-peers-'));
  const folderOf = (index: number): string => join(folder, String(index));
  try {
    for (const [index, peer] of peers.entries()) {
      mkdirSync(folderOf(index));
      await peer.prepare(folderOf(index), { bodies, pages });
    }
    const ours: Figures[] = [];
    const builds = peers.map((): number[] => []);
    const edits = peers.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      ours.push((await measure('render', ['--no-astro', '--pages', String(pages), ...passed])) as Figures);
      for (const [index, peer] of peers.entries()) builds[index]?.push(await peer.build(folderOf(index)));
      // Watchers and servers run only during edits, so that they do not slow down the next contender.
      for (const [index, peer] of peers.entries()) {
        edits[index]?.push(...(await editedBy(peer, { folder: folderOf(index), bodies, pages })));
        await peer.end?.();
      }
    }
    const table: Row[] = [
      {
        name: 'Frontage',
        all: spread(ours.map((figures) => figures.full_ms)),
        edit: spread(ours.map((figures) => figures.edit_p50_ms)),
        menu: spread(ours.map((figures) => figures.menu_ms)),
      },
      // A changed menu requires a full build of these programs. So does an edit of a program without `edit`.
      ...peers.map((peer, index) => {
        const all = spread(builds[index] ?? []);
        const edit = peer.edit ? spread(edits[index] ?? []) : all;
        return { name: `${peer.name} ${peer.version() ?? ''}`, all, edit, menu: all };
      }),
    ];
    const [stock] = builds;
    return { table, ours: ours.map((figures, round) => ({ ...figures, astro_ms: Math.round(stock?.[round] ?? NaN) })) };
  } finally {
    for (const peer of peers) await peer.end?.();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of several edits, without the first one, which runs with cold caches. */
async function editedBy(
  peer: Contender,
  { folder, bodies, pages }: Pick<Comparison, 'bodies' | 'pages'> & { folder: string },
) {
  const times: number[] = [];
  for (let count = 0; peer.edit && count < editsEach; count += 1) {
    const index = menuPages + ((count * 7_919) % Math.max(1, pages - menuPages));
    const title = `Edited ${String(count)} at ${String(performance.now())}`;
    times.push(await peer.edit(folder, { index, title, body: bodies.at(index).body }));
  }
  return times.slice(1);
}

/**
 * Runs a benchmark of Frontage in a separate process, like the other programs. Its figures are the last line of its
 * output: libraries print lines before it.
 */
async function measure(name: string, args: readonly string[]): Promise<object> {
  const own = [...process.execArgv, join(import.meta.dirname, 'run.ts'), name, '--json', ...args];
  const { stdout } = await promisify(execFile)(process.execPath, own, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as object;
}

/** The spread of each figure over several measurements. */
const spreads = (all: readonly Figures[]) =>
  Object.fromEntries(
    (Object.keys(all[0] ?? {}) as (keyof Figures)[])
      .filter((key) => typeof all[0]?.[key] === 'number')
      .map((key) => [key, spread(all.flatMap((figures) => figures[key] ?? []))]),
  );

const contentOption = (args: readonly string[]): string[] => {
  const at = args.indexOf('--content');
  return at < 0 ? [] : args.slice(at, at + 2);
};

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const text = (value: number | undefined): string => String(Math.round((value ?? NaN) * 10) / 10);
  const half = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
  return `${text(median)} (${text(sorted[0])}–${text(sorted.at(-1))})`;
}

const machine = (): string => {
  const [first] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return `${String(cpus().length)} × ${first?.model ?? 'unknown'}, ${String(Math.round(totalmem() / 2 ** 30))} GiB, Node ${process.version}, load ${load.join(' ')}`;
};
