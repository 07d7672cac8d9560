import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './configuration.ts';

/** Serves the back office from its source with hot reload; `config` answers /config.json. */
export async function serveAdminSource({ host, port, config }: { host: string; port: number; config: string }) {
  const { createServer } = await import('vite');
  const configFile: Plugin = {
    name: 'frontage-config',
    configureServer(server) {
      server.middlewares.use('/config.json', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(config);
      });
    },
  };
  const admin = join(root, 'admin');
  const server = await createServer({
    root: admin,
    configFile: join(admin, 'vite.config.ts'),
    server: { host, port, strictPort: true },
    plugins: [configFile],
  });
  await server.listen();
  return { stop: () => server.close() };
}
