import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHosting } from '../../local/hosting/server.ts';
import type { HostingService } from '../../local/hosting/server.ts';
import { sendRequest, requestsTo } from './support/http-requests.ts';
import { contractFunctions, localProcess, PROJECT } from './support/local-process.ts';
import type { LocalProcess } from './support/local-process.ts';
import { sized } from '../full.ts';

/** Fuzz tests of the local servers: any input gets an HTTP answer, and the server still answers the next request. */

const RUNS = sized(3_000, 150);
const VALID = [
  100, 200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 406, 408, 409, 411, 412, 413,
  414, 415, 416, 417, 422, 426, 429, 431, 501,
];

describe('random requests', { tags: 'ci' }, () => {
  let local: LocalProcess;
  let site: HostingService;

  beforeAll(async () => {
    local = await localProcess({
      only: ['auth', 'storage', 'firestore', 'functions'],
      functionsModule: contractFunctions,
    });
    await local.start();
    site = await startHosting({
      config: {
        cleanUrls: true,
        trailingSlash: false,
        redirects: [
          { source: '/old/:x*', destination: '/new/:x*' },
          { regex: '^/r/(.*)$', destination: '/:1' },
        ],
        headers: [{ source: '**', headers: [{ key: 'x-a', value: 'b' }] }],
        rewrites: [{ source: '/api/**', function: 'http' }],
      },
      files: {
        get: (path) => Promise.resolve(path === 'a.html' ? { body: Buffer.from('a'), etag: 'a', size: 1 } : null),
      },
      host: '127.0.0.1',
      port: 0,
      rewriteFunction: (name) => `http://${local.hosts.functions}/${PROJECT}/us-central1/${name}`,
      log: () => undefined,
    });
  });
  afterAll(async () => {
    await site.stop();
    await local.remove();
  });

  const functionsBase = `/${PROJECT}/us-central1`;
  const identity = '/identitytoolkit.googleapis.com';
  const services: [name: string, hostOf: () => string, starts: string[], probe: string][] = [
    [
      'functions',
      () => local.hosts.functions,
      [
        '/',
        `${functionsBase}/`,
        `${functionsBase}/echo/`,
        `${functionsBase}/http/`,
        `${functionsBase}/who/`,
        '/%2e%2e/',
      ],
      `${functionsBase}/http`,
    ],
    ['hosting', () => `127.0.0.1:${site.port}`, ['/', '/a', '/a.html', '/old/', '/r/', '/api/', '//'], '/a'],
    [
      'storage',
      () => local.hosts.storage,
      [
        '/',
        '/v0/',
        '/v0/b/x/o',
        '/v0/b/x/o/',
        '/v0/b/',
        '/b/x/o/',
        '/b',
        '/upload/storage/v1/b/x/o',
        '/storage/v1/b/x/o/',
        '/download/storage/v1/b/x/o/',
        '/internal/setRules',
        '/internal/',
        '/x/',
      ],
      '/v0/b/x/o',
    ],
    [
      'auth',
      () => local.hosts.auth,
      [
        '/',
        `${identity}/v1/accounts:signUp`,
        `${identity}/v1/accounts:lookup`,
        `${identity}/v1/accounts:update`,
        `${identity}/v1/accounts:signInWithPassword`,
        `${identity}/v2/accounts/mfaEnrollment:start`,
        `${identity}/v2/accounts/mfaEnrollment:finalize`,
        `${identity}/v2/accounts/mfaSignIn:finalize`,
        `${identity}/v1/projects/${PROJECT}/accounts:batchGet`,
        `${identity}/v1/projects/${PROJECT}/accounts:batchCreate`,
        `${identity}/v1/projects/demo-other/accounts`,
        '/securetoken.googleapis.com/v1/token',
        '/emulator/v1/',
        '/emulator/action',
        '/emulator/auth/handler',
      ],
      '/',
    ],
  ];

  it.each(services)('do not stop %s', { timeout: 600_000 }, async (...[name, hostOf, starts, probe]) => {
    const unexpected: string[] = [];
    let sentCount = 0;
    let answeredCount = 0;
    await fc.assert(
      fc.asyncProperty(requestsTo(starts), async (sent) => {
        const answer = await sendRequest(hostOf(), sent);
        sentCount += 1;
        if (answer === null) return;
        answeredCount += 1;
        if (!VALID.includes(answer.status)) unexpected.push(`${sent.method} ${sent.path}: ${answer.status}`);
        // A stack trace in an answer would disclose paths and versions.
        expect(answer.body, `${sent.method} ${sent.path}`).not.toMatch(/\n\s+at .*(node_modules|\.ts:)/);
      }),
      { numRuns: RUNS },
    );
    expect(unexpected).toEqual([]);
    expect(answeredCount / sentCount, 'share of requests that were answered').toBeGreaterThan(0.8);
    expect(local.isAlive(), local.logged().slice(-2_000)).toBe(true);
    const answer = await sendRequest(hostOf(), { method: 'GET', path: probe, headers: {}, body: Buffer.alloc(0) });
    expect(answer?.status, name).toBe(200);
  });

  it.each(services)('that are not HTTP do not stop %s', { timeout: 60_000 }, async (...[name, hostOf, , probe]) => {
    const raw = [
      '\0\0\0',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nab',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense',
    ];
    const [host = '', port = ''] = hostOf().split(':');
    for (const bytes of raw) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), host, () => socket.write(bytes));
        socket.on('error', () => resolve());
        socket.on('close', () => resolve());
        socket.on('data', () => socket.destroy());
        setTimeout(() => socket.destroy(), 200);
      });
    }
    const answer = await sendRequest(hostOf(), { method: 'GET', path: probe, headers: {}, body: Buffer.alloc(0) });
    expect(answer?.status, name).toBe(200);
  });

  it('with a body above the limit are rejected by functions', async () => {
    const answer = await sendRequest(local.hosts.functions, {
      method: 'POST',
      path: `${functionsBase}/echo`,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(`{"data":"${'x'.repeat(33 * 1024 * 1024)}"}`),
    });
    expect([null, 413]).toContain(answer?.status ?? null);
    expect(local.isAlive()).toBe(true);
  });

  it.each([
    ['storage', 'GET', '/b/x/o', {}],
    ['storage', 'POST', '/upload/storage/v1/b/x/o?name=x&uploadType=media', {}],
    ['storage', 'GET', '/x/y', {}],
    ['storage', 'PUT', '/internal/setRules', {}],
    ['storage', 'GET', '/v0/b/x/o', { authorization: 'Bearer owner' }],
    ['storage', 'GET', '/v0/b/x/o', { authorization: 'firebase OWNER' }],
    ['auth', 'DELETE', `/emulator/v1/projects/${PROJECT}/accounts`, {}],
    ['auth', 'GET', `/emulator/v1/projects/${PROJECT}/oobCodes`, {}],
    ['auth', 'GET', `${identity}/v1/projects/${PROJECT}/accounts:batchGet`, { authorization: 'Bearer owner' }],
    ['auth', 'GET', `${identity}/v1/projects/${PROJECT}/accounts:batchGet`, { authorization: 'bearer ya29.x' }],
  ] as const)(
    'of a web page are denied administrative access: %s %s %s',
    async (...[service, method, path, credentials]) => {
      const answer = await sendRequest(local.hosts[service], {
        method,
        path,
        headers: { origin: 'http://localhost:4323', 'content-type': 'application/json', ...credentials },
        body: Buffer.alloc(0),
      });
      expect(answer?.status).toBe(403);
    },
  );

  it('to auth for other projects and tenants are rejected', async () => {
    for (const path of [
      `${identity}/v1/projects/demo-other/accounts:batchGet`,
      `${identity}/v2/projects/${PROJECT}/tenants`,
    ]) {
      const answer = await sendRequest(local.hosts.auth, {
        method: 'GET',
        path,
        headers: { authorization: 'Bearer owner' },
        body: Buffer.alloc(0),
      });
      expect([400, 404]).toContain(answer?.status);
    }
  });

  it('with an object name that contains ../ stay in their bucket', async () => {
    const put = await sendRequest(local.hosts.storage, {
      method: 'POST',
      path: `/v0/b/first/o?name=${encodeURIComponent('../second/stolen')}`,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from('x'),
    });
    const get = (path: string) =>
      sendRequest(local.hosts.storage, { method: 'GET', path, headers: {}, body: Buffer.alloc(0) });
    expect(put?.status).toBe(200);
    expect((await get('/v0/b/second/o/stolen?alt=media'))?.status).toBe(404);
    expect((await get('/v0/b/first/o/..%2Fsecond%2Fstolen?alt=media'))?.body).toBe('x');
  });
});
