import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPipelineServer, type PipelineServer } from './server.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const unused = () => Promise.reject(new Error('No message is signed in this test'));
const pipeline = {
  publish: unused,
  rollback: unused,
  unpin: unused,
  repair: unused,
  metrics: unused,
  live: () => null,
  status: () => {
    throw new Error('A reason that clients must not see');
  },
};

let server: PipelineServer;
let logged: string[];

beforeEach(async () => {
  logged = [];
  const log = (message: string) => void logged.push(message);
  server = await startPipelineServer({ pipeline, secret, port: 0, patience: 1_000, log });
});

afterEach(() => server.stop());

/** Sends a request's head and a part of its body, or all of it, and waits for the response. */
const begin = (body: string, headers = {}, isWhole = false) =>
  new Promise<number | undefined>((resolve, reject) => {
    const options = { port: server.port, path: '/hooks/publish', method: 'POST', headers };
    const sending = request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on('error', reject);
    sending.write(body);
    if (isWhole) sending.end();
  });

it.each<[string, string, object, number]>([
  ['that is too large is refused before it has all arrived', 'x'.repeat(70_000), {}, 413],
  ['that declares a size above the limit is refused at once', '{', { 'content-length': '70000' }, 413],
  ['that does not arrive is refused after a timeout', '{', { 'content-length': '100' }, 408],
])('a body %s', async (...[, body, headers, status]) => {
  expect(await begin(body, headers)).toBe(status);
});

it('a body of unknown length is read', async () => {
  expect(await begin('{}', {}, true)).toBe(401);
});

it('answers a request without a host name, as health probes send it', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.end('GET /healthz HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 /);
});

it('logs errors without sending them to the client', async () => {
  const response = await fetch(`http://127.0.0.1:${String(server.port)}/status`);
  expect([response.status, await response.json()]).toEqual([500, { error: 'Something went wrong' }]);
  expect(logged).toEqual(['A request failed: Error: A reason that clients must not see']);
});
