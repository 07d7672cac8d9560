import { join } from 'node:path';
import type { Log } from '@frontage/local/start';
import type { Plugin } from 'vite';
import { root } from './configuration.ts';
import type { ExtraFiles } from './hosted-files.ts';

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
