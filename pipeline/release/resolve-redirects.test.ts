import { expect, it } from 'vitest';
import { noAddresses } from '../sync/compose-addresses.ts';
import { createRedirectResolver } from './resolve-redirects.ts';

const old = new Map([['/page/old', '/page/new']]);
const isFile = (address: string): boolean => ['/page/new', '/demos'].includes(address);
type Own = Record<string, string | [string, 302]>;

it.each<[string, Own, string, string | null]>([
  ['an old address', {}, '/page/old', '301 /page/new'],
  ['nothing', {}, '/x', null],
  ['an own redirect', { '/a': '/page/new' }, '/a', '301 /page/new'],
  ['one to another site', { '/a': 'https://x.example/' }, '/a', '301 https://x.example/'],
  ['one instead of an old address', { '/page/old': '/demos' }, '/page/old', '301 /demos'],
  ['one to an old address', { '/a': '/page/old/' }, '/a', '301 /page/new'],
  ['one to another', { '/a': '/b', '/b': '/c', '/c': '/page/old?x' }, '/a', '301 /page/new'],
  ['one to another for now', { '/a': '/b', '/b': ['/demos', 302] }, '/a', '302 /demos'],
  ['one for now to another', { '/a': ['/b', 302], '/b': '/demos' }, '/a', '302 /demos'],
  ['one to another where a file stands', { '/a': '/demos', '/demos': '/b' }, '/a', '301 /demos'],
  ['one to nothing', { '/a': '/nothing?x=1#y' }, '/a', '301 /nothing?x=1#y'],
  ['a circle', { '/a': '/b', '/b': '/c', '/c': '/a' }, '/b', null],
  ['one that leads into a circle', { '/a': '/b', '/b': '/c', '/c': '/b' }, '/a', null],
])('%s', (...[, redirects, address, expected]) => {
  const own = new Map(
    Object.entries(redirects).map(([from, to]) => {
      const [target, status] = typeof to === 'string' ? ([to, 301] as const) : to;
      return [from, { to: target, status }] as const;
    }),
  );
  const found = createRedirectResolver({ ...noAddresses, old, own }, isFile)(address);
  expect(found && `${String(found.status)} ${found.to}`).toBe(expected);
});

it('walks a long chain once, in any query order', () => {
  const length = 500;
  const own = new Map(
    Array.from({ length }, (_, step) => [`/r${String(step)}`, { to: `/r${String(step + 1)}`, status: 301 as const }]),
  );
  let looks = 0;
  const leadingOn = createRedirectResolver({ ...noAddresses, old, own }, () => {
    looks += 1;
    return false;
  });
  for (const from of own.keys()) expect(leadingOn(from)).toEqual({ to: `/r${String(length)}`, status: 301 });
  expect(looks).toBe(length);
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
    const leadingOn = createRedirectResolver({ ...noAddresses, old, own }, isFile);
    const found = new Map(order.map((from) => [from, leadingOn(from)?.to ?? null]));
    expect(Object.fromEntries(found)).toEqual({ '/a': null, '/b': null, '/c': null, '/d': '/demos' });
  }
});
