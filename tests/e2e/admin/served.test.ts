import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compileAdmin } from '../../../cli/compile-admin.ts';
import { adminConfig, addressesOf, root } from '../../../cli/configuration.ts';
import { folderFiles } from '../../../cli/hosted-files.ts';
import { serveOrigin } from '../../../cli/origins.ts';
import { portsFrom } from '../../../cli/ports.ts';
import { copyCompiled } from '../../compiled-once.ts';
import { openWorld, type Machine, type World } from '../../fault/serve/world.ts';
import { openOfficeOn, type Office } from '../office/office.ts';
import { findFreePorts } from '../stack.ts';

/** The back office of a project whose releases `frontage serve` makes, and Hosting shows. */

const patience = { timeout: 60_000, interval: 20 };
// So many, and so long, that rendering them takes longer than nobody being told of it.
const pages = 500;
const body =
  'Lorem ipsum dolor sit amet, *consectetur* adipiscing [elit](https://elit.example), sed `do` eiusmod.\n\n'.repeat(
    400,
  );

let world: World;
let machine: Machine;
let office: Office<Awaited<ReturnType<typeof openInstallation>>>;

/** Everything but a pipeline: the local Firebase with the product's functions and rules, and the back office. */
async function openInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-served-'));
  copyCompiled(folder);
  const port = await findFreePorts(8);
  const ports = portsFrom(port);
  const rules = (name: string): string => join(root, `${name}.rules`);
  world = await openWorld(
    {},
    {
      only: ['auth', 'firestore', 'functions', 'storage'],
      functions: () => import('@frontage/functions/index'),
      local: { ports, firestoreRules: rules('firestore'), storageRules: rules('storage') },
    },
  );
  const addresses = addressesOf(ports, '127.0.0.1');
  Object.assign(process.env, {
    PUBLISH_WEBHOOK_SECRET: world.secrets['the secret of the webhook'],
    PUBLISH_WEBHOOK_URL: `${addresses.pipeline}/hooks/publish`,
    ADMIN_ORIGIN: addresses.admin,
  });
  const config = JSON.stringify(adminConfig(world.project, addresses));
  const silent = { show: () => undefined, warn: () => undefined, progress: () => undefined, fail: () => undefined };
  const files = folderFiles(await compileAdmin(join(folder, 'admin'), silent), { 'config.json': () => config });
  const project = world.project;
  const origin = {
    target: 'admin',
    files,
    addresses,
    ports,
    host: '127.0.0.1',
    project,
    log: () => undefined,
  } as const;
  const server = await serveOrigin(origin);
  return {
    ...addresses,
    project,
    port,
    serve: () => world.serve('one', { port: ports.pipeline }),
    stop: async () => {
      await server.stop();
      await world.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

beforeAll(async () => {
  office = await openOfficeOn(await openInstallation());
  const batches = Array.from({ length: pages / 100 }, (_, turn) => turn * 100);
  for (const start of batches) {
    await Promise.all(Array.from({ length: 100 }, (_, index) => world.write(`p${String(start + index)}`, { body })));
  }
});

afterAll(() => office.close());

it('a release in the making is told with how far it is, and its end', async () => {
  const page = await office.signIn(await office.addPerson('watcher', { roles: ['viewer'] }));
  // Held where it first tells how far it is, so that everybody has the time to read it.
  const told = Promise.withResolvers<{ done: number; total: number }>();
  const stopWatching = world.firestore.doc('build_state/current').onSnapshot((state) => {
    const progress: unknown = state.get('progress');
    if (!progress) return;
    machine.process.kill('SIGSTOP');
    told.resolve(progress as { done: number; total: number });
  });
  machine = await office.stack.serve();
  const { total } = await told.promise;
  stopWatching();
  await page.reload();
  const status = page.getByRole('status').filter({ hasText: 'Rendering' });
  await status.waitFor();
  const [, done, all, left] =
    /Rendering ([\d,]+) of ([\d,]+) pages, (\d+) s left\./.exec(await status.innerText()) ?? [];
  expect(all).toBe(total.toLocaleString('en'));
  expect(Number(done?.replace(',', ''))).toBeLessThan(total);
  expect(Number(left)).toBeGreaterThanOrEqual(1);
  machine.process.kill('SIGCONT');
  await page.getByRole('status').filter({ hasText: 'The site is up to date' }).waitFor({ timeout: patience.timeout });
  expect(world.page('p0')).toContain('p0');
  await page.context().close();
});

it('a pinned site says so on Hosting’s terms, and an editor’s Unpin is over when visitors have the newest', async () => {
  const first = await world.command('releases');
  const pinnedTo = String(first.events.find(({ event }) => event === 'release')?.['id']);
  await world.write('p0', { title: 'Newer than the pin', rev: 2 });
  await vi.waitFor(() => expect(world.page('p0')).toContain('Newer than the pin'), patience);
  expect((await world.command('rollback', pinnedTo)).code).toBe(0);
  expect(world.page('p0')).not.toContain('Newer than the pin');

  const page = await office.signIn(await office.addPerson('unpinner', { roles: ['editor'] }));
  const banner = page.getByRole('status').filter({ hasText: `The site is pinned to release ${pinnedTo}.` });
  await banner.waitFor({ timeout: patience.timeout });
  await page.getByRole('button', { name: 'Unpin' }).click();
  const question = page.getByRole('alertdialog', { name: 'Unpin the site?' });
  await question.getByRole('button', { name: 'Unpin' }).click();
  await page.getByText('Site unpinned').waitFor();
  await vi.waitFor(() => expect(world.page('p0')).toContain('Newer than the pin'), patience);
  await banner.waitFor({ state: 'detached', timeout: patience.timeout });
  await page.context().close();
});
