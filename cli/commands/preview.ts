import { join } from 'node:path';
import { addressesOf, root } from '../configuration.ts';
import { folderFiles, liveFiles } from '../hosted-files.ts';
import { serveOrigin } from '../origins.ts';
import { findUnusablePort, portsFrom } from '../ports.ts';
import type { CommandHandler } from '../command-handler.ts';
import { withPipeline } from '../store.ts';
import { waitForShutdown } from '../shutdown-signal.ts';

export const run: CommandHandler = async (flags, presenter) => {
  const stopped = waitForShutdown();
  const { host } = flags;
  const ports = portsFrom(flags.port);
  const taken = await findUnusablePort(ports, host);
  if (taken) return taken;
  return withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
    const addresses = addressesOf(ports, host);
    const origin = {
      addresses,
      ports,
      host,
      project: flags.project,
      log: (event: { message: string }) => presenter.show({ event: 'log', ...event }, event.message),
    };
    const servers = [
      await serveOrigin({ ...origin, target: 'site', files: liveFiles(pipeline) }),
      await serveOrigin({ ...origin, target: 'embed', files: folderFiles(join(root, 'src/embed-shell')) }),
    ];
    presenter.show({ event: 'ready', ...addresses }, `The live release answers at ${addresses.site}`);
    await stopped;
    for (const server of servers) await server.stop();
    return 0;
  });
};
