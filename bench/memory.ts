import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { newPage } from '@frontage/model/kinds/page';
import { aPage } from '../pipeline/sync/documents.fixture.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { FieldValue, getFirestore, type Firestore } from 'firebase-admin/firestore';
import { findFreePorts, startStack } from '../tests/e2e/stack.ts';
import { openDeployment } from '../tests/fault/serve/deployment.ts';
import { addPages } from './shared/add-pages.ts';
import { attachInspector, type Inspector } from './shared/inspector.ts';
import { syntheticBodies } from './shared/content.ts';

const documents = 500;
const collections = 3;
const mib = 2 ** 20;

interface Options {
  pages: number;
  /** The numbers of edits after which the heap is measured, in order. */
  checkpoints: number[];
  /** The checkout that is measured. */
  project: string | undefined;
  /** The folder for heap snapshots of each checkpoint. */
  snapshots: string | undefined;
}

/**
 * Measures the heap of `npm start`, all threads together, after forced collections: on 10,000 pages (`--pages N`), after
 * 500, 10,000 and 20,000 (`--edits N,N,…`) edits of the same 500 pages, 60 % of titles, 20 % of texts, 10 % that change
 * whether a page is published, 10 % of drafts. `--service` measures `frontage serve` alone instead. `--project DIR`
 * measures another checkout, `--snapshots DIR` writes heap snapshots, `--json` prints an object.
 */
export async function run(args: string[]): Promise<void> {
  const given = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const options: Options = {
    pages: Number(given('--pages') ?? 10_000),
    checkpoints: (given('--edits') ?? '500,10000,20000').split(',').map(Number),
    project: given('--project'),
    snapshots: given('--snapshots'),
  };
  const measured = await (args.includes('--service') ? measureService(options) : measureStart(options));
  if (args.includes('--json')) {
    console.log(JSON.stringify({ bench: 'memory', pages: options.pages, measured }));
    return;
  }
  console.log(`${String(options.pages)} pages, heap after forced collection, main thread and all threads`);
  for (const { edits, main, all, rss } of measured)
    console.log(
      `  after ${String(edits).padStart(6)} edits  ${inMib(main)} and ${inMib(all)} MiB; resident ${inMib(rss)} MiB`,
    );
}

interface Measured {
  edits: number;
  /** Bytes of the main thread's heap, and of all threads' heaps. */
  main: number;
  all: number;
  rss: number;
}

interface Subject {
  firestore: Firestore;
  pid: number;
  inspector: Inspector;
  /** Performs an edit and resolves when it is live. */
  edit(index: number): Promise<void>;
}

async function measureStart({ pages, checkpoints, project, snapshots }: Options): Promise<Measured[]> {
  const inspectorPort = await findFreePorts(1);
  const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${String(inspectorPort)}` };
  const at = project === undefined ? {} : { project };
  // The first start seeds the example content; the pages are written while nothing runs.
  const first = await startStack(at);
  await first.stop({ keepData: true });
  await addPages(first.dataDir, pages);
  const stack = await startStack({ ...at, dataDir: first.dataDir, port: first.port, env });
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const app = initializeApp({ projectId: stack.project }, 'bench-memory');
  const firestore = getFirestore(app);
  const inspector = await attachInspector(inspectorPort);
  try {
    const released = (): number => stack.events.filter(({ event }) => event === 'release').length;
    const edit = async (index: number): Promise<void> => {
      const before = released();
      const { isVisible } = await makeEdit(firestore, index);
      const until = performance.now() + 120_000;
      while (isVisible && released() === before) {
        if (performance.now() > until) throw new Error(`Edit ${String(index)} was not published within two minutes`);
        await pause(1);
      }
    };
    return await measure({ firestore, pid: stack.pid ?? 0, inspector, edit }, { checkpoints, snapshots });
  } finally {
    inspector.close();
    await deleteApp(app);
    await stack.stop();
  }
}

async function measureService({ pages, checkpoints, snapshots }: Options): Promise<Measured[]> {
  const deployment = await openDeployment();
  const { firestore } = deployment;
  try {
    for (let start = 0; start < pages; start += 200) {
      const batch = firestore.batch();
      for (let index = start; index < Math.min(pages, start + 200); index += 1) {
        const slug = `page-${String(index)}`;
        const page = aPage({ slug, ...syntheticBodies.at(index), show_in_menu: index < 5 });
        const at = { created_at: FieldValue.serverTimestamp(), updated_at: FieldValue.serverTimestamp() };
        batch.set(firestore.doc(`pages/p${String(index)}`), { ...page, ...at });
      }
      await batch.commit();
    }
    const inspectorPort = await findFreePorts(1);
    const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${String(inspectorPort)}` };
    const machine = await deployment.serve('only', { env });
    const inspector = await attachInspector(inspectorPort);
    const released = (): number => machine.events.filter(({ event }) => event === 'release').length;
    while (released() === 0) await pause(100);
    const edit = async (index: number): Promise<void> => {
      const before = released();
      const { isVisible, id } = await makeEdit(firestore, index);
      await machine.hint(id);
      while (isVisible && released() === before) await pause(1);
    };
    const pid = machine.process.pid ?? 0;
    const measured = await measure({ firestore, pid, inspector, edit }, { checkpoints, snapshots });
    inspector.close();
    return measured;
  } finally {
    await deployment.end();
  }
}

async function measure(
  { pid, inspector, edit }: Subject,
  { checkpoints, snapshots }: Pick<Options, 'checkpoints' | 'snapshots'>,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  let edits = 0;
  for (const checkpoint of checkpoints) {
    for (; edits < checkpoint; edits += 1) await edit(edits);
    await waitForIdle(pid);
    const heaps: { main: number; all: number }[] = [];
    for (let round = 0; round < collections; round += 1) heaps.push(await inspector.usedHeap());
    const rss = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024;
    measured.push({
      edits,
      main: median(heaps.map(({ main }) => main)),
      all: median(heaps.map(({ all }) => all)),
      rss,
    });
    console.error(`after ${String(edits)} edits: ${inMib(measured.at(-1)?.main ?? 0)} MiB`);
    if (snapshots !== undefined) await inspector.snapshot(`${snapshots}/${String(edits)}.heapsnapshot`);
  }
  return measured;
}

const draftStamps = { review: null, note: null, created_by: 'bench', updated_by: 'bench' };

/** Performs the edit with this number; drafts are not visible on the site. */
async function makeEdit(firestore: Firestore, index: number): Promise<{ isVisible: boolean; id: string }> {
  // The first pages are in the menu, which every page shows.
  const number = 100 + (index % documents);
  const id = `p${String(number)}`;
  const page = firestore.doc(`pages/${id}`);
  const stamps = { rev: FieldValue.increment(1), updated_at: FieldValue.serverTimestamp(), updated_by: 'bench' };
  // Each round of all documents shifts the kinds of edits, so that every document gets all of them.
  const kind = (index + Math.floor(index / documents)) % 10;
  if (kind < 6) await page.update({ title: `Title ${String(index)}`, ...stamps });
  else if (kind < 8) {
    const { body } = syntheticBodies.at(index);
    await page.update({ body: `Text ${String(index)}\n\n${body}`, ...stamps });
  } else if (kind === 8) {
    const stored = await page.get();
    await page.update({ is_published: stored.get('is_published') !== true, ...stamps });
    return { isVisible: true, id };
  } else {
    const { body } = syntheticBodies.at(index);
    const data = {
      ...newPage,
      title: `Draft ${String(index)}`,
      slug: `page-${String(number)}`,
      body,
      is_published: true,
    };
    const at = { created_at: FieldValue.serverTimestamp(), updated_at: FieldValue.serverTimestamp() };
    const draft = { collection: 'pages', id, data, base_rev: 1, rev: index + 1, ...draftStamps, ...at };
    await firestore.doc(`drafts/pages_${id}`).set(draft);
    return { isVisible: false, id };
  }
  const stored = await page.get();
  return { isVisible: stored.get('is_published') === true, id };
}

/** Resolves when the process works less than half a second in five, at most after three minutes. */
async function waitForIdle(pid: number): Promise<void> {
  const until = performance.now() + 180_000;
  for (let before = -Infinity, now = processorTime(pid); now - before > 1 && performance.now() < until;) {
    await pause(5_000);
    [before, now] = [now, processorTime(pid)];
  }
}

/** Seconds. */
function processorTime(pid: number): number {
  const text = execFileSync('ps', ['-o', 'cputimes=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(text);
}

const inMib = (bytes: number): string => (bytes / mib).toFixed(1);
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
