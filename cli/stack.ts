import { join, resolve } from 'node:path';
import { emulatorEnv } from '@frontage/local/emulator-env';
import { startHosting } from '@frontage/local/hosting/server';
import { PortTakenError, startLocal, type Log } from '@frontage/local/start';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { startPipelineServer } from '@frontage/pipeline/http';
import { openPipeline, type Pipeline } from '@frontage/pipeline/pipeline';
import { seed } from '../seed/seed.ts';
import { compileAdmin } from './compile-admin.ts';
import {
  addressesOf,
  adminConfig,
  hostingConfig,
  localBuckets,
  root,
  siteConfig,
  type Addresses,
} from './configuration.ts';
import type { Failure } from './failure.ts';
import { openFirebase } from './firebase.ts';
import { presentPipelineEvent } from './present-outcome.ts';
import type { Flags } from './flags.ts';
import { folderFiles, liveFiles } from './hosted-files.ts';
import { claimDataDir, loadSecrets, releaseDataDir } from './instance.ts';
import { findTakenPort, portsFrom } from './ports.ts';
import type { Presenter } from './present.ts';

export interface Stack {
  addresses: Addresses;
  pipeline: Pipeline;
  /** Where the built back office lies. */
  adminFolder: string;
  stop(): Promise<void>;
}

/**
 * Starts everything on one machine: local Firebase, functions, pipeline and the three origins. Seeds an empty store,
 * compiles what is stale and releases the content as it is. Answers a failure when a port or the folder is taken.
 */
export async function startStack(flags: Flags, presenter: Presenter): Promise<Stack | Failure> {
  const { host } = flags;
  const dataDir = resolve(flags.data);
  const ports = portsFrom(flags.port);
  const addresses = addressesOf(ports, host);
  const claimed = claimDataDir(dataDir, { pid: process.pid, project: flags.project, host, ports });
  if (claimed) return claimed;
  const log: Log = (event) => presenter.show({ event: 'log', ...event }, `${event.source}: ${event.message}`);
  const stops: (() => unknown)[] = [() => releaseDataDir(dataDir)];
  const stop = async () => {
    for (const close of stops.splice(0).reverse()) await close();
  };

  try {
    const taken = await findTakenPort(ports, host);
    if (taken) {
      await stop();
      return taken;
    }
    const secrets = loadSecrets(dataDir);
    // The functions read their parameters and the emulators' addresses from the environment when they are imported.
    Object.assign(process.env, secrets, emulatorEnv(flags.project, addresses), {
      PUBLISH_WEBHOOK_URL: `${addresses.pipeline}/hooks/publish`,
      ADMIN_ORIGIN: addresses.admin,
      SITE_ORIGIN: addresses.site,
    });
    const [local, compiled, adminFolder] = await Promise.all([
      import('@frontage/functions/index').then((functions) =>
        startLocal({
          project: flags.project,
          host,
          ports,
          dataDir: join(dataDir, 'firebase'),
          firestoreRules: join(root, 'firestore.rules'),
          storageRules: join(root, 'storage.rules'),
          firestoreIndexes: join(root, 'firestore.indexes.json'),
          functions,
          log,
        }),
      ),
      compileSite({ root, outDir: join(dataDir, 'compiled'), log: (event) => presenter.show({ ...event }) }),
      compileAdmin(join(dataDir, 'admin')),
    ]);
    stops.push(() => local.stop());

    const firebase = openFirebase(flags.project);
    stops.push(() => firebase.close());
    if ((await firebase.firestore.collection('pages').limit(1).get()).empty) {
      await seed({ firestore: firebase.firestore, storage: firebase.storage, siteOrigin: addresses.site });
    }

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
    await pipeline.reconcile();

    const hook = await startPipelineServer({
      pipeline,
      secret: secrets.PUBLISH_WEBHOOK_SECRET,
      host,
      port: ports.pipeline,
    });
    stops.push(() => hook.stop());

    const marks = {
      SITE_ORIGIN: addresses.site,
      ADMIN_ORIGIN: addresses.admin,
      EMBED_ORIGIN: addresses.embed,
      AUTH_ORIGIN: `http://${addresses.auth}`,
      FIRESTORE_ORIGIN: `http://${addresses.firestore}`,
      STORAGE_ORIGIN: `http://${addresses.storage}`,
      FUNCTIONS_ORIGIN: `http://${addresses.functions}`,
    };
    const rewriteFunction = (name: string) => `http://${addresses.functions}/${flags.project}/us-central1/${name}`;
    const origins = {
      site: liveFiles(() => pipeline),
      admin: folderFiles(adminFolder, { '/config.json': JSON.stringify(adminConfig(flags.project, addresses)) }),
      embed: folderFiles(join(root, 'src/embed-shell')),
    };
    for (const target of ['site', 'admin', 'embed'] as const) {
      const server = await startHosting({
        config: hostingConfig(target, marks),
        files: origins[target],
        host,
        port: ports[target],
        rewriteFunction,
        log,
      });
      stops.push(() => server.stop());
    }
    return { addresses, pipeline, adminFolder, stop };
  } catch (error) {
    await stop();
    if (error instanceof PortTakenError) {
      return { what: error.message, next: `Choose other ports: npm start -- --port ${ports.site + 100}` };
    }
    throw error;
  }
}

/** Says that everything answers, and where. */
export function announce({ addresses }: Stack, { project }: Flags, presenter: Presenter): void {
  const { site, admin, embed } = addresses;
  presenter.show(
    { event: 'ready', project, ...addresses },
    [
      '',
      `  Site    ${site}`,
      `  Admin   ${admin}/auth/login`,
      `  Embeds  ${embed}`,
      '',
      '  Ctrl+C stops everything; nothing is lost.',
    ].join('\n'),
  );
}
