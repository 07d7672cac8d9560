import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { openReceiver, type ReceiverOptions } from './receiver.ts';

export interface PipelineServerOptions extends ReceiverOptions {
  /** Address to listen on; loopback by default. */
  host?: string;
  /** Port to listen on; 0 selects a free one. */
  port: number;
  /** Milliseconds within which a request must have arrived; 10,000 by default. */
  patience?: number;
}

export interface PipelineServer {
  port: number;
  /** Resolves when no request is open. */
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';
const tenSeconds = 10_000;

/** Serves the receiver on a port. */
export async function startPipelineServer(options: PipelineServerOptions): Promise<PipelineServer> {
  const { host = loopback, port, patience = tenSeconds } = options;
  // Node only checks for requests that take too long at this interval.
  const limits = { requestTimeout: patience, headersTimeout: patience, connectionsCheckingInterval: patience / 10 };
  let accepted = 0;
  // Rendering in this process needs Node's global `Request`. `hostname` is used for requests without a host name.
  const server = createAdaptorServer({
    fetch: openReceiver({ ...options, connections: () => accepted }).fetch,
    serverOptions: limits,
    overrideGlobalObjects: false,
    hostname: loopback,
  }) as Server;
  server.on('connection', () => (accepted += 1));
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
