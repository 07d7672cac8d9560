import { randomUUID } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { type Log, PortTakenError } from '@frontage/local/start';
import { adminPaths } from '@frontage/model/paths';
import type { Pipeline } from '@frontage/pipeline';
import { serveAdminSource, serveOrigin } from './origins.ts';
import { compileAdmin } from '../publishing/compile.ts';
import { type Addresses, addressesOf, adminConfig, root } from '../target/configuration.ts';
import { readLocalMail } from './compose-mail.ts';
import { type Failure, isFailure } from '../runtime/failure.ts';
import type { Flags } from '../options.ts';
import { type ExtraFiles, folderFiles, liveFiles } from '../publishing/hosted-files.ts';
import { claimDataDir, loadSecrets } from '../target/instance.ts';
import { waitForShutdown } from '../runtime/shutdown-signal.ts';
import type { LibraryOutput } from '../runtime/library-output.ts';
import { refuseLocal } from '../target/local-project.ts';
import { openLogFile } from './log-file.ts';
import { findUnusablePort, isReachableFromNetwork, portsFrom } from '../target/ports.ts';
import type { Presenter } from '../runtime/present.ts';
import { openStartOutput, type StartOutput } from './start-output.ts';
import { allSettledThenThrow, type RegisterService, startPublishing } from './start-publishing.ts';

export interface Stack {
  addresses: Addresses;
  pipeline: Pipeline;
  output: StartOutput;
  /** Prints the addresses. The search for changes since the last stop begins afterwards. */
  announce(): void;
  stop(): Promise<void>;
}

export interface StackOptions {
  flags: Flags;
  presenter: Presenter;
  libraries: LibraryOutput;
  /** Serve the admin from its source with hot reload instead of building it, and keep no release. */
  isInDevelopment?: boolean;
}

/**
 * Starts all servers on this machine: local Firebase, functions, pipeline and the three origins. Seeds an empty store,
 * compiles changed sources and releases the current content. Fails if a port or the data folder is in use.
 */
export async function startStack(options: StackOptions): Promise<Stack | Failure> {
  const { flags } = options;
  const refused = refuseLocal(flags.project);
  if (refused) return refused;
  if (isReachableFromNetwork(flags.host)) {
    const message = `The local Firebase requires no credentials and listens on ${flags.host}: anyone who can reach this machine over the network can read and change everything.`;
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
  const output = openOutput(options, dataDir);
  stops.push(() => output.close());
  const announced = Promise.withResolvers<void>();
  try {
    const servers = await startServers({ ...options, output, announced }, stops);
    if (!isFailure(servers)) {
      const announce = (): void => {
        printAddresses(servers.addresses, { output, project: flags.project });
        announced.resolve();
      };
      return { ...servers, output, announce, stop };
    }
    await stop();
    return servers;
  } catch (error) {
    await stop();
    if (!(error instanceof PortTakenError)) throw error;
    return { what: error.message, next: `Choose other ports: npm start -- --port ${ports.site + 100}` };
  }
}

function openOutput({ flags, presenter, libraries }: StackOptions, dataDir: string): StartOutput {
  const logFile = openLogFile({ path: join(dataDir, 'frontage.log'), secrets: Object.values(loadSecrets(dataDir)) });
  const { json, debug } = flags;
  return openStartOutput({ presenter, libraries, logFile, json, debug, isTerminal: process.stdout.isTTY });
}

interface ServerOptions extends Omit<StackOptions, 'presenter' | 'libraries'> {
  output: StartOutput;
  announced: PromiseWithResolvers<void>;
}

async function startServers(options: ServerOptions, stops: (() => unknown)[]) {
  const { flags, output, isInDevelopment = false, announced } = options;
  const { host, project } = flags;
  const dataDir = resolve(flags.data);
  const ports = portsFrom(flags.port);
  const addresses = addressesOf(ports, host);
  const hopSecret = randomUUID();
  const log: Log = output.log;
  const register: RegisterService = (service) => {
    stops.push(() => service.stop());
    return service;
  };

  const adminPhase = (compiling: ReturnType<typeof compileAdmin>) =>
    output.phase('Admin', compiling, ({ isBuilt }) => (isBuilt ? 'compiled' : 'up to date'));
  const origin = { addresses, ports, host, project, hopSecret, log };
  const opened: { pipeline?: Pipeline } = {};
  const onOpened = (pipeline: Pipeline): void => void (opened.pipeline = pipeline);
  const publishing = {
    flags,
    output,
    isInDevelopment,
    ports,
    addresses,
    hopSecret,
    log,
    register,
    announced,
    onOpened,
  };
  // The site answers from the start, with 503 until it has a release.
  const [site, pipeline, compiledAdmin] = await allSettledThenThrow([
    serveOrigin({ ...origin, target: 'site', files: liveFiles(() => opened.pipeline ?? null) }).then(register),
    startPublishing(publishing),
    isInDevelopment ? null : adminPhase(compileAdmin(join(dataDir, 'admin'), output)),
  ]);
  // Stops before the pipeline. Stopping it again has no effect.
  register(site);
  if (isFailure(pipeline)) return pipeline;

  const config = JSON.stringify(adminConfig(project, addresses));
  const extra: ExtraFiles = {
    'config.json': () => config,
    // Only for local projects. In a hosted project the file is missing, and the page that reads it reports that.
    'local-mail.json': async () => JSON.stringify(await readLocalMail(project, addresses)),
  };
  register(await serveOrigin({ ...origin, target: 'embed', files: folderFiles(join(root, 'src/embed-shell')) }));
  register(
    compiledAdmin === null
      ? await serveAdminSource({ host, port: ports.admin, extra, log })
      : await serveOrigin({ ...origin, target: 'admin', files: folderFiles(compiledAdmin.files, extra) }),
  );
  return { addresses, pipeline };
}

/** Runs all servers until a shutdown signal. */
export async function runStack(options: StackOptions): Promise<number | Failure> {
  const stopped = waitForShutdown();
  const stack = await Promise.race([startStack(options), stopped]);
  // A shutdown signal during startup ends the process at once: stored data is crash-safe.
  if (!stack) process.exit(0);
  if (isFailure(stack)) return stack;
  stack.announce();
  await stopped;
  await stack.stop();
  return 0;
}

function printAddresses(addresses: Addresses, { output, project }: { output: StartOutput; project: string }): void {
  const { site, admin, embed } = addresses;
  const lines = [
    '',
    `  Site    ${site}`,
    `  Admin   ${admin}/auth/login`,
    `  Mail    ${admin}${adminPaths.localMail} (caught, never sent)`,
    `  Embeds  ${embed}`,
    `  Log     ${shortPath(output.logPath)}`,
    '',
    '  Ctrl+C stops everything; nothing is lost.',
  ];
  output.show({ event: 'ready', project, ...addresses }, lines.join('\n'));
}

/** The path relative to the current folder, if it is inside it. */
const shortPath = (path: string): string => {
  const relativePath = relative(process.cwd(), path);
  return relativePath.startsWith('..') ? path : relativePath;
};
