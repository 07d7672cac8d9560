import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

const from = (forwarded: string | string[] | undefined, remoteAddress = '127.0.0.1') =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('the address attempts are counted for', () => {
  it.each<[string, string, string | string[] | undefined, number]>([
    ['one proxy', '1.1.1.1', '1.1.1.1', 1],
    ['what a caller claims is further left', '1.1.1.1', '9.9.9.9, 1.1.1.1', 1],
    ['two proxies', '1.1.1.1', '1.1.1.1, 2.2.2.2', 2],
    ['a claim before two proxies', '1.1.1.1', '9.9.9.9,1.1.1.1,2.2.2.2', 2],
    ['fewer entries than proxies', '1.1.1.1', '1.1.1.1', 2],
    ['no proxy at all', '127.0.0.1', undefined, 2],
    ['an empty header', '127.0.0.1', ' , ', 2],
    ['a header sent twice', '1.1.1.1', ['9.9.9.9', '1.1.1.1'], 1],
    ['IPv6 by its network', '2001:db8:1:2::/64', '2001:db8:1:2:3:4:5:6', 1],
    ['IPv6 written short', '2001:db8:0:0::/64', '2001:db8::1', 1],
    ['IPv6 written long', '2001:db8:0:a::/64', '2001:0DB8:0000:000a:0:0:0:1', 1],
    ['IPv4 within IPv6', '1.1.1.1', '::ffff:1.1.1.1', 1],
    ['something else', 'unix', 'unix', 1],
  ])('%s: %s', (_case, expected, ...[forwarded, proxies]) => {
    expect(clientAddress(from(forwarded), proxies)).toBe(expected);
  });
});
