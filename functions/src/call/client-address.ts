import type { IncomingMessage } from 'node:http';

/**
 * The address a request came from: `proxies` entries from the right of X-Forwarded-For, as each trusted proxy appends the
 * address it was called from and everything further left is the caller's own claim. Without such an entry, the socket's.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number): string {
  const header = request.headers['x-forwarded-for'];
  const entries = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.at(-proxies) ?? entries[0] ?? request.socket.remoteAddress ?? 'unknown';
}
