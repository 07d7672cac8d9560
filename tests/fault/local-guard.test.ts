import { request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHosting } from '../../local/hosting/server.ts';
import type { HostingService } from '../../local/hosting/server.ts';
import { contractFunctions, localProcess, PROJECT } from './support/local-process.ts';
import type { LocalProcess } from './support/local-process.ts';

// Requests that every local server rejects: administrative requests of web pages, DNS rebinding,
// bodies that are too large or never end.

let local: LocalProcess;
let site: HostingService;
beforeAll(async () => {
  local = await localProcess({
    only: ['auth', 'storage', 'firestore', 'functions'],
    functionsModule: contractFunctions,
  });
  await local.start();
  site = await startHosting({
    config: { cleanUrls: true },
    files: { get: () => Promise.resolve({ body: Buffer.from('a'), etag: 'a', size: 1 }) },
    host: '127.0.0.1',
    port: 0,
    log: () => undefined,
  });
});
afterAll(async () => {
  await site.stop();
  await local.remove();
});

const services = ['auth', 'storage', 'firestore', 'functions', 'hosting'] as const;
type Service = (typeof services)[number];
const hostOf = (service: Service): string => (service === 'hosting' ? `127.0.0.1:${site.port}` : local.hosts[service]);

const documents = `/v1/projects/${PROJECT}/databases/(default)/documents`;
const accounts = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:batchGet`;
/** For each server, a path that accepts a body (`body`) and a path that any web page may get (`page`). */
const addresses: Record<Service, { body: string; page: string }> = {
  auth: { body: '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x', page: '/' },
  storage: { body: '/v0/b/x/o?name=a', page: '/v0/b/x/o' },
  firestore: { body: `${documents}:commit`, page: `${documents}/open/a` },
  functions: { body: `/${PROJECT}/us-central1/echo`, page: `/${PROJECT}/us-central1/http` },
  hosting: { body: '/', page: '/' },
};

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request. Unlike fetch, it accepts any `Host`, `Origin` and `Sec-Fetch-Site`. */
function ask(service: Service, path: string, { method = 'GET', headers = {} }: RequestOptions = {}): Promise<Answer> {
  const [host, port] = hostOf(service).split(':');
  return new Promise((resolve, reject) => {
    const request = send({ host, port: Number(port), path, method, headers, agent: false }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    });
    request.on('error', reject);
    request.end();
  });
}

const foreign = { origin: 'https://evil.example' };
const own = { origin: 'http://127.0.0.1:4322' };
const owner = { authorization: 'Bearer owner' };

describe('administrative access of web pages', () => {
  it.each<[Service, string, string, Record<string, string>, boolean]>([
    ['firestore', 'GET', `${documents}/secret/a`, { ...foreign, ...owner }, true],
    ['firestore', 'GET', `${documents}/secret/a`, { ...own, ...owner }, true],
    ['firestore', 'POST', `${documents}:commit`, { origin: 'null', authorization: 'bearer  owner' }, true],
    ['firestore', 'DELETE', `/emulator/v1/projects/${PROJECT}/databases/(default)/documents`, foreign, true],
    ['firestore', 'PUT', `/emulator/v1/projects/${PROJECT}:securityRules`, foreign, true],
    ['firestore', 'GET', '/emulator/v1/x', { 'sec-fetch-site': 'cross-site' }, true],
    ['firestore', 'OPTIONS', `/emulator/v1/projects/${PROJECT}:securityRules`, foreign, true],
    ['firestore', 'GET', `${documents}/open/a`, foreign, false],
    ['firestore', 'GET', `${documents}/secret/a`, owner, false],
    ['auth', 'DELETE', `/emulator/v1/projects/${PROJECT}/accounts`, foreign, true],
    ['auth', 'GET', `/emulator/v1/projects/${PROJECT}/oobCodes`, { 'sec-fetch-site': 'same-site' }, true],
    ['auth', 'GET', accounts, { ...foreign, ...owner }, true],
    ['auth', 'GET', accounts, owner, false],
    ['auth', 'GET', '/', foreign, false],
    ['storage', 'GET', '/b/x/o', foreign, true],
    ['storage', 'GET', '/b/x/o', { 'sec-fetch-site': 'cross-site' }, true],
    ['storage', 'GET', '/v0/b/x/o', { ...foreign, ...owner }, true],
    ['storage', 'GET', '/v0/b/x/o', foreign, false],
    ['functions', 'GET', addresses.functions.page, { ...foreign, ...owner }, true],
    ['functions', 'GET', addresses.functions.page, foreign, false],
    ['hosting', 'GET', '/', { ...foreign, ...owner }, true],
    ['hosting', 'GET', '/', foreign, false],
  ])('%s: %s %s with %o is rejected: %s', async (...[service, method, path, headers, isRefused]) => {
    expect((await ask(service, path, { method, headers })).status === 403).toBe(isRefused);
  });
});

describe.each(services)('%s', (service) => {
  it.each([
    ['127.0.0.1:1', false],
    ['localhost', false],
    ['[::1]:80', false],
    ['evil.example', true],
    ['evil.example:4321', true],
    ['127.0.0.1.evil.example', true],
  ])('with the Host header %s rejects the request: %s', async (host, isRefused) => {
    const { status } = await ask(service, addresses[service].page, { headers: { host } });
    expect(status === 403).toBe(isRefused);
  });

  it('does not allow private network access to public web pages', async () => {
    const { headers } = await ask(service, addresses[service].page, {
      method: 'OPTIONS',
      headers: { ...foreign, 'access-control-request-method': 'GET', 'access-control-request-private-network': 'true' },
    });
    expect(headers['access-control-allow-private-network']).toBeUndefined();
  });

  it('rejects a body above the limit before reading it', async () => {
    const { status } = await ask(service, addresses[service].body, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(200 * 1024 * 1024),
        expect: '100-continue',
      },
    });
    expect(status).toBe(413);
  });

  it.each([
    ['malformed percent-encoding', '/%E0%A4%A'],
    ['an absolute URL', 'http://127.0.0.1/'],
  ])('answers 400 to %s', async (_title, path) => {
    expect((await ask(service, path)).status).toBe(400);
  });

  it.each(['/\\?key=x', '//?key=x', '/b/\\/o?ifGenerationMatch=0', '/b/x/o/%5C%2F?ifGenerationMatch=0'])(
    'stays alive after a request for %s',
    async (path) => {
      expect((await ask(service, path)).status).not.toBe(500);
      expect((await ask(service, addresses[service].page)).status).toBeLessThan(500);
      expect(local.isAlive()).toBe(true);
    },
  );
});

describe('slow clients', { tags: 'full' }, () => {
  /** Sends `bytes`, then `drip` once a second until the server closes the connection. Returns the first line. */
  function answerTo(service: Service, bytes: string, drip = ''): Promise<string> {
    const [host, port] = hostOf(service).split(':');
    return new Promise((resolve) => {
      let received = '';
      const socket = connect(Number(port), host, () => socket.write(bytes));
      const dripping = setInterval(() => socket.write(drip), 1_000);
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(dripping);
        resolve(received.split('\r\n')[0] ?? '');
      });
    });
  }
  const head = (service: Service): string =>
    `POST ${addresses[service].body} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;

  it.concurrent.each([
    ['a body that stops', (service: Service) => answerTo(service, `${head(service)}content-length: 100\r\n\r\n{"a"`)],
    [
      'a body that arrives byte by byte',
      (service: Service) => answerTo(service, `${head(service)}content-length: 100\r\n\r\n`, ' '),
    ],
    [
      'chunks that stop',
      (service: Service) => answerTo(service, `${head(service)}transfer-encoding: chunked\r\n\r\n1\r\n{`),
    ],
  ])('every server ends a request with %s', async (_title, send) => {
    // Hosting answers without reading the body.
    const expected = services.map((service) =>
      service === 'hosting' ? 'HTTP/1.1 200 OK' : 'HTTP/1.1 408 Request Timeout',
    );
    expect(await Promise.all(services.map(send))).toEqual(expected);
  });

  it.concurrent('every server ends a request with headers that stop', async () => {
    const answers = await Promise.all(services.map((service) => answerTo(service, head(service))));
    expect(answers).toEqual(services.map(() => 'HTTP/1.1 408 Request Timeout'));
  });

  it.concurrent('Firestore, which reads the first bytes to detect the protocol, closes a connection that sends nothing', async () => {
    expect(await answerTo('firestore', '')).toBe('');
  });
});
