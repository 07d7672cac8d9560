import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { openReceiver, type ReceiverOptions } from './receiver.ts';

export interface PipelineServerOptions extends ReceiverOptions {
  /** Loopback unless told otherwise. */
  host?: string;
  /** 0 for any free one. */
  port: number;
  /** How long a request may take to arrive, in milliseconds; 10 seconds unless told otherwise. */
  patience?: number;
}

export interface PipelineServer {
  port: number;
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';
const tenSeconds = 10_000;

/** Serves the receiver on a port. */
export async function startPipelineServer(options: PipelineServerOptions): Promise<PipelineServer> {
  const { host = loopback, port, patience = tenSeconds } = options;
  // Node looks for requests that take too long only so often.
  const limits = { requestTimeout: patience, headersTimeout: patience, connectionsCheckingInterval: patience / 10 };
  let taken = 0;
  // Rendering in this process keeps Node's Request. The host name is for requests without one.
  const server = createAdaptorServer({
    fetch: openReceiver({ ...options, connections: () => taken }).fetch,
    serverOptions: limits,
    overrideGlobalObjects: false,
    hostname: loopback,
  }) as Server;
  server.on('connection', () => (taken += 1));
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeIdleConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}
