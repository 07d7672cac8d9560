import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compileAdmin } from '../../../cli/publishing/compile.ts';
import { adminConfig, addressesOf, root } from '../../../cli/target/configuration.ts';
import { folderFiles } from '../../../cli/publishing/hosted-files.ts';
import { serveOrigin } from '../../../cli/local-stack/origins.ts';
import { portsFrom } from '../../../cli/target/ports.ts';
import { compiledFolder } from '../../data-folders.ts';
import { openDeployment, type Machine, type Deployment } from '../../fault/serve/deployment.ts';
import { openOfficeOn, type Office } from '../office/office.ts';
import { findFreePorts } from '../stack.ts';

/** The admin of a project that `frontage serve` publishes to Hosting. */

const patience = { timeout: 60_000, interval: 20 };
const pages = 60;
const body =
  'Lorem ipsum dolor sit amet, *consectetur* [elit](https://elit.example), sed `do` eiusmod tempor.\n\n'.repeat(200);

let deployment: Deployment;
let machine: Machine;
let office: Office<Awaited<ReturnType<typeof openInstallation>>>;

/** Opens the local Firebase with the product's functions and rules, and the admin, but no pipeline. */
async function openInstallation() {
  const port = await findFreePorts(8);
  const ports = portsFrom(port);
  const rules = (name: string): string => join(root, `${name}.rules`);
  deployment = await openDeployment(
    {},
    {
      only: ['auth', 'firestore', 'functions', 'storage'],
      functions: () => import('@frontage/functions/index'),
      local: { firestoreRules: rules('firestore'), storageRules: rules('storage') },
    },
  );
  const addresses = { ...addressesOf(ports, '127.0.0.1'), ...deployment.addresses };
  Object.assign(process.env, {
    PUBLISH_WEBHOOK_SECRET: deployment.secrets['the secret of the webhook'],
    PUBLISH_WEBHOOK_URL: `${addresses.pipeline}/hooks/publish`,
    ADMIN_ORIGIN: addresses.admin,
  });
  // Until the service starts, this server accepts hints, because functions would retry them otherwise.
  const sink = await openSink(ports.pipeline);
  const config = JSON.stringify(adminConfig(deployment.project, addresses));
  const nothing = () => undefined;
  const silent = { show: nothing, warn: nothing, progress: nothing, rewrite: nothing, fail: nothing };
  const files = folderFiles((await compileAdmin(join(compiledFolder, 'admin'), silent)).files, {
    'config.json': () => config,
  });
  const project = deployment.project;
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
    serve: async () => {
      await sink.stop();
      return deployment.serve('one', { port: ports.pipeline });
    },
    stop: async () => {
      await server.stop();
      await deployment.end();
    },
  };
}

/** A server that answers every request with 202. */
async function openSink(port: number): Promise<{ stop(): Promise<void> }> {
  const server = createServer(
    (request, response) => void request.resume().on('end', () => response.writeHead(202).end()),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Suspends a process for 80 % of the time until `signal` is aborted, because it would render the site too fast. */
async function slowDown(process: ChildProcess, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    process.kill('SIGSTOP');
    await pause(80);
    if (signal.aborted) return;
    process.kill('SIGCONT');
    await pause(20);
  }
}

beforeAll(async () => {
  office = await openOfficeOn(await openInstallation());
  for (let index = 0; index < pages; index += 1) await deployment.write(`p${String(index)}`, { body });
});

afterAll(() => office.close());

it('the status shows the progress and the end of a release', { tags: 'full' }, async () => {
  const page = await office.signIn(await office.addPerson('watcher', { roles: ['viewer'] }));
  machine = await office.stack.serve();
  // The process is suspended at its first progress report, so that the test can read the status.
  const firstProgress = Promise.withResolvers<{ total: number }>();
  const slowing = new AbortController();
  const stopWatching = deployment.firestore.doc('build_state/current').onSnapshot((state) => {
    const progress = state.get('progress') as { total: number } | null | undefined;
    if (!progress) return;
    slowing.abort();
    machine.process.kill('SIGSTOP');
    firstProgress.resolve(progress);
  });
  void slowDown(machine.process, slowing.signal);
  const { total } = await firstProgress.promise;
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
  expect(deployment.page('p0')).toContain('p0');
  await page.context().close();
});

it(
  'a pinned site shows a banner, and Unpin is complete when Hosting serves the newest content',
  { tags: 'full' },
  async () => {
    const first = await deployment.command('releases');
    const pinnedTo = String(first.events.find(({ event }) => event === 'release')?.['id']);
    await deployment.write('p0', { title: 'Newer than the pin', rev: 2 });
    await vi.waitFor(() => expect(deployment.page('p0')).toContain('Newer than the pin'), patience);
    expect((await deployment.command('rollback', pinnedTo)).code).toBe(0);
    expect(deployment.page('p0')).not.toContain('Newer than the pin');

    const page = await office.signIn(await office.addPerson('unpinner', { roles: ['editor'] }));
    const banner = page.getByRole('status').filter({ hasText: `The site is pinned to release ${pinnedTo}.` });
    await banner.waitFor({ timeout: patience.timeout });
    await page.getByRole('button', { name: 'Unpin' }).click();
    const question = page.getByRole('alertdialog', { name: 'Unpin the site?' });
    await question.getByRole('button', { name: 'Unpin' }).click();
    await page.getByText('Site unpinned').waitFor();
    await vi.waitFor(() => expect(deployment.page('p0')).toContain('Newer than the pin'), patience);
    await banner.waitFor({ state: 'detached', timeout: patience.timeout });
    await page.context().close();
  },
);
