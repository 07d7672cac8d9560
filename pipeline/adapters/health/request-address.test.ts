import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
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

/** Answers each connection with `respond`, and ends all connections afterwards. */
async function withServer(respond: (socket: Socket) => void, use: (address: string) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  const tcp = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => respond(socket));
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${String((tcp.address() as AddressInfo).port)}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    tcp.close();
  }
}

const again = (socket: Socket, text: string, first = text): void => {
  socket.write(first);
  const timer = setInterval(() => socket.write(text), 5);
  socket.once('close', () => clearInterval(timer));
};
const invalid = { failure: 'answers with an invalid response' };
const late = { failure: 'does not answer in time' };
const switching = 'HTTP/1.1 101 Switching Protocols\r\n';

it.each<[string, (socket: Socket) => void, object]>([
  ['switches protocols', (s) => s.write(`${switching}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`), invalid],
  [
    'switches protocols and sends on',
    (s) => again(s, 'text', `${switching}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`),
    invalid,
  ],
  ['switches protocols without a name', (s) => s.write(`${switching}\r\n`), invalid],
  ['sends early hints without end', (s) => again(s, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), invalid],
  ['asks to continue without end', (s) => again(s, 'HTTP/1.1 100 Continue\r\n\r\n'), invalid],
  ['sends early hints and the page', (s) => s.write('HTTP/1.1 103 \r\n\r\nHTTP/1.1 200 OK\r\n\r\n'), { status: 200 }],
  ['sends headers without end', (s) => again(s, 'a: b\r\n', 'HTTP/1.1 200 OK\r\n'), late],
  ['sends a header without end', (s) => s.write(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}`), invalid],
  ['sends a body without end', (s) => again(s, 'text', 'HTTP/1.1 200 OK\r\n\r\n'), { status: 200 }],
  ['sends a part of a status line', (s) => s.write('HTTP/1'), late],
  ['sends no HTTP', (s) => s.write('SSH-2.0-server\r\n'), invalid],
  ['closes without a response', (s) => s.end(), { failure: 'does not answer' }],
  ['resets the connection', (s) => s.resetAndDestroy(), { failure: 'does not answer' }],
  ['sends nothing', () => undefined, late],
  ['sends a status of zero', (s) => s.write('HTTP/1.1 000 \r\n\r\n'), invalid],
])('ends the request to a server that %s', async (_case, respond, expected) => {
  await withServer(respond, async (address) => {
    const request = openRequester({ origin, allowed: ['127.0.0.1'], deadline: 400 });
    expect(await request(address, 'GET')).toMatchObject(expected);
  });
});

it('counts all redirects of a request to its deadline', async () => {
  const redirect = (socket: Socket) =>
    void setTimeout(() => socket.end('HTTP/1.1 302 Found\r\nLocation: /next\r\n\r\n'), 150);
  await withServer(redirect, async (address) => {
    const request = openRequester({ origin, allowed: ['127.0.0.1'], deadline: 400 });
    expect(await request(address, 'HEAD')).toEqual(late);
  });
});
