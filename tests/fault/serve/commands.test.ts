import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openWorld, type Machine, type Deployment } from './world.ts';

/** Commands of an operator's machine while a service publishes elsewhere, rehearsed. */

const patience = { timeout: 30_000, interval: 20 };
const out = mkdtempSync(join(tmpdir(), 'frontage-serve-out-'));

let world: Deployment;
let machine: Machine;

beforeAll(async () => {
  world = await openWorld({ latency: 5 });
  await world.write('a', { title: 'First' });
  machine = await world.serve('service');
  await shows('First');
  await world.write('a', { title: 'Second', rev: 2 });
  await machine.hint('a');
  await shows('Second');
}, 300_000);

afterAll(async () => {
  await world.end();
  rmSync(out, { recursive: true, force: true });
});

const shows = (text: string) => vi.waitFor(() => expect(world.page('a')).toContain(text), patience);
const told = async (id: string) => (await world.firestore.doc(id).get()).data();

it('reads the history without making a release', { tags: 'full' }, async () => {
  const before = world.hosting.releases.length;
  const releases = await world.command('releases');
  expect(releases.events.filter(({ event }) => event === 'release')).toMatchObject([{ live: true }, { live: false }]);
  const ran = await Promise.all([world.command('status'), world.command('plan')]);
  expect(ran.map(({ code, said }) => [code, said])).toEqual([
    [0, expect.any(String)],
    [0, expect.any(String)],
  ]);
  expect((await world.command('verify')).events).toContainEqual(
    expect.objectContaining({ event: 'verified', identical: true }),
  );
  expect((await world.command('export', join(out, 'site'))).code).toBe(0);
  expect(await readdir(join(out, 'site', 'page'))).toContain('a.html');
  expect(world.hosting.releases).toHaveLength(before);
});

it('a rollback is done when visitors have it, and the service keeps it', async () => {
  const [, earlier] = (await world.command('releases')).events.filter(({ event }) => event === 'release');
  const rolledBack = await world.command('rollback', String(earlier?.['id']));
  expect(rolledBack.code, rolledBack.said).toBe(0);
  // Nothing is waited for: the command has.
  expect(world.page('a')).toContain('First');
  await world.write('a', { title: 'Third', rev: 3 });
  await machine.hint('a');
  await vi.waitFor(async () => expect((await machine.status())['pinned']).toBe(earlier?.['id']), patience);
  expect(world.page('a')).toContain('First');
  await vi.waitFor(async () => expect(await told('build_state/current')).toMatchObject({ pinned: true }), patience);
});

it('unpinned, the site follows its content again, and receipts come', async () => {
  const unpinned = await world.command('unpin');
  expect(unpinned.code, unpinned.said).toBe(0);
  expect(world.page('a')).toContain('Third');
  await world.write('a', { title: 'Fourth', rev: 4 });
  await machine.hint('a');
  await shows('Fourth');
  await vi.waitFor(
    async () => expect(await told('build_state/pages_a')).toMatchObject({ state: 'live', rev: 4 }),
    patience,
  );
  expect(machine.events.filter(({ event }) => event === 'superseded')).toEqual([]);
});

it('refuses a place that holds no history, and leaves it as it was', { tags: 'full' }, async () => {
  const nothing = join(out, 'nothing');
  const refused = await world.command('releases', '--state', nothing);
  expect([refused.code, refused.events.at(-1)?.['what']]).toEqual([2, expect.stringContaining('no history')]);
  expect(existsSync(join(nothing, 'identity'))).toBe(false);
});

// The admin is built for it.
it('deploys three origins, the site as the service does', { tags: 'full' }, async () => {
  await world.write('a', { title: 'Fifth', rev: 5 });
  const deployed = await world.command('deploy');
  expect(deployed.code, deployed.said).toBe(0);
  expect(world.page('a')).toContain('Fifth');
  const [admin, embed] = world.hosting.others.map((site) => Object.keys(site.served()));
  expect(admin).toEqual(expect.arrayContaining(['/index.html', '/config.json']));
  expect(embed?.length).toBeGreaterThan(0);
  // The service's next delivery clones it.
  world.hosting.calls.length = 0;
  await world.write('a', { title: 'Sixth', rev: 6 });
  await machine.hint('a');
  await shows('Sixth');
  expect(world.hosting.calls.some((call) => call.endsWith('/versions'))).toBe(false);
});

it('keeps the site when Firestore has lost everything, and names the remedy', async () => {
  const shown = world.hosting.served();
  await machine.stop();
  await world.empty();
  const idle = await world.serve('service');
  expect(await idle.exited).toBe(2);
  const failed = idle.events.find(({ event }) => event === 'failed');
  expect(failed).toMatchObject({ severity: 'ERROR', what: expect.stringContaining('is empty') as string });
  expect(failed?.['next']).toContain('npx frontage import DIR');
  for (const command of ['build', 'plan']) {
    const { code, said } = await world.command(command);
    expect([code, said]).toEqual([2, expect.stringContaining('is empty')]);
  }
  expect(world.hosting.served()).toEqual(shown);
});
