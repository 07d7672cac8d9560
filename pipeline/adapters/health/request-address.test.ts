import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRequester } from './request-address.ts';

const origin = 'https://site.example';
const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${String(request.method)} ${String(request.url)} ${String(request.headers['user-agent'])}`);
  const to = { '/moved': '/here', '/inside': 'http://10.0.0.1/', '/loop': '/loop', '/mail': 'mailto:a@b.example' }[
    request.url ?? ''
  ];
  if (to !== undefined) response.writeHead(302, { location: to }).end();
  else if (request.url === '/busy') response.writeHead(429, { 'retry-after': '7' }).end();
  else response.writeHead(request.url === '/here' ? 200 : 404).end('text');
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

it.each<[string, object]>([
  ['/here', { status: 200 }],
  ['/moved', { status: 200 }],
  ['/gone', { status: 404 }],
  ['/busy', { status: 429, retryAfter: 7_000 }],
  ['/loop', { failure: 'redirects too often' }],
  ['/mail', { failure: 'redirects to an address that is not a page' }],
  ['/inside', { failure: 'leads to a private address, which visitors cannot reach' }],
])('answers for %s', async (path, expected) => {
  const request = openRequester({ origin, allowed: ['127.0.0.1'] });
  expect(await request(`http://127.0.0.1:${String(port)}${path}`, 'HEAD')).toMatchObject(expected);
  expect(seen[0]).toBe('HEAD /here Frontage link check (https://site.example)');
});

it.each([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '0.0.0.0',
  '2130706433',
  '0x7f.1',
  '[::ffff:127.0.0.1]',
  '169.254.169.254',
  '10.1.2.3',
  '[fd00::1]',
])('requests nothing from the private address %s', async (host) => {
  seen.length = 0;
  const response = await openRequester({ origin })(`http://${host}:${String(port)}/here`, 'GET');
  expect(response).toEqual({ failure: 'leads to a private address, which visitors cannot reach' });
  expect(seen).toEqual([]);
});

it('reports a server that does not answer', async () => {
  const request = openRequester({ origin, allowed: ['127.0.0.1'] });
  expect(await request('http://127.0.0.1:9/', 'HEAD')).toEqual({ failure: 'does not answer' });
});
