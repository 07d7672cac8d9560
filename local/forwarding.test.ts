import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { functionHeaders, hopHeader } from './forwarding.ts';

const secret = 'known to the hosting server';
const from = (headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress: '127.0.0.9' } }) as unknown as IncomingMessage;
const hop = { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-host': 'site', 'x-forwarded-proto': 'http' };

it.each<[string, Record<string, string>, string | undefined, object]>([
  ['a request without claims', {}, secret, { 'x-forwarded-for': '127.0.0.9' }],
  [
    'a request with a forged address',
    { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' },
    secret,
    { 'x-forwarded-for': '127.0.0.9' },
  ],
  [
    'a request with all forged headers',
    {
      ...hop,
      forwarded: 'for=1.1.1.1',
      'x-real-ip': '1.1.1.1',
      'fastly-client-ip': '1.1.1.1',
      'x-appengine-user-ip': '1',
    },
    secret,
    { 'x-forwarded-for': '127.0.0.9' },
  ],
  [
    'a request of the hosting server',
    { ...hop, [hopHeader]: secret, accept: '*/*' },
    secret,
    { ...hop, accept: '*/*' },
  ],
  [
    'a request with a wrong hop secret',
    { ...hop, [hopHeader]: secret.toUpperCase() },
    secret,
    { 'x-forwarded-for': '127.0.0.9' },
  ],
  [
    'a request with an empty hop header and no configured secret',
    { ...hop, [hopHeader]: '' },
    undefined,
    { 'x-forwarded-for': '127.0.0.9' },
  ],
])('filters the headers of %s', (_case, ...[headers, hopSecret, expected]) => {
  const seen = functionHeaders(from(headers), hopSecret);
  expect(JSON.parse(JSON.stringify(seen))).toEqual(expected);
});
