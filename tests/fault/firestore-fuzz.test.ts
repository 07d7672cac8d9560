import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corrupt, garbage, grpcFrame, mutateJson } from './support/bad-input.ts';
import { firestoreProcess } from './support/firestore-process.ts';
import type { FirestoreProcess } from './support/firestore-process.ts';
import { requests } from './support/valid-requests.ts';
import { callGrpc, send } from './support/raw-requests.ts';
import { randomFrom } from './support/random.ts';

const project = 'demo-fuzz';
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
const random = randomFrom();
let server: FirestoreProcess;
let base: string;

beforeAll(async () => {
  server = await firestoreProcess({
    file: join(folder, 'documents.sqlite'),
    project,
    rules:
      "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/{c}/{id} { allow read, write: if request.auth.uid == id && resource.data.a.b[0] == 1; } }",
  });
  await server.start();
  base = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Asserts that the server is alive, serves a valid write and read, and has written nothing to its standard error. */
async function expectHealthy(): Promise<void> {
  expect(server.isAlive(), server.complaints()).toBe(true);
  const url = `${base}/v1/projects/${project}/databases/(default)/documents/health/check`;
  const headers = { authorization: 'Bearer owner' };
  const body = JSON.stringify({ fields: { at: { integerValue: String(Date.now()) } } });
  expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200);
  expect((await fetch(url, { headers })).status).toBe(200);
  expect(server.complaints()).toBe('');
}

const tokens = [
  'Bearer owner',
  'Bearer x',
  'Bearer a.b.c',
  'Bearer ..',
  'Basic x',
  '',
  `Bearer x.${Buffer.from('{"sub":5}').toString('base64url')}.x`,
  `Bearer x.${Buffer.from('{"sub":"u"}').toString('base64url')}.x`,
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];
const allowedErrors = new Set([400, 401, 403, 404, 409, 413, 429, 431, 501]);

describe(
  `invalid requests get an error and leave the server healthy (seed ${random.seed})`,
  { tags: 'full', timeout: 600_000 },
  () => {
    it('REST: valid requests with parts of their JSON changed', async () => {
      for (let i = 0; i < 4000; i++) {
        const { path, body } = random.pick(requests(project));
        const sent = Buffer.from(JSON.stringify(mutateJson(random, body)));
        const headers = { authorization: random.next() < 0.8 ? 'Bearer owner' : random.pick(tokens) };
        const status = await send(server.port, path, { method: 'POST', headers, body: sent });
        expect(status === 200 || allowedErrors.has(status), `${status} for ${path} ${sent.toString()}`).toBe(true);
      }
      await expectHealthy();
    });

    it('REST: bodies that are not JSON', async () => {
      for (let i = 0; i < 1500; i++) {
        const { path, body } = random.pick(requests(project));
        const sent = random.next() < 0.5 ? garbage(random) : corrupt(random, Buffer.from(JSON.stringify(body)));
        const status = await send(server.port, path, {
          method: 'POST',
          headers: { authorization: 'Bearer owner' },
          body: sent,
        });
        expect(status === 200 || allowedErrors.has(status), `${status} for ${path} ${sent.toString('base64')}`).toBe(
          true,
        );
      }
      await expectHealthy();
    });

    it('REST: random paths and methods', async () => {
      const parts = [
        'v1',
        'projects',
        project,
        'databases',
        '(default)',
        'documents',
        'a',
        'b',
        '..',
        '.',
        '%2e%2e',
        '%2F',
        '%',
        '%zz',
        '%00',
        '__x__',
        ':commit',
        ':runQuery',
        'x:y',
        '',
        '?a=b',
        '?mask.fieldPaths=`',
        '?pageSize=-1',
        '?updateMask=1',
        'emulator',
        '%F0%9F%92%A9',
      ];
      for (let i = 0; i < 1500; i++) {
        const prefix = random.next() < 0.5 ? `/v1/projects/${project}/databases/(default)/documents` : '';
        const path = `${prefix}/${Array.from({ length: random.below(7) }, () => random.pick(parts)).join(random.pick(['/', '/', '']))}`;
        const method = random.pick(methods);
        const status = await send(server.port, path, { method, headers: { authorization: random.pick(tokens) } });
        expect(status < 500 || status === 501, `${status} for ${method} ${path}`).toBe(true);
      }
      await expectHealthy();
    });

    it('REST: deeply nested JSON and oversized bodies and paths', async () => {
      const deep = '{"fields":{"a":'.concat('{"mapValue":{"fields":{"a":'.repeat(100_000));
      const closed = `{"fields":{"a":${'{"mapValue":{"fields":{"a":'.repeat(20_000)}{"nullValue":null}${'}}}'.repeat(20_000)}}}`;
      const filters = `{"structuredQuery":{"where":${'{"compositeFilter":{"op":"AND","filters":['.repeat(5000)}{}${']}}'.repeat(5000)}}}`;
      const root = `/v1/projects/${project}/databases/(default)/documents`;
      const headers = { authorization: 'Bearer owner' };
      expect(await send(server.port, `${root}/a/b`, { method: 'PATCH', headers, body: Buffer.from(deep) })).toBe(400);
      expect(await send(server.port, `${root}/a/b`, { method: 'PATCH', headers, body: Buffer.from(closed) })).toBe(400);
      expect(await send(server.port, `${root}:runQuery`, { method: 'POST', headers, body: Buffer.from(filters) })).toBe(
        400,
      );
      expect(
        await send(server.port, `${root}/a/b`, { method: 'PATCH', headers, body: Buffer.alloc(12_000_000, 0x20) }),
      ).toBe(413);
      expect(
        await send(server.port, `${root}/${'a/'.repeat(5000)}b`, { method: 'PATCH', headers, body: Buffer.from('{}') }),
      ).toBeLessThan(500);
      await expectHealthy();
    });

    it('gRPC: invalid messages to every method', async () => {
      const session = connectHttp2(base);
      const names = [
        'GetDocument',
        'ListDocuments',
        'UpdateDocument',
        'DeleteDocument',
        'BatchGetDocuments',
        'BeginTransaction',
        'Commit',
        'Rollback',
        'RunQuery',
        'RunAggregationQuery',
        'PartitionQuery',
        'Write',
        'Listen',
        'ListCollectionIds',
        'BatchWrite',
        'CreateDocument',
        'ExecutePipeline',
        'Explode',
      ];
      const allowedStatuses = new Set(['0', '3', '5', '6', '7', '9', '10', '12', '16']);
      for (let i = 0; i < 2500; i++) {
        const name = random.pick(names);
        const payload = random.next() < 0.5 ? garbage(random) : corrupt(random, validCommit());
        const status = await callGrpc(session, name, { frame: grpcFrame(payload), token: random.pick(tokens) });
        expect(allowedStatuses.has(status), `${status} for ${name} ${payload.toString('base64')}`).toBe(true);
      }
      session.destroy();
      await expectHealthy();
    });

    it('gRPC: frames with wrong lengths or flags', async () => {
      for (let i = 0; i < 300; i++) {
        const session = connectHttp2(base);
        session.on('error', () => undefined);
        const frame = random.pick([
          garbage(random),
          Buffer.concat([Buffer.from([1, 0, 0, 0, 4]), random.bytes(4)]),
          Buffer.concat([Buffer.from([0, 255, 255, 255, 255]), random.bytes(10)]),
          Buffer.concat([Buffer.from([0, 0, 0, 0, 50]), random.bytes(10)]),
          grpcFrame(garbage(random)).subarray(0, random.below(8)),
        ]);
        const status = await callGrpc(session, 'Commit', { frame, token: 'Bearer owner' });
        expect(status).not.toBe('0');
        session.destroy();
      }
      await expectHealthy();
    });

    it('connections with unknown protocols or truncated requests', async () => {
      const openings = [
        'PRI',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nXX',
        'P',
        'GET',
        'GET / HTTP/1.1\r\n',
        'POST / HTTP/1.1\r\ncontent-length: 50\r\n\r\nabc',
        '\u0016\u0003\u0001\u0002',
        '',
      ];
      for (let i = 0; i < 200; i++) {
        await new Promise<void>((resolve) => {
          const socket = connect(server.port, '127.0.0.1', () => {
            socket.write(random.pick(openings));
            if (random.next() < 0.5) socket.write(garbage(random));
            setTimeout(() => (random.next() < 0.5 ? socket.destroy() : socket.end()), random.below(5));
          });
          socket
            .on('error', () => undefined)
            .on('close', () => resolve())
            .resume();
          setTimeout(() => socket.destroy(), 50);
        });
      }
      await expectHealthy();
    });

    // Only Linux reports the memory of another process in /proc.
    it.skipIf(process.platform !== 'linux')('keeps memory below 700 MB', () => {
      const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]);
      expect(kilobytes / 1024).toBeLessThan(700);
    });
  },
);

function validCommit(): Buffer {
  // A CommitRequest with a database and one write that deletes a document.
  const database = Buffer.from(`projects/${project}/databases/(default)`);
  const name = Buffer.from(`projects/${project}/databases/(default)/documents/a/b`);
  const write = Buffer.concat([Buffer.from([0x12, name.length]), name]);
  return Buffer.concat([Buffer.from([0x0a, database.length]), database, Buffer.from([0x12, write.length]), write]);
}
