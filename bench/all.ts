import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Contender } from './peers/contender.ts';
import { hugo } from './peers/hugo.ts';
import { stockAstro } from './peers/stock-astro.ts';
import { config, type Figures } from './render.ts';
import { bodiesIn, syntheticBodies } from './shared/content.ts';

/**
 * Ours and others on the same content, in turns, so that a busy moment hits all of them: everything, one edit, the menu.
 * `--pages 1000,10000`, `--rounds 3`, `--content DIR`; `--json` prints an object a line.
 */
export async function run(args: string[]): Promise<void> {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const bodies = option('--content') === undefined ? syntheticBodies : bodiesIn(option('--content') ?? '');
  const rounds = Number(option('--rounds') ?? 3);
  const peers = [stockAstro(config), hugo].filter((peer) => peer.version() !== null);
  for (const pages of (option('--pages') ?? '1000,10000').split(',').map(Number)) {
    const size = Math.min(pages, bodies.count);
    const table = await compare(peers, { bodies, pages: size, rounds, passed: contentOption(args) });
    if (args.includes('--json'))
      for (const row of table) console.log(JSON.stringify({ bench: 'all', pages: size, ...row }));
    else {
      console.log(`${String(size)} pages, ${machine()}`);
      console.table(Object.fromEntries(table.map(({ name, ...row }) => [name, row])));
    }
  }
}

interface Comparison {
  bodies: typeof syntheticBodies;
  pages: number;
  rounds: number;
  /** Options for our own measurement. */
  passed: string[];
}

/** Milliseconds, the median with the least and the most. */
interface Row {
  name: string;
  all: string;
  edit: string;
  menu: string;
}

async function compare(peers: readonly Contender[], { bodies, pages, rounds, passed }: Comparison): Promise<Row[]> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'frontage-peers-'));
  try {
    for (const [index, peer] of peers.entries()) {
      mkdirSync(join(folder, String(index)));
      await peer.prepare(join(folder, String(index)), { bodies, pages });
    }
    const ours: Figures[] = [];
    const theirs = peers.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measureOurs(pages, passed));
      for (const [index, peer] of peers.entries()) theirs[index]?.push(await peer.build(join(folder, String(index))));
    }
    return [
      {
        name: 'Frontage',
        all: spread(ours.map((figures) => figures.full_ms)),
        edit: spread(ours.map((figures) => figures.edit_p50_ms)),
        menu: spread(ours.map((figures) => figures.menu_ms)),
      },
      // Whatever was edited, they make everything again.
      ...peers.map((peer, index) => {
        const all = spread(theirs[index] ?? []);
        return { name: `${peer.name} ${peer.version() ?? ''}`, all, edit: all, menu: all };
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a process of its own, as the others are. */
async function measureOurs(pages: number, passed: readonly string[]): Promise<Figures> {
  const own = [join(import.meta.dirname, 'run.ts'), 'render', '--json', '--no-astro', '--pages', String(pages)];
  const { stdout } = await promisify(execFile)(process.execPath, [...own, ...passed]);
  return JSON.parse(stdout) as Figures;
}

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
