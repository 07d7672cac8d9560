import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Whom attempts are counted for. Of an IPv6 address only the network counts, because one household has 2^64 of them. */
export interface Client {
  /** Where the request reached Google's front end from: nobody can make it up, but it may be a proxy's. */
  address: string;
  /**
   * With that, who came before the proxies that were declared. Whoever calls a function past them can make the rest up, so this
   * tells apart whom `address` holds together, and is never counted without it.
   */
  visitor: string;
}

/**
 * Each hop appends to X-Forwarded-For whom it was called by: the last entry is the front end's own, the `hops - 1` before it are
 * those of declared proxies, everything further left is the caller's word. Without the header it is the socket's address.
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
