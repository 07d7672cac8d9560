import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientOf } from './client.ts';

const from = (forwarded: string | string[] | undefined, remoteAddress = '127.0.0.1') =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('the address attempts are counted for', () => {
  it.each<[string, string, string | string[] | undefined]>([
    ['as the front end says', '1.1.1.1', '1.1.1.1'],
    ['despite a forged entry', '1.1.1.1', '9.9.9.9, 1.1.1.1'],
    ['despite several forged entries', '1.1.1.1', '9.9.9.9, 8.8.8.8,7.7.7.7 , 1.1.1.1'],
    ['without a front end', '127.0.0.1', undefined],
    ['of an empty header', '127.0.0.1', ' , '],
    ['of a header sent twice', '1.1.1.1', ['9.9.9.9', '1.1.1.1']],
    ['IPv6 by its network', '2001:db8:1:2::/64', '2001:db8:1:2:3:4:5:6'],
    ['IPv6 written short', '2001:db8:0:0::/64', '2001:db8::1'],
    ['IPv6 written long', '2001:db8:0:a::/64', '2001:0DB8:0000:000a:0:0:0:1'],
    ['IPv6 of an interface', 'fe80:0:0:0::/64', 'fe80::1%eth0'],
    ['IPv4 within IPv6', '1.1.1.1', '::ffff:1.1.1.1'],
    ['something else', 'unix', 'unix'],
  ])('%s: %s', (_case, expected, forwarded) => {
    expect(clientOf(from(forwarded), 1)).toEqual({ address: expected, visitor: expected });
    // With any number of declared proxies, the address is the one that cannot be forged.
    expect(clientOf(from(forwarded), 3).address).toBe(expected);
  });
});

describe('the visitor behind a declared proxy', () => {
  it.each<[string, string, string]>([
    ['is the address that the proxy reports', '1.1.1.1 5.5.5.5', '1.1.1.1, 5.5.5.5'],
    ['is not the address that a visitor claims', '1.1.1.1 5.5.5.5', '9.9.9.9, 1.1.1.1, 5.5.5.5'],
    ['counts by network', '2001:db8:1:2::/64 5.5.5.5', '2001:db8:1:2:3:4:5:6, 5.5.5.5'],
    ['is the address where there was no proxy', '1.1.1.1', '1.1.1.1'],
  ])('%s: %s', (_case, expected, forwarded) => {
    expect(clientOf(from(forwarded), 2).visitor).toBe(expected);
  });
});
