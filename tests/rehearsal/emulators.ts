import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Addresses, hostingConfig, originMarks, root } from '../../cli/target/configuration.ts';
import { findFirestore, findJava, findPubSub, findStorageRules, type Jar } from '../contract/google-emulators.ts';

/** Programs that firebase-tools starts but does not contain. */
export interface Parts {
  java: string;
  firestore: Jar;
  pubSub: string;
  /** Null if the project's own rules engine replaces it. */
  storageRules: string | null;
}

/** The oldest Java that firebase-tools accepts. */
const javaVersion = 21;

/** How to install a part. */
export const installation = {
  java: `Java ${javaVersion} or newer: apt-get install openjdk-21-jre-headless, brew install openjdk@21, or https://adoptium.net (on the PATH or in JAVA_HOME)`,
  firestore:
    'The Firestore emulator: npx firebase setup:emulators:firestore, or gcloud components install cloud-firestore-emulator',
  pubSub: 'The Pub/Sub emulator: npx firebase setup:emulators:pubsub, or gcloud components install pubsub-emulator',
  storageRules: "The Storage emulator's rules: npx firebase setup:emulators:storage",
} as const;

/** Finds the parts on this machine, or returns how to install those that are missing. */
export function findParts(): Parts | { missing: string[] } {
  const [java, firestore, pubSub] = [findJava(javaVersion), findFirestore(), findPubSub()];
  if (java !== null && firestore !== null && pubSub !== null)
    return { java, firestore, pubSub, storageRules: findStorageRules() };
  const found = { java, firestore, pubSub };
  const missing = Object.entries(found).flatMap(([name, part]) => (part === null ? [name as keyof typeof found] : []));
  return { missing: missing.map((name) => installation[name]) };
}

/** Google's emulator suite with the product's rules, indexes, functions and Hosting configuration. */
export interface EmulatorSuite {
  /** `host:port` of the services, origins of the sites. No server listens on `pipeline` yet. */
  addresses: Addresses;
  /** Folders from which Hosting serves the sites. */
  sites: Record<Site, string>;
  /** The output of the emulators. */
  output(): string;
  /** Serves the site's folder by another Hosting configuration, for as long as the suite runs. Returns the origin. */
  serveSite(config: object): Promise<string>;
  stop(): Promise<void>;
}

export type Site = (typeof siteNames)[number];
const siteNames = ['site', 'admin', 'embed'] as const;

export interface SuiteOptions {
  project: string;
  parts: Parts;
  /** An empty folder below the repository, whose packages the functions use. */
  folder: string;
  /** Parameters and secrets of the functions, given the addresses. */
  parameters: (addresses: Addresses) => Record<string, string>;
  secrets: Record<string, string>;
}

const services = ['auth', 'functions', 'firestore', 'storage', 'pubsub', 'hosting'];

/** Starts the suite. Resolves when all functions are loaded. */
export async function startEmulators(options: SuiteOptions): Promise<EmulatorSuite> {
  const { project, parts, folder, parameters, secrets } = options;
  const first = await freePorts();
  const at = (offset: number): string => `127.0.0.1:${String(first + offset)}`;
  // firebase-tools numbers Hosting's sites itself: the first port, and from the second site on 4 + its index more.
  const addresses = {
    site: `http://${at(0)}`,
    admin: `http://${at(5)}`,
    embed: `http://${at(6)}`,
    pipeline: `http://${at(1)}`,
    functions: at(2),
    auth: at(3),
    storage: at(4),
    firestore: at(7),
  };
  const port = (offset: number) => ({ host: '127.0.0.1', port: first + offset });
  const sites = { site: join(folder, 'site'), admin: join(folder, 'admin'), embed: join(folder, 'embed') };
  for (const site of Object.values(sites)) mkdirSync(site, { recursive: true });

  execFileSync(process.execPath, [join(root, 'functions/build.ts'), join(folder, 'functions')]);
  writeEnv(join(folder, `functions/.env.${project}`), parameters(addresses));
  writeEnv(join(folder, 'functions/.secret.local'), secrets);
  for (const file of ['firestore.rules', 'firestore.indexes.json', 'storage.rules'])
    cpSync(join(root, file), join(folder, file));
  const config = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')) as FirebaseConfig;
  const marks = originMarks(addresses);
  writeJson(join(folder, 'firebase.json'), {
    ...config,
    functions: [{ source: 'functions', codebase: 'default', runtime: config.functions[0]?.runtime }],
    hosting: siteNames.map((target) => ({
      ...hostingConfig({ target, marks, region: 'us-central1' }),
      public: target,
    })),
    emulators: {
      hosting: port(0),
      functions: port(2),
      auth: port(3),
      storage: port(4),
      firestore: { ...port(7), websocketPort: first + 9 },
      pubsub: port(8),
      hub: port(10),
      logging: port(11),
      eventarc: port(12),
      tasks: port(13),
      ui: { enabled: false },
      singleProjectMode: true,
    },
  });
  const targets = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, [name]]));
  writeJson(join(folder, '.firebaserc'), {
    targets: {
      [project]: { hosting: targets(siteNames), storage: targets(config.storage.map(({ bucket }) => bucket)) },
    },
  });

  const env = { ...writePrograms(join(folder, 'bin'), parts), XDG_CONFIG_HOME: join(folder, 'settings') };
  const command = { project, folder, env };
  // With a debugger, all functions share one process. Otherwise each function starts a process at its first call.
  const more = ['--inspect-functions', String(first + 14)];
  const running = await runFirebase({ ...command, config: 'firebase.json', only: services, more });
  const others: Running[] = [];
  return {
    addresses,
    sites,
    output: running.output,
    async serveSite(hosting) {
      const own = await freePorts();
      const host = '127.0.0.1';
      writeJson(join(folder, 'served-site.json'), {
        hosting: { ...hosting, public: 'site', site: project },
        emulators: {
          hosting: { host, port: own },
          hub: { host, port: own + 1 },
          logging: { host, port: own + 2 },
          ui: { enabled: false },
        },
      });
      others.push(await runFirebase({ ...command, config: 'served-site.json', only: ['hosting'] }));
      return `http://127.0.0.1:${String(own)}`;
    },
    async stop() {
      await Promise.all([running, ...others].map((one) => one.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface FirebaseConfig {
  functions: { runtime: string }[];
  storage: { bucket: string }[];
}

const writeJson = (file: string, content: object): void => writeFileSync(file, JSON.stringify(content, null, 2));
const writeEnv = (file: string, values: Record<string, string>): void =>
  writeFileSync(
    file,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );

/**
 * Writes the programs that firebase-tools starts: a `java`, and files in place of its downloads. The `java` starts
 * the parts of this machine instead of the files. Returns the variables that name them.
 */
function writePrograms(folder: string, { java, firestore, pubSub, storageRules }: Parts): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true });
  const file = (name: string): string => join(folder, name);
  const program = (name: string, lines: string[]): void =>
    writeFileSync(file(name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  const start =
    firestore.main === null ? `-jar '${firestore.path}'` : `-cp '${firestore.path}' ${firestore.main} start`;
  const rules =
    storageRules === null
      ? `'${process.execPath}' '${join(import.meta.dirname, 'storage-rules.ts')}'`
      : `'${java}' -Djava.security.manager=disallow -Duser.language=en -jar '${storageRules}'`;
  for (const name of ['firestore', 'storage-rules']) writeFileSync(file(name), '');
  program('java', [
    `case " $* " in *" -jar ${file('firestore')} "*) run="'${java}' -Duser.language=en ${start}";;`,
    `*" -jar ${file('storage-rules')} "*) run="${rules}";;`,
    `*) exec '${java}' "$@";; esac`,
    'while [ "$1" != -jar ]; do shift; done; shift 2',
    'eval "exec $run \\"\\$@\\""',
  ]);
  program('pubsub', [`exec '${pubSub}' "$@"`]);
  const home = java.includes('/') ? { JAVA_HOME: join(java, '../..') } : {};
  return {
    ...home,
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    FIRESTORE_EMULATOR_BINARY_PATH: file('firestore'),
    STORAGE_EMULATOR_BINARY_PATH: file('storage-rules'),
    PUBSUB_EMULATOR_BINARY_PATH: file('pubsub'),
  };
}

interface FirebaseCommand {
  project: string;
  folder: string;
  config: string;
  only: readonly string[];
  /** Further options of `emulators:start`. */
  more?: readonly string[];
  env: NodeJS.ProcessEnv;
}

interface Running {
  output(): string;
  stop(): Promise<void>;
}

/** Runs `firebase emulators:start` and resolves when it reports that all emulators are ready. */
async function runFirebase({ project, folder, config, only, more = [], env }: FirebaseCommand): Promise<Running> {
  const args = ['emulators:start', '--project', project, '--config', config, '--only', only.join(), ...more];
  const child = spawn(process.execPath, [join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  const read = (chunk: Buffer): void => {
    output += stripVTControlCharacters(String(chunk));
    if (output.includes('All emulators ready')) ready.resolve();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const exited = once(child, 'exit');
  void exited.then(() => ready.reject(new Error(`firebase emulators:start ended before it was ready:\n${output}`)));
  await ready.promise;
  return { output: () => output, stop: () => stopChild(child, exited) };
}

/** Lets firebase-tools stop its emulators, which are separate processes. */
async function stopChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  await exited;
}

const portsNeeded = 15;

/** The first of a row of free ports. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 20_000);
    const row = Array.from({ length: portsNeeded }, (_, index) => first + index);
    const free = await Promise.all(row.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
