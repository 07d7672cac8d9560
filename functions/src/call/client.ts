import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * The client of an attempt, for rate limits. For IPv6 only the /64 counts, because one household has 2^64 addresses.
 */
export interface Client {
  /** The address that connected to Google's front end: it cannot be forged, but may be a proxy's. */
  address: string;
  /**
   * The client before the declared proxies. A caller bypassing them can forge it, so it only subdivides
   * `address` and is never counted without it.
   */
  visitor: string;
}

/**
 * Each hop appends its caller to X-Forwarded-For: the last entry is the front end's, the `hops - 1` before it are
 * those of declared proxies, everything further left is unverified. Without the header it is the socket's address.
 */
export function clientOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, hops: number): Client {
  const entries = [headers['x-forwarded-for'] ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) entries.push(socket.remoteAddress ?? 'unknown');
  const networks = entries.slice(-Math.max(1, hops)).map(networkOf);
  return { address: networks.at(-1) ?? '', visitor: networks.join(' ') };
}

function networkOf(address: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*/, '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
