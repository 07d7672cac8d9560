import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './configuration.ts';
import type { Extra } from './hosted-files.ts';

/** Serves the back office from its source with hot reload, and the `extra` files, which are JSON. */
export async function serveAdminSource({ host, port, extra }: { host: string; port: number; extra: Extra }) {
  const { createServer } = await import('vite');
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
    server: { host, port, strictPort: true },
    plugins: [extraFiles],
  });
  await server.listen();
  return { stop: () => server.close() };
}
