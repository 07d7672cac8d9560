import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatorEnv, startLocal } from '../../local/start.ts';
import type { LogEvent, LocalOptions, Service } from '../../local/start.ts';

/** The target of a contract suite: emulators named by the environment, else a local Firebase started for it. */
export interface Target {
  project: string;
  /** `host:port`; empty for services that were not requested. */
  hosts: Record<Service, string>;
  /** Whether these are Google's emulators. Tests of features of the local Firebase are then skipped. */
  isOfficial: boolean;
  /** Log events of the local Firebase, oldest first. */
  logged: LogEvent[];
  /**
   * Resolves when all events are delivered to functions. Official emulators do not report this: resolves immediately.
   */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface TargetOptions {
  only: Service[];
  /** The project of emulators in the environment. */
  project?: string;
  /** Imports the functions. Called after the environment is set, because firebase-functions reads it at import. */
  functions?: () => Promise<Record<string, unknown>>;
  local?: Partial<LocalOptions>;
}

const PROJECT = process.env['GCLOUD_PROJECT'] ?? 'demo-frontage';
export const REGION = 'us-central1';

const ENV_OF: Record<Service, string> = {
  auth: 'FIREBASE_AUTH_EMULATOR_HOST',
  storage: 'FIREBASE_STORAGE_EMULATOR_HOST',
  firestore: 'FIRESTORE_EMULATOR_HOST',
  functions: 'FUNCTIONS_EMULATOR_HOST',
};

/**
 * Opens a target. Uses the emulators in the environment if it names all requested services, else starts a local
 * Firebase and sets the environment to its addresses.
 */
export async function openTarget(options: TargetOptions): Promise<Target> {
  const named = options.only.map((service) => process.env[ENV_OF[service]]);
  if (named.every((host) => host !== undefined)) return await official(options);
  return startTarget(options);
}

async function official({ only, local, project: given }: TargetOptions): Promise<Target> {
  // The Firestore emulator serves any number of projects, so that files can run concurrently. The others serve one.
  const project = given ?? (only.join() === 'firestore' ? `demo-${randomBytes(6).toString('hex')}` : PROJECT);
  const hosts = { auth: '', storage: '', firestore: '', functions: '' };
  for (const service of only) hosts[service] = process.env[ENV_OF[service]] ?? '';
  Object.assign(process.env, emulatorEnv(project, pick(hosts)));
  if (hosts.firestore !== '') {
    const content = readFileSync(local?.firestoreRules ?? join(import.meta.dirname, 'open.firestore.rules'), 'utf8');
    const response = await fetch(`http://${hosts.firestore}/emulator/v1/projects/${project}:securityRules`, {
      method: 'PUT',
      body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
    });
    if (!response.ok) throw new Error(`Google's emulator refused the rules: ${await response.text()}`);
  }
  return {
    project,
    hosts,
    isOfficial: true,
    logged: [],
    idle: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

// All files of a process share the ports: functions are imported once and read the addresses at import.
const portsHere = freePorts();

async function startTarget({ only, functions, local }: TargetOptions): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-contract-'));
  const contractFile = (name: string): string => join(import.meta.dirname, name);
  const ports = await portsHere;
  const hosts = { auth: '', storage: '', firestore: '', functions: '' };
  for (const service of only) hosts[service] = `127.0.0.1:${ports[service]}`;
  const environment = emulatorEnv(PROJECT, pick(hosts));
  Object.assign(process.env, environment);

  const logged: LogEvent[] = [];
  const running = await startLocal({
    project: PROJECT,
    host: '127.0.0.1',
    ports,
    dataDir: join(folder, 'data'),
    firestoreRules: contractFile('open.firestore.rules'),
    storageRules: contractFile('open.storage.rules'),
    firestoreIndexes: contractFile('firestore.indexes.json'),
    functions: (await functions?.()) ?? {},
    only,
    log: (event) => logged.push(event),
    ...local,
  });
  return {
    project: PROJECT,
    hosts,
    isOfficial: false,
    logged,
    idle: () => running.deliveries.idle(),
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
      // The next file of this process starts its own services.
      for (const name of Object.keys(environment)) Reflect.deleteProperty(process.env, name);
    },
  };
}

/** Free ports. They are chosen before the services start, because functions need the addresses at import. */
async function freePorts(): Promise<Record<Service, number>> {
  const servers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const [auth = 0, storage = 0, firestore = 0, functions = 0] = servers.map(
    (server) => (server.address() as AddressInfo).port,
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return { auth, storage, firestore, functions };
}

function pick(hosts: Record<Service, string>): Partial<Record<Service, string>> {
  return Object.fromEntries(Object.entries(hosts).filter(([, host]) => host !== ''));
}
