import { deleteApp, initializeApp } from 'firebase-admin/app';
import { FieldValue, getFirestore, type Firestore } from 'firebase-admin/firestore';
import { syntheticBodies } from './shared/content.ts';
import { startStack, type RunningStack } from '../tests/e2e/stack.ts';

const edits = 50;
// As one program writes that waits for none of its writes.
const writesAtOnce = 64;

/**
 * From a commit's return to the new bytes answering over HTTP, for 50 title edits one after another on a site of 1,000
 * generated pages (`--pages N` for another number): the whole stack as `npm start` runs it, each edit made with
 * firebase-admin. Then `verify`'s question, asked of the same release.
 */
export async function run(args: string[]): Promise<void> {
  const pages = Number(args[args.indexOf('--pages') + 1] ?? 1_000) || 1_000;
  const stack = await startStack();
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const app = initializeApp({ projectId: stack.project }, 'bench-publish');
  const firestore = getFirestore(app);
  try {
    const before = stack.events.filter(({ event }) => event === 'release').length;
    const filled = await fill(firestore, stack, pages);
    const arrived = stack.events.filter(({ event }) => event === 'release').length;
    console.log(`${String(pages)} pages written one by one in ${seconds(filled.writing)}`);
    console.log(`all live ${seconds(filled.waiting)} after the last commit, in ${String(arrived - before)} releases`);
    const known = stack.events.length;
    const times: number[] = [];
    for (let index = 0; index < edits; index += 1) {
      times.push(await edit(firestore, stack, { slug: `bench-${String((index * 37) % pages)}`, round: index }));
    }
    const releases = stack.events.slice(known).filter(({ event }) => event === 'release');
    const inPipeline = releases.map(({ ms }) => Number(ms));
    const rewritten = [...new Set(releases.map(({ added, changed, removed }) => `+${added} ~${changed} -${removed}`))];
    console.log(
      `commit to new bytes: median ${ms(median(times))}, p95 ${ms(percentile(times, 95))}, most ${ms(Math.max(...times))}`,
    );
    console.log(`of it in the pipeline: median ${ms(median(inPipeline))}, p95 ${ms(percentile(inPipeline, 95))}`);
    console.log(
      `${String(edits)} edits made ${String(releases.length)} releases, files of each: ${rewritten.join(', ')}`,
    );
    console.log(median(times) < 100 ? 'The target of 100 ms is met.' : 'The target of 100 ms is missed.');
  } finally {
    await deleteApp(app);
    await stack.stop();
  }
}

const page = (index: number, slug: string) => ({
  title: `Title of ${slug}`,
  slug,
  body: syntheticBodies.at(index).body,
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: true,
  parent_id: null,
  show_in_menu: false,
  menu_order: 0,
  nav_label: null,
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'bench',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'bench',
});

/** Milliseconds of writing so many new pages, and from then until the last of them answers. */
async function fill(firestore: Firestore, stack: RunningStack, pages: number) {
  const started = performance.now();
  let next = 0;
  const write = async (): Promise<void> => {
    while (next < pages) {
      const index = next++;
      const slug = `bench-${String(index)}`;
      await firestore.doc(`pages/${slug}`).set(page(index, slug));
    }
  };
  await Promise.all(Array.from({ length: writesAtOnce }, write));
  const written = performance.now();
  const missing = new Set(Array.from({ length: pages }, (_, index) => `bench-${String(index)}`));
  while (missing.size > 0) {
    const [slug = ''] = missing;
    if ((await textAt(`${stack.site}/page/${slug}`)) === null) await new Promise((resolve) => setTimeout(resolve, 50));
    else missing.delete(slug);
  }
  return { writing: written - started, waiting: performance.now() - written };
}

/** Milliseconds from the commit's return until the new title is served. */
async function edit(firestore: Firestore, stack: RunningStack, { slug, round }: { slug: string; round: number }) {
  const title = `Edited title ${String(round)}`;
  const changes = { title, rev: FieldValue.increment(1), updated_at: FieldValue.serverTimestamp() };
  await firestore.doc(`pages/${slug}`).update(changes);
  const committed = performance.now();
  for (;;) {
    const text = await textAt(`${stack.site}/page/${slug}`);
    if (text?.includes(title)) return performance.now() - committed;
    if (performance.now() - committed > 30_000) throw new Error(`The edit of ${slug} never came`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function textAt(url: string): Promise<string | null> {
  const response = await fetch(url);
  const text = await response.text();
  return response.ok ? text : null;
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil((values.length * share) / 100) - 1)] ?? NaN;
const median = (values: readonly number[]): number => percentile(values, 50);
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const seconds = (value: number): string => `${(value / 1_000).toFixed(1)} s`;
