import { createServer } from 'node:net';
import type { Failure } from './failure.ts';

/** Servers in the order of their ports, from the base upwards. */
export const servers = ['site', 'admin', 'embed', 'pipeline', 'functions', 'auth', 'storage', 'firestore'] as const;

type Server = (typeof servers)[number];
export type Ports = Record<Server, number>;

/** The eight ports from `base`. */
export function portsFrom(base: number): Ports {
  return Object.fromEntries(servers.map((server, index) => [server, base + index])) as Ports;
}

/** A failure naming the first port that somebody else holds. */
export async function findTakenPort(ports: Ports, host: string): Promise<Failure | null> {
  for (const server of servers) {
    if (await isTaken(ports[server], host)) {
      return {
        what: `Port ${ports[server]} (${server}) is already in use`,
        next: `Stop what uses it, or choose other ports: npm start -- --port ${ports.site + 100}`,
      };
    }
  }
  return null;
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
