import { join, resolve } from 'node:path';
import { emulatorEnv } from '@frontage/local/emulator-env';
import { startLocal, type LocalOptions, type Log } from '@frontage/local/start';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { firestoreStanding } from '@frontage/pipeline/adapters/firestore/standing';
import { firestoreDrafts } from '@frontage/pipeline/adapters/firestore/linked-drafts';
import { startPipelineServer } from '@frontage/pipeline/trigger/server';
import { openPipeline, type Pipeline } from '@frontage/pipeline/pipeline';
import { seed } from '../seed/seed.ts';
import { composeMail } from './compose-mail.ts';
import {
  functionsRegion,
  headersOfAll,
  localBuckets,
  originMarks,
  root,
  siteConfig,
  type Addresses,
} from './configuration.ts';
import type { Failure } from './failure.ts';
import { openFirebase } from './firebase.ts';
import type { Flags } from './flags.ts';
import { loadSecrets, type Secrets } from './instance.ts';
import { findLostContent, folderPlace } from './lost-content.ts';
import type { Ports } from './ports.ts';
import { presentPipelineEvent } from './present-outcome.ts';
import type { Presenter } from './present.ts';
import { together } from './together.ts';

/** Sees to it that a service is stopped with the stack. */
export type Keep = <Service extends { stop(): unknown }>(service: Service) => Service;

interface Surroundings {
  flags: Flags;
  presenter: Presenter;
  /** Keeps no release. */
  isInDevelopment: boolean;
  ports: Ports;
  addresses: Addresses;
  hopSecret: string;
  log: Log;
  keep: Keep;
}

// Of those that hear of a write, the one that tells the pipeline: somebody waits to see it live.
const isHint = (name: string): boolean => /^on[A-Z]\w+Written$/.test(name);

/** The local Firebase with its content and functions, and the pipeline with all of it released and followed. */
export async function startPublishing(surroundings: Surroundings): Promise<Pipeline | Failure> {
  const { flags, presenter, ports, addresses, hopSecret, log, keep } = surroundings;
  const { host, project } = flags;
  const dataDir = resolve(flags.data);
  const secrets = loadSecrets(dataDir);
  // The functions read their parameters and the emulators' addresses from the environment when they are imported.
  Object.assign(process.env, secrets, emulatorEnv(project, addresses), {
    PUBLISH_WEBHOOK_URL: `${addresses.pipeline}/hooks/publish`,
    ADMIN_ORIGIN: addresses.admin,
    FUNCTIONS_REGION: functionsRegion(project),
  });
  const local: LocalOptions = {
    project,
    host,
    ports,
    dataDir: join(dataDir, 'firebase'),
    firestoreRules: join(root, 'firestore.rules'),
    storageRules: join(root, 'storage.rules'),
    firestoreIndexes: join(root, 'firestore.indexes.json'),
    functions: import('@frontage/functions/index'),
    goesFirst: isHint,
    hopSecret,
    hidesAccounts: true,
    onMail: (mail) => {
      const { to, subject, link } = composeMail(mail, addresses.admin);
      presenter.show({ event: 'mail', to, subject, link }, `Mail to ${to}: ${subject}\n  ${link}`);
    },
    log,
  };
  const [pipeline] = await together([
    publish(surroundings, { local, secrets }),
    // Takes as long to begin as all the rest, in a thread of its own, and nothing that is published asks for it.
    startLocal({ ...local, only: ['auth'] }).then(keep),
  ]);
  return pipeline;
}

interface Publishing {
  local: LocalOptions;
  secrets: Secrets;
}

async function publish(
  { flags, presenter, isInDevelopment, ports, addresses, keep }: Surroundings,
  { local, secrets }: Publishing,
): Promise<Pipeline | Failure> {
  const { host, project } = flags;
  const dataDir = resolve(flags.data);
  const statusToken = process.env['STATUS_TOKEN'] ?? secrets.STATUS_TOKEN;
  const [compiled] = await together([
    compileSite({
      root,
      outDir: join(dataDir, 'compiled'),
      log: (line) => presenter.show({ event: 'compile', message: line }, line),
    }),
    startLocal({ ...local, only: ['firestore', 'functions', 'storage'] }).then(keep),
  ]);

  const firebase = openFirebase(project);
  keep({ stop: () => firebase.close() });
  const pipeline = await openPipeline({
    dataDir: join(dataDir, 'site'),
    firestore: firebase.firestore,
    storage: firebase.storage,
    buckets: localBuckets,
    config: siteConfig(addresses),
    compiled,
    isPassing: isInDevelopment,
    log: (event) => presentPipelineEvent(event, presenter),
  });
  keep({ stop: () => pipeline.close() });

  // Hints of what is being seeded wait for the first release, which is of the whole content.
  const released = Promise.withResolvers<void>();
  const follow: Pipeline['publish'] = (...asked) => released.promise.then(() => pipeline.publish(...asked));
  const patient = { ...pipeline, publish: follow };
  const secret = secrets.PUBLISH_WEBHOOK_SECRET;
  const { adminOrigin } = siteConfig(addresses);
  const staff = {
    previews: pipeline.previews,
    adminOrigin,
    drafts: firestoreDrafts(firebase.firestore),
    accounts: firestoreStanding(firebase.firestore),
    siteHeaders: headersOfAll({ target: 'site', marks: originMarks(addresses), region: functionsRegion(project) }),
  };
  keep(await startPipelineServer({ pipeline: patient, secret, statusToken, staff, host, port: ports.pipeline }));
  if ((await firebase.firestore.listCollections()).length === 0) {
    const lost = await findLostContent(firebase, pipeline, folderPlace(dataDir));
    if (lost) return lost;
    await seed({ firestore: firebase.firestore, storage: firebase.storage, embedOrigin: addresses.embed });
  }
  await pipeline.follow();
  released.resolve();
  return pipeline;
}
