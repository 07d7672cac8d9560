import { expect, it } from 'vitest';
import { leadingOn } from './next-redirects.ts';

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
  const found = leadingOn(address, { taken: new Map(), old, own }, isFile);
  expect(found && `${String(found.status)} ${found.to}`).toBe(expected);
});
