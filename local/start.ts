import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAuth, type Mail } from './auth/server.ts';
import { appendDeadLetter, type RetryPolicy } from './functions/subscription.ts';
import { startDeliveries } from './functions/deliver.ts';
import { readEndpoints } from './functions/endpoints.ts';
import { openFunctionThread } from './functions/open-function-thread.ts';
import { startSchedules } from './functions/schedules.ts';
import { startFunctions } from './functions/server.ts';
import { documentSource, objectSource } from './functions/sources.ts';
import { PortTakenError } from './listen.ts';
import type { LostCommits } from '@frontage/firestore-server/last-commit';
import type { Log } from '@frontage/firestore-server/log';

export { emulatorEnv } from './emulator-env.ts';
export { describeLoss } from '@frontage/firestore-server/last-commit';
export { PortTakenError };
export type { Mail };
export type { Log, LogEvent } from '@frontage/firestore-server/log';

export type Service = 'auth' | 'storage' | 'functions' | 'firestore';

export interface LocalOptions {
  /** Must begin with `demo-`, the prefix Firebase reserves for projects that do not exist. */
  project: string;
  /** Default 127.0.0.1. */
  host?: string;
  /** 0 lets the OS choose. */
  ports: Record<Service, number>;
  /** The folder of all state. */
  dataDir: string;
  /** File paths; rules are reloaded when their file changes. */
  firestoreRules: string;
  storageRules: string;
  firestoreIndexes: string;
  /**
   * The exports of a firebase-functions module, imported with `emulatorEnv` set; the other services start before they
   * load.
   */
  functions: Record<string, unknown> | Promise<Record<string, unknown>>;
  /**
   * The URL of that module. With it, document functions without priority run in a thread, which imports the module again.
   * Default: all functions run in this thread.
   */
  functionsModule?: string;
  /** The region of functions that do not set one. Default us-central1. */
  region?: string;
  /** Shared with a hosting server, whose client addresses are trusted. */
  hopSecret?: string;
  /** Whether responses of Authentication hide which addresses have an account. */
  hidesAccounts?: boolean;
  /** Called with every email that hosted Firebase would send. */
  onMail?: (mail: Mail) => void;
  log: Log;
  /** Default: all. */
  only?: Service[];
  /** The delays of an event's deliveries in ms, one per delivery: more than one for tests. Default: one at once. */
  delays?: () => number[];
  /** Whether the function of this name has priority: other event functions start while no priority function runs. */
  isPriority?: (name: string) => boolean;
  /** Whether the work that priority functions started continues, for which the others wait, too. */
  isBusy?: () => boolean;
  /** The number and delays of retries of failing triggers. */
  retry?: RetryPolicy;
}

export interface Local {
  /** The ports in use; 0 for a service that was not requested. */
  ports: Record<Service, number>;
  /** The commits of Firestore that its file has lost since they were confirmed; null if it has all. */
  lost: LostCommits | null;
  stop(): Promise<void>;
  deliveries: { idle(): Promise<void> };
}

/**
 * Starts the local Firebase services. Rejects with PortTakenError when a port is in use, and refuses to run in
 * production or with a project id that could exist. If one service fails to start, the started ones are stopped.
 */
export async function startLocal(options: LocalOptions): Promise<Local> {
  refuseProduction(options.project);
  const { project, host = '127.0.0.1', ports, dataDir, hopSecret, log, region = 'us-central1' } = options;
  const wanted = new Set<Service>(options.only ?? ['auth', 'storage', 'functions', 'firestore']);
  const running: { stop(): Promise<void> }[] = [];
  const track = <Running extends { stop(): Promise<void> }>(service: Running): Running => {
    running.push(service);
    return service;
  };
  for (const service of wanted) mkdirSync(join(dataDir, service), { recursive: true });
  let wake = (): void => {};
  const onEvents = (): void => wake();
  // Until the functions are loaded, every change may trigger one of them.
  let mayTrigger = (_path: string): boolean => true;

  // A service waits only for services it needs: storage rules read Firestore, triggers receive events of both.
  const auth = wanted.has('auth') ? startAuthOf(options, host).then(track) : null;
  const firestore = wanted.has('firestore')
    ? startFirestoreOf({ options, host, onEvents, recorded: (path) => mayTrigger(path) }).then(track)
    : null;
  const storage = wanted.has('storage')
    ? Promise.resolve(firestore)
        .then((reader) => startStorageOf({ options, host, onEvents, reader }))
        .then(track)
    : null;
  const endpoints = Promise.resolve(wanted.has('functions') ? options.functions : {}).then((exports) =>
    readEndpoints(exports, region),
  );
  const functions = wanted.has('functions')
    ? endpoints
        .then(({ http }) => startFunctions({ project, host, port: ports.functions, endpoints: http, hopSecret, log }))
        .then(track)
    : null;

  const settled = await Promise.allSettled([auth, firestore, storage, endpoints, functions]);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await Promise.allSettled(running.map((service) => service.stop()));
    throw failed.reason;
  }
  const documents = await firestore;
  const objects = await storage;

  const { unsupported, schedules: scheduled, documents: documentTriggers, objects: objectTriggers } = await endpoints;
  if (wanted.has('functions')) mayTrigger = (path) => documentTriggers.some(({ matches }) => matches(path));
  for (const { name, reason } of unsupported) {
    log({ level: 'info', source: 'functions', message: `${name} is not run here: ${reason} is not supported` });
  }
  const { functionsModule, isPriority = () => false } = options;
  const thread = functionsModule === undefined ? null : openFunctionThread({ module: functionsModule, region, log });
  const targets = documentTriggers.map((trigger) =>
    thread === null || isPriority(trigger.name)
      ? trigger
      : { ...trigger, run: (event: object) => thread.run(trigger.name, event) },
  );
  const deliveries = startDeliveries({
    sources: wanted.has('functions')
      ? [
          ...(documents === null ? [] : [documentSource(documents.outbox, targets, { project, region })]),
          ...(objects === null ? [] : [objectSource(objects.outbox, objectTriggers)]),
        ]
      : [],
    log,
    onDeadLetter: appendDeadLetter(join(dataDir, 'functions', 'dead-letters.jsonl')),
    retry: options.retry,
    delays: options.delays,
    priority: options.isPriority && {
      isPriority: options.isPriority,
      ...(options.isBusy && { isBusy: options.isBusy }),
    },
  });
  wake = deliveries.wake;
  const schedules = startSchedules({ functions: scheduled, file: join(dataDir, 'functions', 'last-runs.json'), log });

  return {
    ports: {
      auth: (await auth)?.port ?? 0,
      firestore: documents?.port ?? 0,
      storage: objects?.port ?? 0,
      functions: (await functions)?.port ?? 0,
    },
    lost: documents?.lost ?? null,
    deliveries: { idle: deliveries.idle },
    stop: once(async () => {
      await Promise.all([schedules.stop(), deliveries.stop()]);
      await thread?.stop();
      await Promise.all(running.map((service) => service.stop()));
    }),
  };
}

/** Returns a function that runs `action` on its first call; every call returns the same promise. */
function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= action());
}

function refuseProduction(project: string): void {
  if (!project.startsWith('demo-')) {
    throw new Error(
      `The local Firebase serves projects whose id begins with "demo-"; "${project}" might be a real one.`,
    );
  }
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The local Firebase checks no credentials: it does not start with NODE_ENV=production.');
  }
}

function startAuthOf({ project, ports, dataDir, hidesAccounts, onMail, log }: LocalOptions, host: string) {
  const file = join(dataDir, 'auth', 'accounts.sqlite');
  return startAuth({ project, host, port: ports.auth, file, hidesAccounts, onMail, log });
}

interface FirestoreParts {
  options: LocalOptions;
  host: string;
  onEvents: () => void;
  recorded: (path: string) => boolean;
}

async function startFirestoreOf({ options, host, onEvents, recorded }: FirestoreParts) {
  const { startFirestore } = await import('@frontage/firestore-server/server');
  const { openActiveRules } = await import('./active-rules.ts');
  const { project, ports, dataDir, firestoreRules, firestoreIndexes, log } = options;
  const rules = openActiveRules(firestoreRules, log);
  const service = await startFirestore({
    project,
    host,
    port: ports.firestore,
    file: join(dataDir, 'firestore', 'documents.sqlite'),
    rules: rules.current,
    setRules: rules.set,
    indexes: JSON.parse(readFileSync(firestoreIndexes, 'utf8')) as unknown,
    log,
    onChange: onEvents,
    recorded,
  }).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new PortTakenError('firestore', ports.firestore)
      : error;
  });
  return {
    ...service,
    async stop() {
      rules.stop();
      await service.stop();
    },
  };
}

interface StorageParts {
  options: LocalOptions;
  host: string;
  onEvents: () => void;
  reader: Awaited<ReturnType<typeof startFirestoreOf>> | null;
}

async function startStorageOf({ options, host, onEvents, reader }: StorageParts) {
  const { startStorage } = await import('./storage/server.ts');
  const { createRulesValidator } = await import('./storage/rules-validator.ts');
  const { rulesMap } = await import('@frontage/firestore-server/rules-values');
  const { openActiveRules } = await import('./active-rules.ts');
  const { project, ports, dataDir, storageRules, log } = options;
  const rules = openActiveRules(storageRules, log);
  const readDocument = (path: string) => {
    const document = reader?.read(path) ?? null;
    return document === null ? null : rulesMap(document.fields);
  };
  const service = await startStorage({
    project,
    host,
    port: ports.storage,
    folder: join(dataDir, 'storage'),
    rules: createRulesValidator({ rules: rules.current, readDocument, log }),
    setRules: (source) => rules.set(source).map(({ line, column, message }) => `${line}:${column}: ${message}`),
    onEvents,
    log,
  });
  return {
    ...service,
    async stop() {
      rules.stop();
      await service.stop();
    },
  };
}
