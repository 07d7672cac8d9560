import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Thrown if the port of a service is already in use. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  readonly code = 'EADDRINUSE';
  readonly service: string;
  readonly port: number;

  constructor(service: string, port: number) {
    super(`Port ${port}, wanted for ${service}, is taken.`);
    this.service = service;
    this.port = port;
  }
}

export interface Address {
  host: string;
  port: number;
}

/** Starts listening and returns the port; for port 0 the OS chooses one. Rejects with PortTakenError. */
export function listen(server: Server, service: string, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortTakenError(service, port) : error);
    });
    server.listen(port, host, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Stops accepting connections, waits up to `graceMs` for pending responses, then closes the remaining connections. */
export function close(server: Server, graceMs = 1_000): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
