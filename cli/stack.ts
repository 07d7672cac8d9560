import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { PortTakenError, type Log } from '@frontage/local/start';
import { adminPaths } from '@frontage/model/paths';
import type { Pipeline } from '@frontage/pipeline/pipeline';
import { serveAdminSource } from './admin-source.ts';
import { compileAdmin } from './compile-admin.ts';
import { addressesOf, adminConfig, root, type Addresses } from './configuration.ts';
import { readLocalMail } from './compose-mail.ts';
import { isFailure, type Failure } from './failure.ts';
import type { Flags } from './flags.ts';
import { folderFiles, liveFiles, type Extra } from './hosted-files.ts';
import { claimDataDir } from './instance.ts';
import { refuseLocal } from './local-project.ts';
import { serveOrigin } from './origins.ts';
import { findUnusablePort, isOpen, portsFrom } from './ports.ts';
import type { Presenter } from './present.ts';
import { startPublishing, type Keep } from './start-publishing.ts';
import { together } from './together.ts';

export interface Stack {
  addresses: Addresses;
  pipeline: Pipeline;
  stop(): Promise<void>;
}

export interface StackOptions {
  flags: Flags;
  presenter: Presenter;
  /** Serve the back office from its source with hot reload instead of building it, and keep no release. */
  isInDevelopment?: boolean;
}

/**
 * Starts everything on one machine: local Firebase, functions, pipeline and the three origins. Seeds an empty store,
 * compiles what is stale and releases the content as it is. Returns a failure when a port or the folder is taken.
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

async function startServers({ flags, presenter, isInDevelopment = false }: StackOptions, stops: (() => unknown)[]) {
  const { host, project } = flags;
  const dataDir = resolve(flags.data);
  const ports = portsFrom(flags.port);
  const addresses = addressesOf(ports, host);
  const hopSecret = randomUUID();
  const log: Log = (event) => presenter.show({ event: 'log', ...event }, `${event.source}: ${event.message}`);
  const keep: Keep = (service) => {
    stops.push(() => service.stop());
    return service;
  };

  const [pipeline, adminFolder] = await together([
    startPublishing({ flags, presenter, isInDevelopment, ports, addresses, hopSecret, log, keep }),
    isInDevelopment ? null : compileAdmin(join(dataDir, 'admin'), presenter),
  ]);
  if (isFailure(pipeline)) return pipeline;

  const config = JSON.stringify(adminConfig(project, addresses));
  const extra: Extra = {
    'config.json': () => config,
    // Only here: hosted, there is no such file, and the page that reads it says that it does not exist.
    'local-mail.json': async () => JSON.stringify(await readLocalMail(project, addresses)),
  };
  const origin = { addresses, ports, host, project, hopSecret, log };
  keep(await serveOrigin({ ...origin, target: 'site', files: liveFiles(pipeline) }));
  keep(await serveOrigin({ ...origin, target: 'embed', files: folderFiles(join(root, 'src/embed-shell')) }));
  keep(
    adminFolder === null
      ? await serveAdminSource({ host, port: ports.admin, extra })
      : await serveOrigin({ ...origin, target: 'admin', files: folderFiles(adminFolder, extra) }),
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
    `  Mail    ${admin}${adminPaths.localMail}`,
    `  Embeds  ${embed}`,
    '',
    '  Ctrl+C stops everything; nothing is lost.',
  ];
  presenter.show({ event: 'ready', project, ...addresses }, lines.join('\n'));
}
