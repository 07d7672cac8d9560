import { describe, expect, it } from 'vitest';
import { rejectionOf } from './guard.ts';

const guarded = {
  host: 'mybox',
  largestBody: 1_000,
  isAdministrative: (path: string): boolean => path.startsWith('/emulator/v1/'),
};
const rejection = (url: string, headers: Record<string, string> = {}): number | null =>
  rejectionOf({ url, headers }, guarded)?.status ?? null;

describe('rejectionOf for requests from web pages', () => {
  const foreign = { origin: 'https://evil.example' };
  const owner = { authorization: 'Bearer owner' };
  it.each<[string, Record<string, string>, number | null]>([
    ['/v1/x', {}, null],
    ['/v1/x', owner, null],
    ['/v1/x', foreign, null],
    ['/v1/x', { ...foreign, authorization: 'Bearer a.b.c' }, null],
    ['/v1/x', { ...foreign, ...owner }, 403],
    ['/v1/x', { origin: 'http://localhost:4322', ...owner }, 403],
    ['/v1/x', { origin: 'null', ...owner }, 403],
    ['/v1/x', { ...foreign, authorization: ' bearer   OWNER ' }, 403],
    ['/v1/x', { ...foreign, authorization: 'Firebase owner' }, 403],
    ['/v1/x', { ...foreign, authorization: 'Bearer ya29.x' }, 403],
    ['/v1/x', { ...foreign, authorization: 'Bearer owners' }, null],
    ['/emulator/v1/x', {}, null],
    ['/emulator/v1/x', owner, null],
    ['/emulator/v1/x', foreign, 403],
    ['/emulator/v1/x', { 'sec-fetch-site': 'cross-site' }, 403],
    ['/emulator/v1/x', { 'sec-fetch-site': 'same-site' }, 403],
    ['/emulator/v1/x', { 'sec-fetch-site': 'same-origin' }, null],
    ['/emulator/v1/x', { 'sec-fetch-site': 'none' }, null],
    ['//emulator///v1/x', foreign, 403],
    ['/%65mulator/V1/x', foreign, 403],
    ['/emulator/v1%2Fx?a=b', foreign, 403],
    ['/emulator/action', foreign, null],
    ['http://127.0.0.1/emulator/v1/x', foreign, 400],
    ['*', foreign, null],
    ['/%E0%A4%A', {}, 400],
    ['x', {}, 400],
  ])('checks %s with %o: %s', (url, headers, status) => {
    expect(rejection(url, headers)).toBe(status);
  });
});

describe('rejectionOf for the Host header', () => {
  it.each<[string, number | null]>([
    ['127.0.0.1:4321', null],
    ['192.168.1.7', null],
    ['[::1]:4321', null],
    ['localhost', null],
    ['LOCALHOST:80', null],
    ['localhost.:80', null],
    ['admin.localhost:4321', null],
    ['mybox:4321', null],
    ['evil.example', 403],
    ['evil.example:4321', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['evil.example@127.0.0.1', 403],
    ['127.0.0.1:evil', 403],
    ['[evil]:1', 403],
    ['', 403],
  ])('checks %s: %s', (host, status) => {
    expect(rejection('/', { host })).toBe(status);
  });
});

it.each<[string, number | null]>([
  ['1000', null],
  ['1001', 413],
  ['99999999999999999999', 413],
])('checks a body of %s bytes: %s', (length, status) => {
  expect(rejection('/', { 'content-length': length })).toBe(status);
});
