import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newPage, pageForm } from '@frontage/model/kinds/page';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { FieldValue, getFirestore, type Firestore } from 'firebase-admin/firestore';
import { startStack, type RunningStack } from '../tests/e2e/stack.ts';
import { addPages } from './shared/add-pages.ts';
import { syntheticBodies } from './shared/content.ts';
import { openMainThreadLog } from './shared/main-thread.ts';
import { percentile, textAt } from './shared/measures.ts';

/** How a program writes the new pages. */
type Way = 'batches' | 'singly' | 'in turn';

interface Case {
  title: string;
  way: Way;
  isInMenu: boolean;
  /** Share of the new pages. Each page lists the whole menu, so fewer pages are in it. */
  share: number;
}

const cases: Case[] = [
  { title: 'out of the menu, in batches of 200', way: 'batches', isInMenu: false, share: 1 },
  { title: 'out of the menu, singly, 64 at a time', way: 'singly', isInMenu: false, share: 1 },
  { title: 'out of the menu, one after another', way: 'in turn', isInMenu: false, share: 0.2 },
  { title: 'in the menu, in batches of 200', way: 'batches', isInMenu: true, share: 0.1 },
  { title: 'in the menu, singly, 64 at a time', way: 'singly', isInMenu: true, share: 0.1 },
];

const editEveryMs = 200;
const endOfWaiting = 900_000;

/**
 * Measures an edit (commit to served bytes) while 10,000 new children of one page are published (`--children N` for
 * another number), on a site of 200 pages (`--pages N`). The whole stack runs as in `npm start`. Prints the number of
 * edits, median and maximum of each case; `--case N` runs one of them, `--against DIR` another checkout.
 */
export async function run(args: string[]): Promise<void> {
  const value = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const pages = Number(value('--pages') ?? 200);
  const children = Number(value('--children') ?? (args.includes('--pages') && pages < 200 ? pages : 10_000));
  const project = value('--against');
  const only = value('--case');
  for (const [index, each] of cases.entries()) {
    if (only !== undefined && Number(only) !== index) continue;
    const count = Math.ceil(children * each.share);
    const { times, seconds, releases, piece } = await measure(each, { pages, count, project });
    const [p50, p95, max] = [50, 95, 100].map((share) => String(Math.round(percentile(times, share))));
    console.log(
      `${String(count)} children ${each.title}: live after ${seconds.toFixed(1)} s in ${String(releases)} releases\n` +
        `  ${String(times.length)} edits: p50 ${p50 ?? ''} ms, p95 ${p95 ?? ''} ms, max ${max ?? ''} ms; longest piece ${String(piece)} ms`,
    );
  }
}

interface Site {
  pages: number;
  count: number;
  /** Another checkout. */
  project: string | undefined;
}

async function measure(each: Case, { pages, count, project }: Site) {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-bench-bulk-'));
  await addPages(dataDir, pages);
  const log = openMainThreadLog();
  const stack = await startStack({
    dataDir,
    env: log.env,
    ...(project !== undefined && { project: resolve(project) }),
  });
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const app = initializeApp({ projectId: stack.project }, 'bench-bulk');
  try {
    const firestore = getFirestore(app);
    // The first edits warm up the caches.
    for (let round = 0; round < 5; round += 1) await edit(firestore, stack, { page: round, round });
    await pause(2_000);
    const before = releasesOf(stack).length;
    const began = Date.now();
    let isDone = false;
    const end = allLive(firestore, stack, { ...each, count }).finally(() => (isDone = true));
    const times: number[] = [];
    for (let round = 5; !isDone; round += 1) {
      times.push(await edit(firestore, stack, { page: 5 + ((round * 7) % (pages - 5)), round }));
      await pause(editEveryMs);
    }
    await end;
    const seconds = (Date.now() - began) / 1_000;
    await pause(1_000);
    return {
      times,
      seconds,
      releases: releasesOf(stack).length - before - times.length,
      piece: log.longestSince(began),
    };
  } finally {
    await deleteApp(app);
    await stack.stop();
    log.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const releasesOf = ({ events }: RunningStack) => events.filter(({ event }) => event === 'release');

/** Writes the new pages; resolves when all of them are live. */
async function allLive(firestore: Firestore, stack: RunningStack, { way, isInMenu, count }: Case & { count: number }) {
  const names = Array.from({ length: count }, (_, index) => `child-${String(index)}`);
  const stamps = { rev: 1, created_by: 'program', updated_by: 'program' };
  const fieldsOf = (slug: string, index: number) => ({
    ...pageForm.parse({
      ...newPage,
      ...syntheticBodies.at(index),
      slug,
      parent_id: 'p0',
      is_published: true,
      show_in_menu: isInMenu,
    }),
    ...stamps,
    created_at: FieldValue.serverTimestamp(),
    updated_at: FieldValue.serverTimestamp(),
  });
  if (way === 'batches') {
    for (let start = 0; start < count; start += 200) {
      const batch = firestore.batch();
      for (let index = start; index < Math.min(count, start + 200); index += 1) {
        const slug = names[index] ?? '';
        batch.set(firestore.doc(`pages/${slug}`), fieldsOf(slug, index));
      }
      await batch.commit();
    }
  } else {
    let next = 0;
    const write = async (): Promise<void> => {
      while (next < count) {
        const index = next++;
        const slug = names[index] ?? '';
        await firestore.doc(`pages/${slug}`).set(fieldsOf(slug, index));
      }
    };
    await Promise.all(Array.from({ length: way === 'singly' ? 64 : 1 }, write));
  }
  const end = performance.now() + endOfWaiting;
  // From the last one, which is usually published last: a live page is not requested again.
  for (let left = names.length - 1; left >= 0; left -= 1) {
    while ((await textAt(`${stack.site}/page/${names[left] ?? ''}`)) === null) {
      if (performance.now() > end) throw new Error(`The new pages were not published within 900 s`);
      await pause(250);
    }
    // One in a hundred is requested, because requests slow down publishing.
    left -= Math.min(left, 99);
  }
}

/** Milliseconds from the commit's return until the new title is served. */
async function edit(firestore: Firestore, stack: RunningStack, { page, round }: { page: number; round: number }) {
  const title = `Edited title ${String(round)}`;
  const changes = {
    title,
    rev: FieldValue.increment(1),
    updated_at: FieldValue.serverTimestamp(),
    updated_by: 'editor',
  };
  await firestore.doc(`pages/p${String(page)}`).update(changes);
  const committed = performance.now();
  for (;;) {
    if ((await textAt(`${stack.site}/page/page-${String(page)}`))?.includes(title) === true)
      return performance.now() - committed;
    if (performance.now() - committed > 120_000) throw new Error(`An edit was not published within 120 s`);
    await pause(5);
  }
}
