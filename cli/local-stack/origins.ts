import { join } from 'node:path';
import { type HostedFiles, startHosting } from '@frontage/local/hosting/server';
import type { Log } from '@frontage/local/start';
import type { Plugin } from 'vite';
import { type Addresses, functionsRegion, hostingConfig, originMarks, root } from '../target/configuration.ts';
import type { Ports } from '../target/ports.ts';
import type { ExtraFiles } from '../publishing/hosted-files.ts';

export interface OriginOptions {
  target: 'site' | 'admin' | 'embed';
  files: HostedFiles;
  addresses: Addresses;
  ports: Ports;
  host: string;
  project: string;
  /** Secret shared with the local functions, which accept forwarded client addresses only with it. */
  hopSecret?: string;
  log: Log;
}

/** Serves one hosting target of firebase.json on its port; `function` rewrites call the local functions. */
export function serveOrigin({ target, files, addresses, ports, host, project, hopSecret, log }: OriginOptions) {
  const region = functionsRegion(project);
  return startHosting({
    config: hostingConfig({ target, marks: originMarks(addresses), region }),
    files,
    host,
    port: ports[target],
    rewriteFunction: (name) => `http://${addresses.functions}/${project}/${region}/${name}`,
    hopSecret,
    log,
  });
}

interface AdminSource {
  host: string;
  port: number;
  extra: ExtraFiles;
  log: Log;
}

/** Starts a development server for the admin with hot reload. It also serves the `extra` JSON files. */
export async function serveAdminSource({ host, port, extra, log }: AdminSource) {
  const { createLogger, createServer } = await import('vite');
  const logger = createLogger('info', { allowClearScreen: false });
  logger.error = (message) => log({ level: 'error', source: 'admin', message });
  const extraFiles: Plugin = {
    name: 'frontage-extra',
    configureServer(server) {
      for (const [path, make] of Object.entries(extra)) {
        server.middlewares.use(`/${path}`, (_request, response, next) => {
          Promise.resolve(make()).then((text) => {
            response.setHeader('content-type', 'application/json');
            response.end(text);
          }, next);
        });
      }
    },
  };
  const admin = join(root, 'admin');
  const server = await createServer({
    root: admin,
    configFile: join(admin, 'vite.config.ts'),
    customLogger: logger,
    server: { host, port, strictPort: true },
    plugins: [extraFiles],
  });
  await server.listen();
  return { stop: () => server.close() };
}
