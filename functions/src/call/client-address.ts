import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Whom attempts are counted for: the address `proxies` entries from the right of X-Forwarded-For, as each trusted proxy
 * appends the address it was called from and everything further left is the caller's own claim; without one, the
 * socket's. Of an IPv6 address only the network counts, because one household has 2^64 of them.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number): string {
  const header = request.headers['x-forwarded-for'];
  const entries = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return networkOf(entries.at(-proxies) ?? entries[0] ?? request.socket.remoteAddress ?? 'unknown');
}

function networkOf(address: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
