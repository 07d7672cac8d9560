import { join } from 'node:path';
import { addressesOf, root } from '../target/configuration.ts';
import { findUnusablePort, portsFrom } from '../target/ports.ts';
import type { Command } from '../command.ts';
import { waitForShutdown } from '../runtime/shutdown-signal.ts';

export const preview: Command = {
  help: {
    summary: 'serve the live release without Firebase',
  },
  options: [],
  worksOn: 'stack',
  async run(flags, presenter) {
    const { serveOrigin } = await import('../local-stack/origins.ts');
    const { folderFiles, liveFiles } = await import('../publishing/hosted-files.ts');
    const { withPipeline } = await import('../target/open-project.ts');
    const stopped = waitForShutdown();
    const { host } = flags;
    const ports = portsFrom(flags.port);
    const taken = await findUnusablePort(ports, host);
    if (taken) return taken;
    return withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
      const { release, failure, next } = pipeline.status();
      if (release === null)
        return { what: failure ?? 'There is no release yet', next: next ?? 'Run: npm start, or: npx frontage build' };
      const addresses = addressesOf(ports, host);
      const origin = {
        addresses,
        ports,
        host,
        project: flags.project,
        log: (event: { message: string }) => presenter.show({ event: 'log', ...event }, event.message),
      };
      const servers = [
        await serveOrigin({ ...origin, target: 'site', files: liveFiles(() => pipeline) }),
        await serveOrigin({ ...origin, target: 'embed', files: folderFiles(join(root, 'src/embed-shell')) }),
      ];
      presenter.show({ event: 'ready', ...addresses }, `The live release answers at ${addresses.site}`);
      await stopped;
      for (const server of servers) await server.stop();
      return 0;
    });
  },
};
