import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runDue } from '@frontage/functions/launches/run-due';
import { draftText } from '@frontage/model/draft';
import { limits } from '@frontage/model/limits';
import { newPage } from '@frontage/model/kinds/page';
import { collections } from '@frontage/model/paths';
import { previewPaths } from '@frontage/model/preview';
import { importAuthor } from '@frontage/model/webhook';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { FieldValue, getFirestore, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { syntheticBodies } from './shared/content.ts';
import { loadSecrets } from '../cli/target/instance.ts';
import { aToken } from '../pipeline/http/token.fixture.ts';
import { openMainThreadLog, type MainThreadLog } from './shared/main-thread.ts';
import { percentile, textAt } from './shared/measures.ts';
import { startStack, type RunningStack } from '../tests/e2e/stack.ts';

const edits = 50;
// Fewer than the number of kept releases: the release with all pages is not removed by them.
const editsWithoutPruning = 15;
const imported = 1_000;
const previews = 30;
// Concurrent writes, like those of a program that does not wait for each write.
const writesAtOnce = 64;
// Removes the release with all pages after the edits.
const pruningMs = 5_000;
// The author of the pages and editor of the previews.
const user = 'bench';

export interface PublishFigures {
  pages: number;
  /** From the return of the last commit of a bulk write until all of its pages are live. */
  bulk_live_ms: number;
  bulk_releases: number;
  /** From a commit's return until the new bytes are served over HTTP. */
  publish_p50_ms: number;
  publish_p95_ms: number;
  /** The pipeline's share of that time. */
  pipeline_p50_ms: number;
  /** From the start of the publication of a launch with the maximum of drafts until all of them are served. */
  launch_live_ms: number;
  /** The transaction's share of that time. */
  launch_commit_ms: number;
  launch_releases: number;
  /** The pipeline's share, from the hint to the release. */
  launch_pipeline_ms: number;
  /** The longest piece of work on the main thread during edits, edits that prune, an import and previews. */
  piece_publish_ms: number;
  piece_prune_ms: number;
  piece_import_ms: number;
  piece_preview_ms: number;
  /** Files added, changed and removed by each edit. */
  files: string;
  /** From the command until it prints the addresses, on the data of an earlier start. */
  second_start_ms: number;
}

/**
 * Measures the time from a commit's return until the new bytes are served over HTTP, for 50 successive title edits on a
 * site of 1,000 generated pages (`--pages N` for another number). The whole stack runs as in `npm start`. The pages are
 * written first, as fast as possible, and the edits start when the stack is idle, or a minute later; all are written with
 * firebase-admin. `--without-search` switches the search of the example site off. Also measures the longest piece of work on
 * the main thread, without garbage collection, during edits, an import of 1,000 pages and previews. Then measures a second
 * start. `--against DIR` measures another checkout. `--json` prints an object.
 */
export async function run(args: string[]): Promise<void> {
  const pages = Number(args[args.indexOf('--pages') + 1] ?? 1_000) || 1_000;
  const project = args.includes('--against') ? { project: resolve(args[args.indexOf('--against') + 1] ?? '.') } : {};
  const log = openMainThreadLog();
  const stack = await startStack({ ...project, env: log.env });
  try {
    const figures = {
      pages,
      ...(await publish(stack, { pages, log, hasSearch: !args.includes('--without-search') })),
      second_start_ms: Math.round(await startAgain(stack, project)),
    };
    console.log(args.includes('--json') ? JSON.stringify({ bench: 'publish', ...figures }) : present(figures));
  } finally {
    await stack.stop();
    log.end();
  }
}

interface Measured {
  pages: number;
  hasSearch: boolean;
  log: MainThreadLog;
}

async function publish(stack: RunningStack, { pages, hasSearch, log }: Measured) {
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const app = initializeApp({ projectId: stack.project }, 'bench-publish');
  const firestore = getFirestore(app);
  const released = () => stack.events.filter(({ event }) => event === 'release');
  try {
    if (!hasSearch) await firestore.doc('site_settings/visitors').update({ 'value.search_enabled': false });
    const before = released().length;
    const { waiting } = await fill(firestore, stack, pages);
    const arrived = released().length;
    await waitForUpkeep(firestore, pages);
    await waitForIdle(stack);
    const times: number[] = [];
    const editUntil = async (count: number): Promise<void> => {
      for (let index = times.length; index < count; index += 1)
        times.push(await edit(firestore, stack, { slug: `bench-${String((index * 37) % pages)}`, round: index }));
    };
    const piece_publish_ms = await log.longestDuring(() => editUntil(editsWithoutPruning));
    const piece_prune_ms = await log.longestDuring(async () => {
      await editUntil(edits);
      await pause(pruningMs);
    });
    const releases = released().slice(arrived);
    const piece_import_ms = await log.longestDuring(() => importPages(firestore, stack));
    const piece_preview_ms = await log.longestDuring(() => preview(firestore, stack));
    const beforeLaunch = released().length;
    const launched = await launch(firestore, stack);
    const files = new Set(releases.map(({ added, changed, removed }) => `+${added} ~${changed} -${removed}`));
    return {
      bulk_live_ms: Math.round(waiting),
      bulk_releases: arrived - before,
      publish_p50_ms: rounded(percentile(times, 50)),
      publish_p95_ms: rounded(percentile(times, 95)),
      pipeline_p50_ms: percentile(
        releases.map(({ ms }) => Number(ms)),
        50,
      ),
      launch_live_ms: Math.round(launched.live),
      launch_commit_ms: Math.round(launched.commit),
      launch_releases: released().length - beforeLaunch,
      launch_pipeline_ms: Number(released().at(-1)?.ms),
      ...{ piece_publish_ms, piece_prune_ms, piece_import_ms, piece_preview_ms },
      files: [...files].join(', '),
    };
  } finally {
    await deleteApp(app);
  }
}

/** Milliseconds of a second start on the same data. */
async function startAgain(stack: RunningStack, project: { project?: string }): Promise<number> {
  await stack.stop({ keepData: true });
  const started = performance.now();
  const again = await startStack({ ...project, dataDir: stack.dataDir, port: stack.port });
  const ready = performance.now() - started;
  await again.stop();
  return ready;
}

const present = (figures: PublishFigures): string =>
  [
    `${String(figures.pages)} pages`,
    `  all live after the last commit  ${String(figures.bulk_live_ms)} ms, in ${String(figures.bulk_releases)} releases`,
    `  commit to new bytes             p50 ${String(figures.publish_p50_ms)} ms, p95 ${String(figures.publish_p95_ms)} ms`,
    `  of it in the pipeline           p50 ${String(figures.pipeline_p50_ms)} ms; files of each release: ${figures.files}`,
    `  a launch of ${String(limits.launchMembers)} drafts        ${String(figures.launch_live_ms)} ms, of it the commit ${String(figures.launch_commit_ms)} ms, the pipeline ${String(figures.launch_pipeline_ms)} ms; ${String(figures.launch_releases)} releases`,
    `  longest piece of work           publish ${piece(figures.piece_publish_ms)}, prune ${piece(figures.piece_prune_ms)}, import ${piece(figures.piece_import_ms)}, preview ${piece(figures.piece_preview_ms)}`,
    `  a second start                  ${String(figures.second_start_ms)} ms`,
  ].join('\n');

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

/** Writes this many new pages. Returns the milliseconds from the last write until all of them are live. */
async function fill(firestore: Firestore, stack: RunningStack, pages: number) {
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
  const last = `${stack.site}/page/bench-${String(pages - 1)}`;
  while ((await textAt(last)) === null || (await listed(stack.site)) < pages) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { waiting: performance.now() - written };
}

/** Imports pages in batches; resolves when all of them are live. */
async function importPages(firestore: Firestore, stack: RunningStack): Promise<void> {
  for (let start = 0; start < imported; start += 100) {
    const batch = firestore.batch();
    for (let index = start; index < start + 100; index += 1) {
      const slug = `import-${String(index)}`;
      batch.set(firestore.doc(`pages/${slug}`), { ...page(index, slug), updated_by: importAuthor });
    }
    await batch.commit();
  }
  for (let index = 0; index < imported; index += 100)
    while ((await textAt(`${stack.site}/page/import-${String(index + 99)}`)) === null) await pause(100);
}

/** Previews a page, its text and its title in turns. */
async function preview(firestore: Firestore, stack: RunningStack): Promise<void> {
  await firestore.doc(`user_roles/${user}`).set({ user_id: user, roles: ['editor'], is_active: true });
  const { PUBLISH_WEBHOOK_SECRET: secret } = loadSecrets(stack.dataDir);
  const { body } = syntheticBodies.at(1);
  for (let turn = 0; turn < previews; turn += 1) {
    const data = turn % 2 === 0 ? { title: `Typed ${String(turn)}` } : { body: `${body}\n\ntyped ${String(turn)}` };
    const token = aToken(secret, { uid: user, roles: ['editor'], expires_at: Date.now() + 600_000 });
    const response = await fetch(`${stack.pipeline}${previewPaths.preview}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ collection: 'pages', id: 'bench-1', data }),
    });
    if (!response.ok) throw new Error(`The preview answered ${String(response.status)}: ${await response.text()}`);
    await response.text();
  }
}

/** Resolves when functions have stored audit entries and revisions of all pages and no event is pending. */
async function waitForUpkeep(firestore: Firestore, pages: number): Promise<void> {
  const kept = [collections.audit, collections.revisions].map((name) => firestore.collection(name).count());
  for (let before = ''; ;) {
    const counts = await Promise.all(kept.map(async (count) => (await count.get()).data().count));
    const now = counts.join();
    if (counts.every((count) => count >= pages) && now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/**
 * Resolves when the process works less than a second in ten. Afterwards the health of the new pages is checked and the
 * admin's index is complete. At most a minute.
 */
async function waitForIdle({ pid }: RunningStack): Promise<void> {
  const cpuTime = () => execFileSync('ps', ['-o', 'cputime=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const until = performance.now() + 60_000;
  for (let before = ''; before !== cpuTime() && performance.now() < until;) {
    before = cpuTime();
    await new Promise((resolve) => setTimeout(resolve, 10_000));
  }
}

/**
 * The number of generated pages in the sitemap, which changes in the same release as the pages. Reading the sitemap
 * takes tens of requests; requesting each page would slow down the publishing process.
 */
async function listed(site: string): Promise<number> {
  const index = (await textAt(`${site}/sitemap.xml`)) ?? '';
  const files = [...index.matchAll(/<loc>[^<]*(\/sitemap-[^<]*)<\/loc>/g)].map(([, path = '']) => path);
  const texts = [index];
  for (const path of files) texts.push((await textAt(`${site}${path}`)) ?? '');
  return texts.reduce((sum, text) => sum + (text.match(/\/page\/bench-\d+<\/loc>/g)?.length ?? 0), 0);
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
    if (performance.now() - committed > 30_000) throw new Error(`The edit of ${slug} was not published within 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Milliseconds from the start of a launch until its commit, and until its pages are served. */
async function launch(firestore: Firestore, stack: RunningStack): Promise<{ commit: number; live: number }> {
  const by = user;
  const now = FieldValue.serverTimestamp();
  const stamps = { rev: 1, created_at: now, created_by: by, updated_at: now, updated_by: by };
  await firestore.doc(`user_roles/${by}`).set({ user_id: by, roles: ['editor'], is_active: true });
  const members = await Promise.all(
    Array.from({ length: limits.launchMembers }, async (_, index) => {
      const id = `bench-${String(index)}`;
      const stored = (await firestore.doc(`pages/${id}`).get()).data();
      const { body } = syntheticBodies.at(index);
      const data = { ...newPage, title: 'Launched title', slug: id, body, is_published: true, show_in_menu: false };
      const draft = {
        collection: collections.pages,
        id,
        data,
        base_rev: Number(stored?.['rev']),
        review: null,
        note: null,
      };
      await firestore.doc(`drafts/pages_${id}`).set({ ...draft, ...stamps });
      const draft_digest = createHash('sha256').update(draftText(draft, null)).digest('hex');
      const version = { document_rev: null, draft_rev: 1, draft_digest, redirect: null };
      return {
        collection: collections.pages,
        id,
        action: 'publish_draft',
        ...version,
        added_by: by,
        is_accepted: true,
      };
    }),
  );
  await firestore.doc('launches/bench').set({
    ...{ name: 'Launch', description: '', owner: by, state: 'open', members, written: [], failures: [] },
    ...{ published_at: null, published_by: null, takes_back: null, taken_back_by: null, ...stamps },
    documents: members.map(({ id }) => `${collections.pages}/${id}`),
    planned: { at: Timestamp.fromMillis(0), by, second_factor: false },
  });
  const started = performance.now();
  await runDue(firestore, new Date());
  const commit = performance.now() - started;
  const isPublic = async (id: string) =>
    (await textAt(`${stack.site}/page/${id}`))?.includes('Launched title') === true;
  while (!(await isPublic('bench-0'))) {
    if (performance.now() - started > 60_000) throw new Error(`The launch was not published within a minute`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const live = performance.now() - started;
  // A release replaces the whole site at one moment.
  for (const { id } of members) if (!(await isPublic(id))) throw new Error(`${id} is older than other pages`);
  return { commit, live };
}

// Shorter pieces are not logged.
const piece = (ms: number): string => (ms === 0 ? 'under 20 ms' : `${String(ms)} ms`);
const rounded = (ms: number): number => Math.round(ms * 10) / 10;
