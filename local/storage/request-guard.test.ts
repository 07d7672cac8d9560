import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { DiskFullError } from '@frontage/firestore-server/damaged-file';
import { isOwner, isServerApi, isServerLibrary, keepNameEncoded, refusalFor, refusalOf } from './request-guard.ts';

const request = (url: string, headers: Record<string, string> = {}): IncomingMessage =>
  ({ url, headers }) as unknown as IncomingMessage;
const page = { origin: 'http://localhost:4322' };

it.each<[string, number | null]>([
  ['/v0/b/x/o', null],
  ['/b/x/o', null],
  ['/internal/setRules', null],
  ['/internal/export', 404],
  ['/internal/reset', 404],
  ['/v0/b/x/o?maxResults=10', null],
  ['/v0/b/x/o?maxResults=-1', 400],
  ['/v0/b/x/o?prefix=a&maxResults=x', 400],
])('%s is refused with %s', (url, status) => {
  expect(refusalOf({ url })?.status ?? null).toBe(status);
});

it.each([
  ['/v0/b/x/o', false],
  ['/b/x/o', true],
  ['/internal/setrules', true],
  ['/', true],
])('%s belongs to the server API: %s', (path, expected) => {
  expect(isServerApi(path)).toBe(expected);
});

it.each([
  ['Bearer owner', true],
  ['firebase owner', true],
  ['Bearer owner2', false],
  ['Bearer', false],
  [undefined, false],
])('%s is accepted as the owner: %s', (authorization, expected) => {
  expect(isOwner(authorization)).toBe(expected);
});

it.each([
  ['/v0/b/x/o/a%2Fb', '/v0/b/x/o/a%252Fb'],
  ['/v0/b/x/o/100%25.txt?alt=media&token=%20', '/v0/b/x/o/100%2525.txt?alt=media&token=%20'],
  ['/v0/b/x/o?name=a%2Fb', '/v0/b/x/o?name=a%2Fb'],
  ['/b/x/o/a%2Fb', '/b/x/o/a%2Fb'],
])('%s reaches the emulator as %s', (url, expected) => {
  expect(keepNameEncoded(url)).toBe(expected);
});

it.each<[Record<string, string>, boolean]>([
  [{ 'x-goog-api-client': 'gl-node/24 gccl/8.1.0' }, true],
  [{ 'x-goog-api-client': 'gl-js/ fire/12' }, false],
  [{ 'x-goog-api-client': 'gccl/8.1.0', ...page }, false],
  [{ 'x-goog-api-client': 'gccl/8.1.0', authorization: 'Bearer x' }, false],
  [{}, false],
])('%o is recognized as the server library: %s', (headers, expected) => {
  expect(isServerLibrary(request('/', headers))).toBe(expected);
});

describe('refusalFor', () => {
  it.each<[string, unknown, number, boolean]>([
    ['an unhandled request', undefined, 404, false],
    ['an unreadable body', Object.assign(new Error('x'), { status: 413 }), 413, false],
    ['malformed JSON', new SyntaxError('x'), 400, false],
    ['a malformed name', new URIError('x'), 400, false],
    ['a bug', new TypeError('x'), 500, true],
    ['a full disk', new DiskFullError('/data/blob', null), 507, true],
  ])('maps %s to a response', (...[, error, status, isLogged]) => {
    const logged: unknown[] = [];
    expect([
      refusalFor(error, { log: (event) => logged.push(event), url: '/upload' }).status,
      logged.length > 0,
    ]).toEqual([status, isLogged]);
  });

  it('reports a full disk to browsers as an exceeded quota, because they repeat requests after a 5xx', () => {
    const error = new DiskFullError('/data/blob', null);
    const refusal = refusalFor(error, { log: () => undefined, url: '/v0/b/demo-images/o' });
    expect(refusal).toEqual({ status: 402, message: error.message });
  });
});
