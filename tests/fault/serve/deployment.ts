import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  HostingService,
  type HostingServiceOptions,
} from '../../../pipeline/adapters/hosting/hosting-service.fixture.ts';
import { aPage } from '../../../pipeline/sync/documents.fixture.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { Webhook } from 'standardwebhooks';
import type { Service } from '../../../local/start.ts';
import { openTarget, type TargetOptions } from '../../contract/target.ts';
import { compiledFolder } from '../../data-folders.ts';
import { runFrontage, type Ran } from '../support/run-frontage.ts';

const root = join(import.meta.dirname, '../../..');
/** The secret with which hints to machines are signed. */
export const webhookSecret = `whsec_${Buffer.from('a secret of this test alone').toString('base64')}`;
const statusToken = 'the token of this test alone';

/** The bucket in which all machines of a deployment share their history. */
const stateUrl = 'gs://frontage-state/live';

/** A local Firebase, a simulated Hosting, and processes ("machines") that run `frontage serve`. */
export interface Deployment {
  project: string;
  firestore: Firestore;
  hosting: HostingService;
  /** Starts a machine. Machines with the same name use the same data folder, one after another. */
  serve(name: string, options?: ServeOptions): Promise<Machine>;
  /** Runs a command on the shared history, with a separate data folder. */
  command(...args: string[]): Promise<Ran>;
  write(slug: string, fields?: Record<string, unknown>): Promise<void>;
  /** Deletes every document. */
  empty(): Promise<void>;
  /** Secrets given to a machine. */
  secrets: Record<string, string>;
  /** host:port of the local Firebase's services. */
  addresses: Record<Service, string>;
  /** Names of all objects in the state bucket. */
  stateObjects(): Promise<string[]>;
  /** When the newest lease of a delivery expires, in milliseconds since the epoch. */
  leaseExpiry(): Promise<number>;
  /** The live HTML of a page, or null if it does not exist. */
  page(slug: string): string | null;
  end(): Promise<void>;
}

interface ServeOptions {
  keepsState?: boolean;
  program?: string;
  /** Default: a free port. */
  port?: number;
  /** Overrides of the environment. */
  env?: Record<string, string>;
}

export interface Machine {
  process: ChildProcess;
  address: string;
  events: Record<string, unknown>[];
  /** Its standard output and standard error. */
  said(): string;
  /** Sends a signed hint and returns the response status. */
  hint(...slugs: string[]): Promise<number>;
  status(): Promise<Record<string, unknown>>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
}

/** Opens a deployment. `more` starts further services of the local Firebase than the pipeline needs. */
export async function openDeployment(
  options: HostingServiceOptions = {},
  more: Partial<TargetOptions> = {},
): Promise<Deployment> {
  const target = await openTarget({
    only: ['firestore', 'storage'],
    ...more,
    // The state bucket must be private, like in a hosted project.
    local: {
      storageRules: join(root, 'storage.rules'),
      firestoreIndexes: join(root, 'firestore.indexes.json'),
      ...more.local,
    },
  });
  const { project } = target;
  const folder = mkdtempSync(join(tmpdir(), 'frontage-serve-'));
  const hosting = new HostingService({
    ...options,
    project,
    site: `${project}-site`,
    beside: ['admin', 'embed'].map((name) => `${project}-${name}`),
    token: 'owner',
  });
  const hostingApi = await hosting.start();
  const app = initializeApp({ projectId: project }, `serve-${randomUUID()}`);
  const firestore = getFirestore(app);
  const machines: Machine[] = [];
  const env = {
    FIRESTORE_EMULATOR_HOST: target.hosts.firestore,
    FIREBASE_STORAGE_EMULATOR_HOST: target.hosts.storage,
    FIREBASE_HOSTING_API: hostingApi,
    PUBLISH_WEBHOOK_SECRET: webhookSecret,
    STATUS_TOKEN: statusToken,
    // All machines and tests share one compilation.
    FRONTAGE_COMPILED: join(compiledFolder, 'compiled'),
  };

  return {
    project,
    firestore,
    hosting,
    serve: async (name, { keepsState = true, program = root, env: own = {}, port: given } = {}) => {
      const port = given ?? (await freePort());
      const data = join(folder, name);
      const state = keepsState ? ['--state', stateUrl] : [];
      const args = ['cli/frontage.ts', 'serve', '--project', project, '--port', String(port), '--data', data, ...state];
      const child = spawn(process.execPath, args, {
        cwd: program,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          ...env,
          ...(program !== root && { FRONTAGE_COMPILED: join(program, 'compiled') }),
          ...own,
        },
      });
      const machine = await started(child, `http://127.0.0.1:${String(port)}`);
      machines.push(machine);
      return machine;
    },
    command: (...args) =>
      runFrontage([...args, '--project', project, '--data', join(folder, 'command')], {
        ...env,
        FRONTAGE_STATE: stateUrl,
      }),
    write: async (slug, fields = {}) => {
      const page = aPage({ slug, title: slug, show_in_menu: false, ...fields });
      await firestore.doc(`pages/${slug}`).set({ ...page, ...timestamps() });
    },
    empty: async () => {
      for (const collection of await firestore.listCollections()) await firestore.recursiveDelete(collection);
    },
    secrets: {
      'the secret of the webhook': webhookSecret,
      'its bytes': webhookSecret.slice('whsec_'.length),
      'the token of the status': statusToken,
    },
    addresses: target.hosts,
    stateObjects: async () => {
      const [files] = await getStorage(app).bucket('frontage-state').getFiles();
      return files.map(({ name }) => name);
    },
    leaseExpiry: async () => {
      const [files] = await getStorage(app).bucket('frontage-state').getFiles({ prefix: 'live/leases/outlet/' });
      const newest = files.toSorted((left, right) => left.name.localeCompare(right.name)).at(-1);
      const [bytes] = (await newest?.download()) ?? [];
      return (JSON.parse(String(bytes)) as { until: number }).until;
    },
    page: (slug) => hosting.get(`/page/${slug}.html`),
    end: async () => {
      await Promise.all(machines.map((machine) => machine.stop('SIGKILL')));
      hosting.stop();
      await deleteApp(app);
      await target.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The timestamps of a document. */
const timestamps = () => ({ created_at: Timestamp.fromMillis(0), updated_at: Timestamp.now() });

async function started(child: ChildProcess, address: string): Promise<Machine> {
  const events: Record<string, unknown>[] = [];
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const ready = Promise.withResolvers<void>();
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as Record<string, unknown>;
      events.push(event);
      if (event['event'] === 'ready') ready.resolve();
    });
  }
  void exited.then(() =>
    ready.reject(new Error(`serve ended before it was ready.\n${errors}\n${JSON.stringify(events)}`)),
  );
  await ready.promise;
  return {
    process: child,
    address,
    events,
    said: () => [...events.map((event) => JSON.stringify(event)), errors].join('\n'),
    hint: async (...slugs) => (await post(address, slugs)).status,
    status: async () => {
      const headers = { authorization: `Bearer ${statusToken}` };
      return (await (await fetch(`${address}/status`, { headers })).json()) as Record<string, unknown>;
    },
    exited: exited.then(([code]) => code),
    stop: async (signal = 'SIGTERM') => {
      child.kill('SIGCONT');
      child.kill(signal);
      return (await exited)[0];
    },
  };
}

function post(address: string, slugs: readonly string[]): Promise<Response> {
  const now = new Date();
  const id = randomUUID();
  const documents = slugs.map((slug) => `pages/${slug}`);
  const body = JSON.stringify({ type: 'content.written', timestamp: now.toISOString(), data: { documents } });
  return fetch(`${address}/hooks/publish`, {
    method: 'POST',
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(webhookSecret).sign(id, now, body),
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
