import type { IncomingMessage } from 'node:http';
import { timingSafeEqual } from 'node:crypto';

/** The header with which the hosting server proves to the functions server that it forwards a request. */
export const hopHeader = 'x-frontage-hop';

const claimHeader =
  /^(x-forwarded(-.+)?|forwarded|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fastly-client-ip|x-appengine-.+|x-frontage-hop)$/;

/** Headers without those that a caller could use to forge its address, host or protocol. */
export const withoutForwardingHeaders = <Headers extends object>(headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !claimHeader.test(name))) as Headers;

/**
 * The headers that a function receives. As behind Google's front end, `X-Forwarded-For` is the origin of the request:
 * the address of the connection, or the address sent by the hosting server, which sends `hopSecret`. Other claims are
 * removed.
 */
export function functionHeaders(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  hopSecret: string | undefined,
): IncomingMessage['headers'] {
  const { 'x-forwarded-for': address, 'x-forwarded-host': host, 'x-forwarded-proto': proto } = headers;
  const forwarded = { 'x-forwarded-for': address, 'x-forwarded-host': host, 'x-forwarded-proto': proto };
  const trusted = isSame(headers[hopHeader], hopSecret) ? forwarded : { 'x-forwarded-for': socket.remoteAddress };
  return { ...withoutForwardingHeaders(headers), ...trusted };
}

function isSame(given: string | string[] | undefined, secret: string | undefined): boolean {
  if (typeof given !== 'string' || secret === undefined || given.length !== secret.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(secret));
}
