import { createServer } from 'node:net';
import type { Failure } from '../runtime/failure.ts';

/** Servers in the order of their ports, from the base upwards. */
export const servers = ['site', 'admin', 'embed', 'pipeline', 'functions', 'auth', 'storage', 'firestore'] as const;

type Server = (typeof servers)[number];
export type Ports = Record<Server, number>;

/** The default base port. */
export const defaultBase = 4321;

/** The highest base port: seven more ports must follow it. */
export const lastBase = 65_535 - servers.length + 1;

/** The Fetch standard's bad ports (section 2.9, port blocking): neither browsers nor Node's fetch connect to them. */
export const badPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** The eight consecutive ports from `base`, by server. */
export function portsFrom(base: number): Ports {
  return Object.fromEntries(servers.map((server, index) => [server, base + index])) as Ports;
}

/** A failure that names the first port that cannot be used on the host, with the reason; null if all can be used. */
export async function findUnusablePort(ports: Ports, host: string): Promise<Failure | null> {
  const bad = servers.find((server) => badPorts.has(ports[server]));
  if (bad) {
    return {
      what: `Browsers refuse to connect to port ${ports[bad]} (${bad})`,
      next: `Choose others: ${otherPorts(ports)}`,
    };
  }
  for (const server of servers) {
    const code = await tryToListen(ports[server], host);
    if (code !== null) return describe(code, { port: `Port ${ports[server]} (${server})`, host, ports });
  }
  return null;
}

/** Whether other machines can reach a server that listens on `host`. */
export const isReachableFromNetwork = (host: string): boolean => !/^(localhost|127(\.\d+){3}|::1)$/.test(host);

function describe(code: string, { port, host, ports }: { port: string; host: string; ports: Ports }): Failure {
  const others = otherPorts(ports);
  switch (code) {
    case 'EADDRINUSE':
      return {
        what: `${port} is already in use`,
        next: `Stop the program that uses it, or choose other ports: ${others}`,
      };
    case 'EACCES':
    case 'EPERM':
      return { what: `${port} needs administrator rights`, next: `Choose ports above 1023: ${others}` };
    case 'EADDRNOTAVAIL':
      return {
        what: `--host ${host} is not an address of this machine`,
        next: 'Omit --host for this machine only, or use --host 0.0.0.0 for all its addresses',
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        what: `--host ${host} cannot be found`,
        next: 'Check the spelling, or omit --host for this machine only',
      };
    default:
      return {
        what: `${port} on ${host} cannot be used: ${code}`,
        next: `Choose another --host, or other ports: ${others}`,
      };
  }
}

function otherPorts({ site }: Ports): string {
  const bases = [...Array(100).keys()].map((index) => (site + 100 * (index + 1)) % lastBase);
  const base = bases.find((port) => port > 1023 && servers.every((_server, index) => !badPorts.has(port + index)));
  return `npm start -- --port ${base ?? defaultBase}`;
}

/** Null if a server can listen on the port, else the system's error code. */
function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
