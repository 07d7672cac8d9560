import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLocal } from '../../local/start.ts';
import type { Local, LocalOptions, Service } from '../../local/start.ts';
import { localProcess } from './support/local-process.ts';

const contractFile = (name: string): string => join(import.meta.dirname, '..', 'contract', name);
const NONE = { auth: 0, storage: 0, firestore: 0, functions: 0 };

describe('starting', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'frontage-start-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (options: Partial<LocalOptions> = {}): Promise<Local> =>
    startLocal({
      project: 'demo-start',
      host: '127.0.0.1',
      ports: NONE,
      dataDir: mkdtempSync(join(folder, 'data-')),
      firestoreRules: contractFile('open.firestore.rules'),
      storageRules: contractFile('open.storage.rules'),
      firestoreIndexes: contractFile('firestore.indexes.json'),
      functions: {},
      log: () => undefined,
      ...options,
    });

  async function isFree(port: number): Promise<boolean> {
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (free) await new Promise((resolve) => probe.close(resolve));
    return free;
  }

  it.each(['frontage', 'prod', '', 'Demo-x', 'xdemo-'])(
    'refuses the project id %j, which may belong to a hosted project',
    async (project) => {
      await expect(start({ project, only: [] })).rejects.toThrow('demo-');
    },
  );

  it('refuses NODE_ENV=production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    try {
      await expect(start({ only: [] })).rejects.toThrow('NODE_ENV');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it.each<Service>(['auth', 'storage', 'firestore', 'functions'])(
    'reports that the port of %s is in use and stops the other services',
    async (service) => {
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      const { port } = holder.address() as AddressInfo;
      const others: Service[] = (['storage', 'firestore', 'functions'] as const).filter((name) => name !== service);
      const free = await Promise.all(
        others.map(async () => {
          const probe = createServer().listen(0, '127.0.0.1');
          await once(probe, 'listening');
          const found = (probe.address() as AddressInfo).port;
          await new Promise((resolve) => probe.close(resolve));
          return found;
        }),
      );
      const ports = { ...NONE, ...Object.fromEntries(others.map((name, n) => [name, free[n]])), [service]: port };
      await expect(start({ ports, only: [service, ...others] })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
      expect(await Promise.all(free.map(isFree))).toEqual(free.map(() => true));
      holder.close();
    },
  );

  it('starts the requested services and reports port 0 for others', async () => {
    const local = await start({ only: ['functions'] });
    expect({ ...local.ports, functions: local.ports.functions > 0 }).toEqual({ ...NONE, functions: true });
    await local.deliveries.idle();
    await Promise.all([local.stop(), local.stop()]);
    await local.stop();
    expect(await isFree(local.ports.functions)).toBe(true);
  });

  it('frees every port when it stops while clients are connected', async () => {
    const local = await start({ only: ['storage', 'firestore', 'functions'] });
    const waiting = fetch(`http://127.0.0.1:${local.ports.functions}/x`, { keepalive: true });
    await waiting;
    await local.stop();
    expect(await Promise.all([local.ports.storage, local.ports.firestore, local.ports.functions].map(isFree))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('runs two instances at the same time', async () => {
    const [one, two] = await Promise.all([
      start({ only: ['storage', 'firestore'] }),
      start({ only: ['storage', 'firestore'] }),
    ]);
    const put = (local: Local, text: string) =>
      fetch(`http://127.0.0.1:${local.ports.storage}/v0/b/x/o?name=a`, { method: 'POST', body: text });
    await Promise.all([put(one, 'one'), put(two, 'two')]);
    await one.stop();
    const answer = await fetch(`http://127.0.0.1:${two.ports.storage}/v0/b/x/o/a?alt=media`);
    expect(await answer.text()).toBe('two');
    await two.stop();
  });

  it('reloads rules when their file changes, and keeps them if the new ones do not compile', async () => {
    const storageRules = join(folder, 'changing.rules');
    const rules = (condition: string): string =>
      `rules_version = '2';\nservice firebase.storage { match /b/{b}/o/{p=**} { allow read, write: if ${condition}; } }\n`;
    writeFileSync(storageRules, rules('false'));
    const local = await start({ only: ['storage', 'firestore'], storageRules });
    const put = async (): Promise<number> =>
      (await fetch(`http://127.0.0.1:${local.ports.storage}/v0/b/x/o?name=a`, { method: 'POST', body: 'x' })).status;
    expect(await put()).toBe(403);
    writeFileSync(storageRules, rules('true'));
    await expect.poll(put, { timeout: 5_000 }).toBe(200);
    writeFileSync(storageRules, 'nonsense');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await put()).toBe(200);
    await local.stop();
  });

  it('denies all client requests while the rules do not compile', async () => {
    const storageRules = join(folder, 'broken.rules');
    writeFileSync(storageRules, 'service firebase.storage { match /b/{b}/o/{p=**} { allow read, write: if tru; } }');
    const local = await start({ only: ['storage'], storageRules });
    expect(
      (await fetch(`http://127.0.0.1:${local.ports.storage}/v0/b/x/o?name=a`, { method: 'POST', body: 'x' })).status,
    ).toBe(403);
    await local.stop();
  });

  it('exits with 0 after SIGTERM', { timeout: 60_000 }, async () => {
    const local = await localProcess({ only: ['auth', 'storage', 'firestore', 'functions'] });
    await local.start();
    expect(await local.stop()).toBe(0);
    await local.remove();
  });
});
