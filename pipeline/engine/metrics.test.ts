import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { folderObjects } from '../adapters/objects/objects.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import type { Outlet } from '../outlets/follow-outlet.ts';
import { openReceiver } from '../http/receiver.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

/** Parses metrics into values by name and labels. */
const valuesIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [, name = '', value] = /^(\S+(?: [^ ]+=)?.*) (\S+)$/.exec(line) ?? [];
        return [name, Number(value)];
      }),
  );

/** Opens a pipeline with an outlet that fails after `breakOutlet(true)`. */
async function open() {
  const home = temporaryFolder();
  const source = memorySource();
  let shown: number | null = null;
  let isBroken = false;
  const outlet: Outlet = {
    name: 'test',
    cursor: () => Promise.resolve(shown),
    deliver: ({ commit }) => {
      if (isBroken) return Promise.reject(new Error('no'));
      shown = commit;
      return Promise.resolve();
    },
  };
  source.set('pages/a', aPage({ slug: 'a' }));
  const pipeline = await openTextPipeline({ dataDir: home.folder, source, outlet, now: () => new Date() });
  const values = async () => valuesIn(await pipeline.metrics());
  const close = async () => {
    await pipeline.close();
    home.remove();
  };
  return { source, pipeline, values, close, breakOutlet: (is: boolean) => (isBroken = is) };
}

it('reports the time of a release until its commit is stored', async () => {
  const home = temporaryFolder();
  const objects = folderObjects(join(home.folder, 'log'));
  const releases: number[] = [];
  let committing = 0;
  const pipeline = await openTextPipeline({
    dataDir: join(home.folder, 'machine'),
    source: memorySource(),
    state: {
      ...objects,
      create: async (name, bytes) => {
        const started = performance.now();
        while (name.startsWith('commits/') && performance.now() < started + 50) await nextTurn();
        if (name.startsWith('commits/')) committing = performance.now() - started;
        return objects.create(name, bytes);
      },
    },
    log: (event) => void (event.event === 'release' && releases.push(event.ms)),
  });
  await pipeline.reconcile();
  expect(releases[0]).toBeGreaterThan(committing);
  await pipeline.close();
  home.remove();
});

it('counts the cost of one edit from its hint to delivery', async () => {
  const { source, pipeline, values, close } = await open();
  await pipeline.reconcile();
  await pipeline.arrived();
  const before = await values();
  source.set('pages/a', aPage({ slug: 'a', title: 'Newer' }));
  await pipeline.publish(['pages/a'], 'msg_1');
  await pipeline.arrived();
  await expect.poll(async () => (await values())['frontage_commit_to_live_seconds_count']).toBe(1);
  const after = await values();
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(grown('frontage_hints_total')).toBe(1);
  expect(grown('frontage_releases_total')).toBe(1);
  expect(grown('frontage_documents_read_total')).toBe(1);
  expect(grown('frontage_pages_rendered_total')).toBeGreaterThan(0);
  expect(grown('frontage_outlet_calls_total{outlet="test",call="deliver",result="ok"}')).toBe(1);
  expect(after).toMatchObject({
    frontage_release_number: 2,
    frontage_live_release_number: 2,
    frontage_queue_length: 0,
    frontage_set_aside: 0,
    frontage_pinned: 0,
    'frontage_state{state="idle"}': 1,
    'frontage_failures_total{part="publishing"}': 0,
  });
  await close();
});

it('does not count changes found by a full scan as edits', async () => {
  const { pipeline, values, close } = await open();
  await pipeline.reconcile();
  await pipeline.arrived();
  expect(await values()).toMatchObject({ frontage_releases_total: 1, frontage_commit_to_live_seconds_count: 0 });
  await close();
});

it('distinguishes failures by kind', async () => {
  const { source, pipeline, values, close, breakOutlet } = await open();
  await pipeline.reconcile();
  await pipeline.arrived();
  breakOutlet(true);
  source.set('pages/a', aPage({ slug: 'a', title: 'Newer' }));
  await pipeline.publish(['pages/a']);
  await expect.poll(async () => (await values())['frontage_failures_total{part="outlet"}']).toBeGreaterThan(0);
  expect(await values()).toMatchObject({
    frontage_release_number: 2,
    frontage_live_release_number: 1,
    'frontage_state{state="failed"}': 1,
    'frontage_failures_total{part="source"}': 0,
  });
  breakOutlet(false);
  await pipeline.arrived();
  await close();
});

it.each<[string, string | undefined, Record<string, string>, number]>([
  ['a request without a token', undefined, {}, 401],
  ['a request with another token', 'the token', { authorization: 'Bearer another' }, 401],
  ['a request with a token if none is set', undefined, { authorization: 'Bearer undefined' }, 401],
  ['a request with the token', 'the token', { authorization: 'Bearer the token' }, 200],
])('answers %s', async (_title, ...[statusToken, headers, status]) => {
  const { pipeline, close } = await open();
  const app = openReceiver({ pipeline, secret: `whsec_${btoa('secret')}`, ...(statusToken && { statusToken }) });
  const response = await app.request('/metrics', { headers });
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text.includes('frontage_queue_length')).toBe(status === 200);
  if (status === 200) expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  await close();
});
