import { expect, it } from 'vitest';
import { noAddresses } from '../sync/compose-addresses.ts';
import { createRedirectResolver } from './redirects.ts';

const old = new Map([['/page/old', '/page/new']]);
const origin = 'https://site.web.example';
const siteUrl = 'https://Site.example/';
const isFile = (address: string): boolean => ['/page/new', '/demos'].includes(address);
type Own = Record<string, string | [string, 302]>;

it.each<[string, Own, string, string | null]>([
  ['an old address', {}, '/page/old', '301 /page/new'],
  ['an address without a redirect', {}, '/x', null],
  ['an own redirect', { '/a': '/page/new' }, '/a', '301 /page/new'],
  ['an own redirect to another site', { '/a': 'https://x.example/' }, '/a', '301 https://x.example/'],
  ['an own redirect at an old address', { '/page/old': '/demos' }, '/page/old', '301 /demos'],
  ['an own redirect to an old address', { '/a': '/page/old/' }, '/a', '301 /page/new'],
  ['a chain of own redirects', { '/a': '/b', '/b': '/c', '/c': '/page/old?x' }, '/a', '301 /page/new'],
  ['a permanent redirect to a temporary one', { '/a': '/b', '/b': ['/demos', 302] }, '/a', '302 /demos'],
  ['a temporary redirect to a permanent one', { '/a': ['/b', 302], '/b': '/demos' }, '/a', '302 /demos'],
  ['an own redirect to a redirect at the address of a file', { '/a': '/demos', '/demos': '/b' }, '/a', '301 /demos'],
  ['an own redirect to a missing address', { '/a': '/nothing?x=1#y' }, '/a', '301 /nothing?x=1#y'],
  ['an absolute address of this site', { '/a': 'https://site.web.example/nothing?x=1#y' }, '/a', '301 /nothing?x=1#y'],
  [
    'a chain of absolute addresses',
    { '/a': 'https://site.example/b', '/b': 'http://SITE.web.example/c', '/c': 'https://site.example:443/demos' },
    '/a',
    '301 /demos',
  ],
  ['the own absolute address', { '/a': 'https://site.example/a' }, '/a', null],
  ['the own address with other case, port and slash', { '/a': 'HTTPS://SITE.Example.:443//a/?x=1' }, '/a', null],
  ['the own address by http', { '/a': 'http://site.web.example/a#x' }, '/a', null],
  ['the own address with dot segments', { '/a': '/b/%2e%2E/./a' }, '/a', null],
  ['a loop through an absolute address', { '/a': '/b', '/b': 'https://site.web.example/a' }, '/b', null],
  ['another port of this host', { '/a': 'https://site.example:8443/a' }, '/a', '301 https://site.example:8443/a'],
  ['a loop', { '/a': '/b', '/b': '/c', '/c': '/a' }, '/b', null],
  ['an own redirect into a loop', { '/a': '/b', '/b': '/c', '/c': '/b' }, '/a', null],
])('resolves %s', (...[, redirects, address, expected]) => {
  const own = new Map(
    Object.entries(redirects).map(([from, to]) => {
      const [target, status] = typeof to === 'string' ? ([to, 301] as const) : to;
      return [from, { to: target, status }] as const;
    }),
  );
  const found = createRedirectResolver({ ...noAddresses, old, own, siteUrl }, { isFile, origin })(address);
  expect(found && `${String(found.status)} ${found.to}`).toBe(expected);
});

it('resolves each address of a long chain once', () => {
  const length = 500;
  const own = new Map(
    Array.from({ length }, (_, step) => [`/r${String(step)}`, { to: `/r${String(step + 1)}`, status: 301 as const }]),
  );
  let calls = 0;
  const resolve = createRedirectResolver(
    { ...noAddresses, old, own },
    {
      isFile: () => {
        calls += 1;
        return false;
      },
      origin,
    },
  );
  for (const from of own.keys()) expect(resolve(from)).toEqual({ to: `/r${String(length)}`, status: 301 });
  expect(calls).toBe(length);
});

it('resolves a loop and addresses leading into it equally in any order', () => {
  const own = new Map(
    ['/a /b', '/b /c', '/c /b', '/d /demos'].map((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return [from, { to, status: 301 as const }];
    }),
  );
  for (const order of [
    ['/a', '/b', '/c', '/d'],
    ['/d', '/c', '/b', '/a'],
  ]) {
    const resolve = createRedirectResolver({ ...noAddresses, old, own, siteUrl }, { isFile, origin });
    const found = new Map(order.map((from) => [from, resolve(from)?.to ?? null]));
    expect(Object.fromEntries(found)).toEqual({ '/a': null, '/b': null, '/c': null, '/d': '/demos' });
  }
});
