import { join, resolve } from 'node:path';
import { emulatorEnv } from '@frontage/local/emulator-env';
import { describeLoss, startLocal, type Local, type LocalOptions, type Log } from '@frontage/local/start';
import { compileSite } from '@frontage/pipeline/compile';
import { firestoreRoles, firestoreDrafts } from '@frontage/pipeline/firestore';
import { startPipelineServer } from '@frontage/pipeline/server';
import { openPipeline, type Pipeline } from '@frontage/pipeline';
import { seed } from '../../seed/seed.ts';
import { composeMail } from './compose-mail.ts';
import {
  functionsRegion,
  headersOfAll,
  localBuckets,
  originMarks,
  root,
  siteConfig,
  type Addresses,
} from '../target/configuration.ts';
import type { Failure } from '../runtime/failure.ts';
import { openFirebase } from '../target/firebase.ts';
import type { Flags } from '../options.ts';
import { loadSecrets, type Secrets } from '../target/instance.ts';
import { findLostContent, folderRecovery } from '../target/lost-content.ts';
import type { Ports } from '../target/ports.ts';
import { presentPipelineEvent } from '../runtime/present.ts';
import type { StartOutput } from './start-output.ts';

/** Registers a service to be stopped with the stack, and returns it. */
export type RegisterService = <Service extends { stop(): unknown }>(service: Service) => Service;

interface PublishingOptions {
  flags: Flags;
  output: StartOutput;
  /** Whether releases are not stored (`dev`). */
  isInDevelopment: boolean;
  ports: Ports;
  addresses: Addresses;
  hopSecret: string;
  log: Log;
  register: RegisterService;
  /** Resolved when the addresses are printed. */
  announced: PromiseWithResolvers<void>;
  /** Called with the opened pipeline, before its first release. */
  onOpened: (pipeline: Pipeline) => void;
}

// Functions that notify the pipeline of a write. They run first, because an editor waits for the release.
const isHint = (name: string): boolean => /^on[A-Z]\w+Written$/.test(name);

/**
 * Starts the local Firebase and the pipeline, seeds an empty project, and releases the content. Fails if content is
 * lost.
 */
export async function startPublishing(options: PublishingOptions): Promise<Pipeline | Failure> {
  const { flags, output, ports, addresses, hopSecret, log, register } = options;
  const { host, project } = flags;
  const dataDir = resolve(flags.data);
  const secrets = loadSecrets(dataDir);
  // The functions read their parameters and the emulators' addresses from the environment when they are imported.
  Object.assign(process.env, secrets, emulatorEnv(project, addresses), {
    PUBLISH_WEBHOOK_URL: `${addresses.pipeline}/hooks/publish`,
    ADMIN_ORIGIN: addresses.admin,
    FUNCTIONS_REGION: functionsRegion(project),
  });
  const opened: { pipeline?: Pipeline } = {};
  const local: LocalOptions = {
    project,
    host,
    ports,
    dataDir: join(dataDir, 'firebase'),
    firestoreRules: join(root, 'firestore.rules'),
    storageRules: join(root, 'storage.rules'),
    firestoreIndexes: join(root, 'firestore.indexes.json'),
    functions: import('@frontage/functions/index'),
    functionsModule: import.meta.resolve('@frontage/functions/index'),
    isPriority: isHint,
    isBusy: () => opened.pipeline?.isPublishing() ?? false,
    hopSecret,
    hidesAccounts: true,
    onMail: (mail) => {
      const { to, subject, link } = composeMail(mail, addresses.admin);
      output.show({ event: 'mail', to, subject, link }, `to ${to}: ${subject}`);
    },
    log,
  };
  const onOpened = (pipeline: Pipeline): void => {
    opened.pipeline = pipeline;
    options.onOpened(pipeline);
  };
  // Authentication starts separately: it takes as long as all other services, and publishing does not need it.
  const accounts = startLocal({ ...local, only: ['auth'] }).then(register);
  const services = startLocal({ ...local, only: ['firestore', 'functions', 'storage'] }).then(register);
  const [pipeline] = await allSettledThenThrow([
    publish({ ...options, onOpened }, { services, secrets }),
    output.phase('Firebase', allSettledThenThrow([services, accounts]), () => 'started'),
  ]);
  return pipeline;
}

interface StartedServices {
  /** Resolves when Firestore, Storage and functions accept requests. */
  services: Promise<Local>;
  secrets: Secrets;
}

async function publish(
  { flags, output, isInDevelopment, ports, addresses, register, announced, onOpened }: PublishingOptions,
  { services, secrets }: StartedServices,
): Promise<Pipeline | Failure> {
  const { host, project } = flags;
  const dataDir = resolve(flags.data);
  const statusToken = process.env['STATUS_TOKEN'] ?? secrets.STATUS_TOKEN;
  let isCompiled = false;
  const compiling = compileSite({
    root,
    outDir: join(dataDir, 'compiled'),
    log: (line) => output.show({ event: 'compile', message: line }, line),
    onCompile: () => (isCompiled = true),
  });
  const [compiled, local] = await allSettledThenThrow([
    output.phase('Site', compiling, () => (isCompiled ? 'compiled' : 'up to date')),
    services,
  ]);

  const firebase = openFirebase(project);
  register({ stop: () => firebase.close() });
  const pipeline = await openPipeline({
    dataDir: join(dataDir, 'site'),
    firestore: firebase.firestore,
    // Loaded for the first image.
    storage: { bucket: (name) => firebase.storage.bucket(name) },
    buckets: localBuckets,
    config: siteConfig(addresses),
    compiled,
    isPassing: isInDevelopment,
    log: (event) => presentPipelineEvent(event, output),
  });
  onOpened(pipeline);
  register({ stop: () => pipeline.close() });

  // Hints of seeded documents wait for the first release, which contains all content.
  const released = Promise.withResolvers<void>();
  const publish: Pipeline['publish'] = (...hint) => released.promise.then(() => pipeline.publish(...hint));
  const secret = secrets.PUBLISH_WEBHOOK_SECRET;
  const { adminOrigin } = siteConfig(addresses);
  const staff = {
    previews: pipeline.previews,
    index: pipeline.index,
    health: pipeline.health,
    adminOrigin,
    drafts: firestoreDrafts(firebase.firestore),
    accounts: firestoreRoles(firebase.firestore),
    siteHeaders: headersOfAll({ target: 'site', marks: originMarks(addresses), region: functionsRegion(project) }),
  };
  register(await startPipelineServer({ pipeline, publish, secret, statusToken, staff, host, port: ports.pipeline }));
  if ((await firebase.firestore.listCollections()).length === 0) {
    const recovery = folderRecovery(dataDir);
    if (local.lost) return { what: describeLoss(local.lost), next: recovery.next.join('\n') };
    const lost = await findLostContent(firebase, pipeline, recovery);
    if (lost) return lost;
    const { firestore, storage } = firebase;
    const seeding = seed({ firestore, storage, embedOrigin: addresses.embed });
    await output.phase('Example content', seeding, () => 'written');
  }
  // After a clean stop, the stored release is complete. The search for changes made meanwhile follows the addresses.
  const served = Promise.withResolvers<string>();
  // Closing the pipeline waits for the search.
  register({ stop: () => announced.resolve() });
  const following = pipeline.follow(() => {
    served.resolve('live');
    return announced.promise;
  });
  void following.then(() => served.resolve('up to date'), served.reject);
  await output.phase('Release', served.promise, (state) => state);
  void following.then(released.resolve, () => undefined);
  return pipeline;
}

/**
 * Like `Promise.all`, but throws a failure only after all tasks have settled, so that none of them continues after it.
 */
export async function allSettledThenThrow<Tasks extends readonly unknown[] | []>(tasks: Tasks) {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
