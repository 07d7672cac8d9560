import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@frontage/model/limits';
import { previewPaths, type PlanAnswer } from '@frontage/model/preview';
import { compileSite } from '@frontage/pipeline/compile';
import { openPipeline, type PipelineEvent } from '@frontage/pipeline';
import { aToken } from '../pipeline/http/token.fixture.ts';
import { startPipelineServer } from '@frontage/pipeline/server';
import { Webhook } from 'standardwebhooks';
import type { ProposedLaunch } from '../pipeline/preview/preview-content.ts';
import { config } from './render.ts';
import { syntheticBodies } from './shared/content.ts';
import { benchSource } from './shared/content-source.ts';

const root = join(import.meta.dirname, '..');
const secret = `whsec_${Buffer.from('a secret for measuring, of some length').toString('base64')}`;
const requests = 200;
const warmUps = 20;
const people = 100;
const previews = 1_000;

const nothing = () => Promise.resolve(null);

/** A launch that changes the first pages, of which some are in the menu; a new object, as after reading it. */
const launchOfPages = (): ProposedLaunch => ({
  name: 'Launch',
  missing: [],
  members: Array.from({ length: limits.launchMembers }, (_, index) => ({
    what: 'page',
    id: `p${String(index)}`,
    action: 'publish',
    data: { title: `Launched ${String(index)}` },
    draft: { base_rev: 1, created_by: 'ada' },
  })),
});

/**
 * Measures staff requests over HTTP on a site of 10,000 generated pages (`--pages N` for another number): the preview
 * of a page and of a brand color, any address of a launch of 100 pages, and the addresses changed by a page, the menu
 * and the launch. Then measures a publish from
 * hint to release, alone and during 1,000 preview requests. `--json` prints an object.
 */
export async function run(args: string[]): Promise<void> {
  const pages = Number(args[args.indexOf('--pages') + 1] ?? 10_000) || 10_000;
  const folder = mkdtempSync(join(tmpdir(), 'frontage-bench-preview-'));
  const compiled = await compileSite({ root, outDir: join(folder, 'compiled'), log: () => undefined });
  const source = benchSource(syntheticBodies, pages);
  const where = { dataDir: join(folder, 'site'), firestore: null, storage: null, buckets: {}, config, compiled };
  const log = (event: PipelineEvent) => {
    // A failed publish is retried, so that it would only appear slow.
    if (event.event === 'publish-failed') console.error(`A publish failed: ${event.message}`);
  };
  const pipeline = await openPipeline({ ...where, log, ports: { source } });
  await pipeline.reconcile();
  const staff = {
    previews: pipeline.previews,
    index: pipeline.index,
    adminOrigin: config.adminOrigin,
    drafts: { find: nothing, count: () => Promise.resolve(), launch: () => Promise.resolve(launchOfPages()) },
    siteHeaders: {},
    health: pipeline.health,
  };
  let lastHint: Promise<unknown> = Promise.resolve();
  const publish: typeof pipeline.publish = (...hint) => {
    const publishing = pipeline.publish(...hint);
    lastHint = publishing;
    return publishing;
  };
  const server = await startPipelineServer({ pipeline, publish, secret, staff, port: 0 });
  const post = async (path: string, headers: Record<string, string>, body: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${String(server.port)}${path}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`);
    return response.json();
  };
  const ask = (path: string, question: object, uid = 'ada'): Promise<unknown> => {
    const token = aToken(secret, { uid, expires_at: Date.now() + 600_000 });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return post(path, headers, JSON.stringify(question));
  };
  const measure = async (path: string, questionOf: (turn: number) => object, count = requests) => {
    const times: number[] = [];
    for (let turn = 0; turn < count + warmUps; turn += 1) {
      const started = performance.now();
      await ask(path, questionOf(turn));
      if (turn >= warmUps) times.push(performance.now() - started);
    }
    return { p50: at(times, 50), p95: at(times, 95) };
  };

  const body = syntheticBodies.at(pages - 1).body;
  const page = (index: number) => ({ collection: 'pages', id: `p${String(index)}` });
  const typed = (turn: number) => ({
    ...page(pages - 1),
    data: { body: `${body ?? ''}\n\n${'typed '.repeat(turn % 60)}` },
  });
  const named = (turn: number) => ({ ...page(0), data: { title: `Title ${String(turn)}` } });
  const colour = (turn: number) => ({
    collection: 'settings',
    id: 'branding',
    data: { site_name: 'Frontage', primary_color: `#${(turn * 991 + 0x101010).toString(16).padStart(6, '0')}` },
  });
  const webhook = new Webhook(secret);
  let published = 0;
  /** Milliseconds from a hint to its release. */
  const publishOne = async (): Promise<number> => {
    published += 1;
    const documents = [source.edit(pages - 2, { title: `Published ${String(published)}` })];
    const [id, when] = [`hint-${String(published)}`, new Date()];
    const hint = JSON.stringify({ type: 'content.written', timestamp: when.toISOString(), data: { documents } });
    const started = performance.now();
    const seconds = String(Math.floor(when.getTime() / 1_000));
    const signed = {
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': webhook.sign(id, when, hint),
    };
    await post('/hooks/publish', signed, hint);
    await lastHint;
    return performance.now() - started;
  };
  const publishWhile = async (isWanted: () => boolean) => {
    const times: number[] = [];
    while (isWanted()) times.push(await publishOne());
    return { p50: at(times, 50), p95: at(times, 95) };
  };
  /** Publishes while many users request previews, each of them one after another. */
  const publishBeside = async () => {
    let isAsking = true;
    const asking = Array.from({ length: people }, async (_, person) => {
      for (let turn = 0; turn < previews / people; turn += 1)
        await ask(previewPaths.preview, typed(turn), `person-${String(person)}`);
    });
    // Any failure ends the run, so that publishing does not continue without previews.
    const asked = Promise.all(asking).finally(() => (isAsking = false));
    const [times] = await Promise.all([publishWhile(() => isAsking), asked]);
    return times;
  };
  try {
    const figures = {
      pages,
      typing: await measure(previewPaths.preview, typed),
      in_the_menu: await measure(previewPaths.preview, named),
      colour: await measure(previewPaths.preview, colour),
      plan_page: await measure(previewPaths.plan, (turn) => ({ ...typed(turn), action: 'publish' })),
      plan_menu: await measure(previewPaths.plan, (turn) => ({ ...named(turn), action: 'publish' }), 20),
      launch_page: await measure(previewPaths.launchLook, (turn) => ({
        launch: 'launch',
        // Half of the addresses are changed documents.
        path: `/page/page-${String(turn % 2 === 0 ? turn % limits.launchMembers : pages - 1 - turn)}`,
      })),
      plan_launch: await measure(previewPaths.launchPlan, () => ({ launch: 'launch' }), 5),
      publish: await publishWhile(() => published < 20),
      publish_beside: await publishBeside(),
      menu_addresses: ((await ask(previewPaths.plan, { ...named(1), action: 'publish' })) as PlanAnswer).total,
    };
    console.log(args.includes('--json') ? JSON.stringify({ bench: 'preview', ...figures }) : present(figures));
  } finally {
    await server.stop();
    await pipeline.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Times {
  p50: number;
  p95: number;
}

const present = ({ pages, menu_addresses, ...rows }: Record<string, Times | number>): string =>
  [
    `${String(pages)} pages (a change of the menu concerns ${String(menu_addresses)} addresses)`,
    ...Object.entries(rows).map(([name, times]) =>
      typeof times === 'number'
        ? ''
        : `  ${name.replaceAll('_', ' ').padEnd(14)} p50 ${String(times.p50)} ms, p95 ${String(times.p95)} ms`,
    ),
  ].join('\n');

const at = (times: readonly number[], share: number): number =>
  Math.round(10 * ([...times].sort((a, b) => a - b)[Math.ceil((times.length * share) / 100) - 1] ?? NaN)) / 10;
