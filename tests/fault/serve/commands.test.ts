import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDeployment, type Machine, type Deployment } from './deployment.ts';

/** Commands on an operator's machine while a service publishes on another machine. */

const patience = { timeout: 30_000, interval: 20 };
const out = mkdtempSync(join(tmpdir(), 'frontage-serve-out-'));

let deployment: Deployment;
let machine: Machine;

beforeAll(async () => {
  deployment = await openDeployment({ latency: 5 });
  await deployment.write('a', { title: 'First' });
  machine = await deployment.serve('service');
  await untilShown('First');
  await deployment.write('a', { title: 'Second', rev: 2 });
  await machine.hint('a');
  await untilShown('Second');
}, 300_000);

afterAll(async () => {
  await deployment.end();
  rmSync(out, { recursive: true, force: true });
});

const untilShown = (text: string) => vi.waitFor(() => expect(deployment.page('a')).toContain(text), patience);
const storedDocument = async (id: string) => (await deployment.firestore.doc(id).get()).data();

it('releases, status, plan, verify and export create no release', { tags: 'full' }, async () => {
  const before = deployment.hosting.releases.length;
  const releases = await deployment.command('releases');
  expect(releases.events.filter(({ event }) => event === 'release')).toMatchObject([{ live: true }, { live: false }]);
  const ran = await Promise.all([deployment.command('status'), deployment.command('plan')]);
  expect(ran.map(({ code, said }) => [code, said])).toEqual([
    [0, expect.any(String)],
    [0, expect.any(String)],
  ]);
  expect((await deployment.command('verify')).events).toContainEqual(
    expect.objectContaining({ event: 'verified', identical: true }),
  );
  expect((await deployment.command('export', join(out, 'site'))).code).toBe(0);
  expect(await readdir(join(out, 'site', 'page'))).toContain('a.html');
  expect(deployment.hosting.releases).toHaveLength(before);
});

it('rollback returns after Hosting serves the release, and the service keeps the pin', async () => {
  const [, earlier] = (await deployment.command('releases')).events.filter(({ event }) => event === 'release');
  const rolledBack = await deployment.command('rollback', String(earlier?.['id']));
  expect(rolledBack.code, rolledBack.said).toBe(0);
  // No wait is needed: the command waits for Hosting.
  expect(deployment.page('a')).toContain('First');
  await deployment.write('a', { title: 'Third', rev: 3 });
  await machine.hint('a');
  await vi.waitFor(async () => expect((await machine.status())['pinned']).toBe(earlier?.['id']), patience);
  expect(deployment.page('a')).toContain('First');
  await vi.waitFor(
    async () => expect(await storedDocument('build_state/current')).toMatchObject({ pinned: true }),
    patience,
  );
});

it('unpin publishes the current content, and receipts are written again', async () => {
  const unpinned = await deployment.command('unpin');
  expect(unpinned.code, unpinned.said).toBe(0);
  expect(deployment.page('a')).toContain('Third');
  await deployment.write('a', { title: 'Fourth', rev: 4 });
  await machine.hint('a');
  await untilShown('Fourth');
  await vi.waitFor(
    async () => expect(await storedDocument('build_state/pages_a')).toMatchObject({ state: 'live', rev: 4 }),
    patience,
  );
  expect(machine.events.filter(({ event }) => event === 'superseded')).toEqual([]);
});

it('refuses a state folder without history and does not change it', { tags: 'full' }, async () => {
  const nothing = join(out, 'nothing');
  const refused = await deployment.command('releases', '--state', nothing);
  expect([refused.code, refused.events.at(-1)?.['what']]).toEqual([2, expect.stringContaining('no history')]);
  expect(existsSync(join(nothing, 'identity'))).toBe(false);
});

// Builds the admin, which is slow.
it(
  'deploy releases site, admin and embed origins, and the site equals the one of the service',
  { tags: 'full' },
  async () => {
    await deployment.write('a', { title: 'Fifth', rev: 5 });
    const deployed = await deployment.command('deploy');
    expect(deployed.code, deployed.said).toBe(0);
    expect(deployment.page('a')).toContain('Fifth');
    const [admin, embed] = deployment.hosting.others.map((site) => Object.keys(site.served()));
    expect(admin).toEqual(expect.arrayContaining(['/index.html', '/config.json']));
    expect(embed?.length).toBeGreaterThan(0);
    // The service's next delivery clones this version instead of creating a complete one.
    deployment.hosting.calls.length = 0;
    await deployment.write('a', { title: 'Sixth', rev: 6 });
    await machine.hint('a');
    await untilShown('Sixth');
    expect(deployment.hosting.calls.some((call) => call.endsWith('/versions'))).toBe(false);
  },
);

it('keeps the live site and suggests an import if Firestore is empty', { tags: 'full' }, async () => {
  const shown = deployment.hosting.served();
  await machine.stop();
  await deployment.empty();
  const idle = await deployment.serve('service');
  expect(await idle.exited).toBe(2);
  const failed = idle.events.find(({ event }) => event === 'failed');
  expect(failed).toMatchObject({ severity: 'ERROR', what: expect.stringContaining('is empty') as string });
  expect(failed?.['next']).toContain('npx frontage import DIR');
  for (const command of ['build', 'plan']) {
    const { code, said } = await deployment.command(command);
    expect([code, said]).toEqual([2, expect.stringContaining('is empty')]);
  }
  expect(deployment.hosting.served()).toEqual(shown);
});
