import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { emulatorEnv } from '@frontage/local/emulator-env';
import { PortTakenError, startLocal, type Log } from '@frontage/local/start';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { startPipelineServer } from '@frontage/pipeline/http';
import { openPipeline, type Pipeline } from '@frontage/pipeline/pipeline';
import { seed } from '../seed/seed.ts';
import { serveAdminSource } from './admin-source.ts';
import { compileAdmin } from './compile-admin.ts';
import {
  addressesOf,
  adminConfig,
  functionsRegion,
  localBuckets,
  root,
  siteConfig,
  type Addresses,
} from './configuration.ts';
import { isFailure, type Failure } from './failure.ts';
import { openFirebase } from './firebase.ts';
import type { Flags } from './flags.ts';
import { folderFiles, liveFiles } from './hosted-files.ts';
import { claimDataDir, loadSecrets } from './instance.ts';
import { refuseLocal } from './local-project.ts';
import { findLostContent } from './lost-content.ts';
import { serveOrigin } from './origins.ts';
import { findUnusablePort, isOpen, portsFrom } from './ports.ts';
import { presentPipelineEvent } from './present-outcome.ts';
import type { Presenter } from './present.ts';

export interface Stack {
  addresses: Addresses;
  pipeline: Pipeline;
  stop(): Promise<void>;
}

export interface StackOptions {
  flags: Flags;
  presenter: Presenter;
  /** Serve the back office from its source with hot reload instead of building it. */
  adminFromSource?: boolean;
}

/**
 * Starts everything on one machine: local Firebase, functions, pipeline and the three origins. Seeds an empty store,
 * compiles what is stale and releases the content as it is. Answers a failure when a port or the folder is taken.
 */
export async function startStack(options: StackOptions): Promise<Stack | Failure> {
  const { flags } = options;
  const refused = refuseLocal(flags.project);
  if (refused) return refused;
  if (isOpen(flags.host)) {
    const message = `The local Firebase asks for no credentials and listens on ${flags.host}: whoever reaches this machine over the network can read and change everything.`;
    options.presenter.warn({ event: 'warning', message }, message);
  }
  const dataDir = resolve(flags.data);
  const ports = portsFrom(flags.port);
  const claimed = claimDataDir(dataDir, { pid: process.pid, project: flags.project, host: flags.host, ports });
  if (isFailure(claimed)) return claimed;
  const stops: (() => unknown)[] = [() => claimed.release()];
  const stop = async () => {
    for (const close of stops.splice(0).reverse()) await close();
  };
  const taken = await findUnusablePort(ports, flags.host);
  if (taken) {
    await stop();
    return taken;
  }
  try {
    const servers = await startServers(options, stops);
    if (!isFailure(servers)) return { ...servers, stop };
    await stop();
    return servers;
  } catch (error) {
    await stop();
    if (!(error instanceof PortTakenError)) throw error;
    return { what: error.message, next: `Choose other ports: npm start -- --port ${ports.site + 100}` };
  }
}

async function startServers({ flags, presenter, adminFromSource = false }: StackOptions, stops: (() => unknown)[]) {
  const { host, project } = flags;
  const dataDir = resolve(flags.data);
  const ports = portsFrom(flags.port);
  const addresses = addressesOf(ports, host);
  const secrets = loadSecrets(dataDir);
  const statusToken = process.env['STATUS_TOKEN'] ?? secrets.STATUS_TOKEN;
  const hopSecret = randomUUID();
  const log: Log = (event) => presenter.show({ event: 'log', ...event }, `${event.source}: ${event.message}`);
  const keep = <Service extends { stop(): unknown }>(service: Service): Service => {
    stops.push(() => service.stop());
    return service;
  };

  // The functions read their parameters and the emulators' addresses from the environment when they are imported.
  Object.assign(process.env, secrets, emulatorEnv(project, addresses), {
    PUBLISH_WEBHOOK_URL: `${addresses.pipeline}/hooks/publish`,
    ADMIN_ORIGIN: addresses.admin,
    FUNCTIONS_REGION: functionsRegion(project),
  });
  const functions = await import('@frontage/functions/index');
  const [, compiled, adminFolder] = await Promise.all([
    startLocal({
      project,
      host,
      ports,
      dataDir: join(dataDir, 'firebase'),
      firestoreRules: join(root, 'firestore.rules'),
      storageRules: join(root, 'storage.rules'),
      firestoreIndexes: join(root, 'firestore.indexes.json'),
      functions,
      hopSecret,
      log,
    }).then(keep),
    compileSite({
      root,
      outDir: join(dataDir, 'compiled'),
      log: (line) => presenter.show({ event: 'compile', message: line }, line),
    }),
    adminFromSource ? null : compileAdmin(join(dataDir, 'admin'), presenter),
  ]);

  const firebase = openFirebase(project);
  stops.push(() => firebase.close());
  const pipeline = await openPipeline({
    dataDir: join(dataDir, 'site'),
    firestore: firebase.firestore,
    storage: firebase.storage,
    buckets: localBuckets,
    config: siteConfig(addresses),
    compiled,
    log: (event) => presentPipelineEvent(event, presenter),
  });
  stops.push(() => pipeline.close());
  const secret = secrets.PUBLISH_WEBHOOK_SECRET;
  keep(await startPipelineServer({ pipeline, secret, statusToken, host, port: ports.pipeline }));
  if ((await firebase.firestore.listCollections()).length === 0) {
    const lost = await findLostContent(firebase, pipeline, dataDir);
    if (lost) return lost;
    await seed({ firestore: firebase.firestore, storage: firebase.storage, embedOrigin: addresses.embed });
  }
  await pipeline.follow();

  const config = JSON.stringify(adminConfig(project, addresses));
  const origin = { addresses, ports, host, project, hopSecret, log };
  keep(await serveOrigin({ ...origin, target: 'site', files: liveFiles(() => pipeline) }));
  keep(await serveOrigin({ ...origin, target: 'embed', files: folderFiles(join(root, 'src/embed-shell')) }));
  keep(
    adminFolder === null
      ? await serveAdminSource({ host, port: ports.admin, config })
      : await serveOrigin({ ...origin, target: 'admin', files: folderFiles(adminFolder, { 'config.json': config }) }),
  );
  return { addresses, pipeline };
}

/** Says that everything answers, and where. */
export function announce({ addresses }: Stack, { project }: Flags, presenter: Presenter): void {
  const { site, admin, embed } = addresses;
  const lines = [
    '',
    `  Site    ${site}`,
    `  Admin   ${admin}/auth/login`,
    `  Embeds  ${embed}`,
    '',
    '  Ctrl+C stops everything; nothing is lost.',
  ];
  presenter.show({ event: 'ready', project, ...addresses }, lines.join('\n'));
}
