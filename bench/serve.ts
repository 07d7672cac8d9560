import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { aPage } from '../pipeline/sync/documents.fixture.ts';
import { Timestamp } from 'firebase-admin/firestore';
import { openDeployment, type Machine, type Deployment } from '../tests/fault/serve/deployment.ts';

const edits = 15;
const latency = 60;
const body = 'Lorem ipsum dolor sit amet, *consectetur* adipiscing elit, sed do eiusmod tempor.\n\n'.repeat(40);

/**
 * Measures the service on 10,000 pages (`--pages N` for another number) with a simulated Firebase Hosting that takes 60
 * ms per call: repeated title edits, edits by two processes in turns, and the start of a machine with only the shared
 * state and of one that also has its disk.
 */
export async function run(args: string[]): Promise<void> {
  const pages = Number(args[args.indexOf('--pages') + 1] ?? 10_000) || 10_000;
  const deployment = await openDeployment({ latency });
  const bench = { deployment, pages };
  try {
    await fill(deployment, pages);
    let machine = await deployment.serve('first');
    await waitUntilShown(deployment, { slug: `p${String(pages - 1)}`, text: 'Title of' });
    // The first edits warm up the caches and the compiled site.
    for (let round = 0; round < 3; round += 1) await edit(bench, machine, round);
    // The HTML of all new pages is checked in the background, which does not belong to the cost of an edit.
    await waitForIdle(machine);
    const edited: Edited[] = [];
    for (let round = 3; round < edits + 3; round += 1) edited.push(await edit(bench, machine, round));
    console.log(`${String(pages)} pages, Hosting at ${String(latency)} ms a call, ${String(edits)} titles edited`);
    console.log(`  hint to visitors       ${spread(edited.map(({ ms }) => ms))} ms`);
    console.log(`  of it in the pipeline  ${spread(edited.map(({ inPipeline }) => inPipeline))} ms`);
    console.log(`  cpu of the service     ${spread(edited.map(({ cpu }) => cpu))} ms`);
    console.log(`  calls without polls    ${[...new Set(edited.map(({ calls }) => calls))].join(', ')}`);
    const other = await deployment.serve('second');
    let round = edits + 3;
    for (const warming of [other, machine, other, machine]) await edit(bench, warming, round++);
    // Alternating under the same load: one edit after an edit of the other process, one after an edit of the same
    // process.
    const [switched, stayed]: [Edited[], Edited[]] = [[], []];
    for (let pair = 0; pair < edits; pair += 1) {
      const handling = pair % 2 === 0 ? other : machine;
      switched.push(await edit(bench, handling, round++));
      stayed.push(await edit(bench, handling, round++));
    }
    console.log('two processes, in turns');
    console.log(`  after an edit of the same one   ${spread(stayed.map(({ ms }) => ms))} ms`);
    console.log(
      `  after an edit of the other one  ${spread(switched.map(({ ms }) => ms))} ms, ${ratio(switched, stayed)} ×`,
    );
    await other.stop();
    await machine.stop();
    for (const [label, disk] of [
      ['state alone', 'fresh'],
      ['state and disk', 'first'],
    ] as const) {
      const started = performance.now();
      machine = await deployment.serve(disk);
      const ready = performance.now() - started;
      await edit(bench, machine, round++);
      const first = performance.now() - started;
      console.log(`  start with ${label}: ready after ${seconds(ready)}, first edit live after ${seconds(first)}`);
      await machine.stop();
    }
  } finally {
    await deployment.end();
  }
}

async function fill({ firestore }: Deployment, pages: number): Promise<void> {
  const moments = { created_at: Timestamp.fromMillis(0), updated_at: Timestamp.fromMillis(0) };
  for (let start = 0; start < pages; start += 400) {
    const batch = firestore.batch();
    for (let index = start; index < Math.min(pages, start + 400); index += 1) {
      const slug = `p${String(index)}`;
      batch.set(firestore.doc(`pages/${slug}`), {
        ...aPage({ slug, title: `Title of ${slug}`, body, show_in_menu: index < 5 }),
        ...moments,
      });
    }
    await batch.commit();
  }
}

interface Bench {
  deployment: Deployment;
  pages: number;
}

interface Edited {
  ms: number;
  inPipeline: number;
  /** Milliseconds of processor time, with the resolution of the system's clock ticks. */
  cpu: number;
  /** Calls to Hosting, without polls. */
  calls: number;
}

async function edit({ deployment, pages }: Bench, machine: Machine, round: number): Promise<Edited> {
  const slug = `p${String((10 + round * 37) % pages)}`;
  const text = `Edited in round ${String(round)}, ${String(performance.now())}`;
  await deployment.firestore.doc(`pages/${slug}`).update({ title: text, rev: round + 2, updated_at: Timestamp.now() });
  deployment.hosting.calls.length = 0;
  const [cpu, started] = [cpuOf(machine), performance.now()];
  await machine.hint(slug);
  await waitUntilShown(deployment, { slug, text });
  const ms = performance.now() - started;
  const calls = deployment.hosting.calls.filter((call) => !call.includes('/operations/')).length;
  // Notices and other work after the release belong to its cost.
  await pause(500);
  const release = machine.events.findLast(({ event }) => event === 'release');
  return { ms, calls, cpu: cpuOf(machine) - cpu, inPipeline: Number(release?.['ms']) };
}

async function waitUntilShown(deployment: Deployment, { slug, text }: { slug: string; text: string }): Promise<void> {
  const end = performance.now() + 300_000;
  while (!(deployment.page(slug)?.includes(text) ?? false)) {
    if (performance.now() > end) throw new Error(`Visitors did not get "${text}" within 300 s`);
    await pause(2);
  }
}

const tick = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Processor time that a machine has used, in milliseconds. */
function cpuOf({ process: { pid } }: Machine): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(user) + Number(system)) * tick;
}

const idlePeriod = 5_000;

/** Resolves when a machine uses less than a twentieth of a processor, or after five minutes. */
async function waitForIdle(machine: Machine): Promise<void> {
  const end = performance.now() + 300_000;
  for (let used = Infinity; used > idlePeriod / 20 && performance.now() < end;) {
    const before = cpuOf(machine);
    await pause(idlePeriod);
    used = cpuOf(machine) - before;
  }
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const spread = (values: readonly number[]): string => {
  const all = sorted(values).map((value) => Math.round(value));
  return `median ${String(all[Math.floor(all.length / 2)])}, least ${String(all[0])}, most ${String(all.at(-1))}`;
};
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
const ratio = (some: readonly Edited[], others: readonly Edited[]): string =>
  (median(some.map(({ ms }) => ms)) / median(others.map(({ ms }) => ms))).toFixed(2);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
