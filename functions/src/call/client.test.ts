import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientOf } from './client.ts';

const from = (forwarded: string | string[] | undefined, remoteAddress = '127.0.0.1') =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('clientOf', () => {
  it.each<[string, string, string | string[] | undefined]>([
    ['the entry of the front end', '1.1.1.1', '1.1.1.1'],
    ['the front-end entry despite a forged one', '1.1.1.1', '9.9.9.9, 1.1.1.1'],
    ['the front-end entry despite several forged ones', '1.1.1.1', '9.9.9.9, 8.8.8.8,7.7.7.7 , 1.1.1.1'],
    ['the socket address without a header', '127.0.0.1', undefined],
    ['the socket address with an empty header', '127.0.0.1', ' , '],
    ['the last entry of a repeated header', '1.1.1.1', ['9.9.9.9', '1.1.1.1']],
    ['the network of an IPv6 address', '2001:db8:1:2::/64', '2001:db8:1:2:3:4:5:6'],
    ['the network of a shortened IPv6 address', '2001:db8:0:0::/64', '2001:db8::1'],
    ['the network of a full IPv6 address', '2001:db8:0:a::/64', '2001:0DB8:0000:000a:0:0:0:1'],
    ['the network of an IPv6 address with a zone', 'fe80:0:0:0::/64', 'fe80::1%eth0'],
    ['the IPv4 address embedded in an IPv6 address', '1.1.1.1', '::ffff:1.1.1.1'],
    ['an address of another format unchanged', 'unix', 'unix'],
  ])('returns %s: %s', (_case, expected, forwarded) => {
    expect(clientOf(from(forwarded), 1)).toEqual({ address: expected, visitor: expected });
    // With any number of declared proxies, the address is the one that cannot be forged.
    expect(clientOf(from(forwarded), 3).address).toBe(expected);
  });
});

describe('the visitor behind a declared proxy', () => {
  it.each<[string, string, string]>([
    ['is the address that the proxy reports', '1.1.1.1 5.5.5.5', '1.1.1.1, 5.5.5.5'],
    ['is not the address that a visitor claims', '1.1.1.1 5.5.5.5', '9.9.9.9, 1.1.1.1, 5.5.5.5'],
    ['is the network of an IPv6 address', '2001:db8:1:2::/64 5.5.5.5', '2001:db8:1:2:3:4:5:6, 5.5.5.5'],
    ['is the address if no proxy forwarded the request', '1.1.1.1', '1.1.1.1'],
  ])('%s: %s', (_case, expected, forwarded) => {
    expect(clientOf(from(forwarded), 2).visitor).toBe(expected);
  });
});
