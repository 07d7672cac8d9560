import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Auth } from 'firebase/auth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdminConfig } from '../firebase.tsx';
import { valueOf, type DocumentStore } from '../documents/document-store.ts';
import { OwnWrites } from '../documents/own-writes.ts';
import { firestoreStore } from './client.ts';

interface Answer {
  status: number;
  body: string;
}

/** A server with prepared responses that records requests and counts tokens. */
let server: Server;
let answers: Answer[];
let requests: { url: string; authorization: string | undefined }[];
let store: DocumentStore;
let isSignInOver: boolean;
let ownWrites: OwnWrites;

beforeEach(async () => {
  [answers, requests, isSignInOver] = [[], [], false];
  server = createServer((request: IncomingMessage, response) => {
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization });
    const { status, body } = answers.shift() ?? { status: 500, body: 'no answer prepared' };
    request.resume().on('end', () => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let fetched = 0;
  const getIdToken = (fresh: boolean) =>
    isSignInOver
      ? Promise.reject(new Error('Firebase: Error (auth/user-token-expired).'))
      : Promise.resolve(`token-${fresh ? (fetched += 1) : fetched}`);
  const config = {
    firebase: { apiKey: 'a&b', projectId: 'demo' },
    emulators: { firestore: `127.0.0.1:${port}` },
  } as AdminConfig;
  ownWrites = new OwnWrites();
  store = firestoreStore({ currentUser: { getIdToken } } as unknown as Auth, config, ownWrites);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const failure = (status: string, message: string) => ({ error: { code: 0, status, message } });

describe('the Firestore client', () => {
  it('reads a document and reports a missing one as null', async () => {
    const found = { name: 'projects/demo/databases/(default)/documents/pages/a', fields: { n: { integerValue: '1' } } };
    answers.push({ status: 200, body: JSON.stringify([{ found }]) }, { status: 200, body: '[{"missing":"x"}]' });
    expect(valueOf(await store.read('pages/a'))).toEqual({ n: 1 });
    expect(valueOf(await store.read('pages/b'))).toBeNull();
    expect(requests[0]).toEqual({
      url: '/v1/projects/demo/databases/(default)/documents:batchGet?key=a%26b',
      authorization: 'Bearer token-0',
    });
  });

  it('lists a collection, also an empty one', async () => {
    const document = { name: 'projects/demo/databases/(default)/documents/pages/a' };
    answers.push({ status: 200, body: JSON.stringify([{ document }]) }, { status: 200, body: '[{"readTime":"x"}]' });
    expect(valueOf(await store.list('pages'))).toEqual([{ id: 'a', data: {} }]);
    expect(valueOf(await store.list('pages'))).toEqual([]);
  });

  it.each([
    [403, failure('PERMISSION_DENIED', 'no'), 'denied'],
    [400, [failure('FAILED_PRECONDITION', 'index')], 'unexpected'],
    [404, failure('NOT_FOUND', 'gone'), 'missing'],
    [409, failure('ABORTED', 'contention'), 'busy'],
    [429, failure('RESOURCE_EXHAUSTED', 'slow down'), 'busy'],
    [403, {}, 'denied'],
    [502, {}, 'unreachable'],
  ])('maps the failure %d %j to %s', async (status, body, reason) => {
    answers.push({ status, body: JSON.stringify(body) });
    expect(await store.commit([])).toMatchObject({ ok: false, reason });
  });

  it('treats an invalid response as unreachable', async () => {
    answers.push({ status: 200, body: '<html>' });
    expect(await store.list('pages')).toMatchObject({ ok: false, reason: 'unreachable' });
  });

  it('retries with a fresh token after a rejected one', async () => {
    answers.push({ status: 401, body: JSON.stringify(failure('UNAUTHENTICATED', 'old')) }, { status: 200, body: '{}' });
    expect(await store.commit([])).toEqual({ ok: true, value: null });
    expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer token-0', 'Bearer token-1']);
  });

  it('reports an expired sign-in when the fresh token is rejected too', async () => {
    const refused = { status: 401, body: JSON.stringify(failure('UNAUTHENTICATED', 'old')) };
    answers.push(refused, refused);
    expect(await store.read('pages/a')).toMatchObject({ ok: false, reason: 'unauthenticated' });
    expect(requests).toHaveLength(2);
  });

  it('reports an expired sign-in without a request when no token is available', async () => {
    isSignInOver = true;
    expect(await store.commit([])).toMatchObject({ ok: false, reason: 'unauthenticated' });
    expect(requests).toEqual([]);
  });

  it('records the documents of a commit with their update times, and none of a failed one', async () => {
    const writes = [
      { type: 'set', path: 'pages/a', data: {} },
      { type: 'delete', path: 'drafts/pages_a' },
    ] as const;
    const [updateTime, result] = ['2026-01-02T03:04:05.123456Z', { status: 403, body: '{}' }];
    answers.push(result, { status: 200, body: JSON.stringify({ writeResults: [{ updateTime }, {}] }) });
    await store.commit(writes);
    expect(ownWrites.recent(['pages', 'drafts'])).toEqual([]);
    expect(await store.commit(writes)).toEqual({ ok: true, value: updateTime });
    expect(ownWrites.recent(['pages', 'drafts'])).toEqual([
      { path: 'pages/a', time: updateTime },
      { path: 'drafts/pages_a', time: null },
    ]);
  });

  it('fails for an unwritable value without a request', async () => {
    const write = { type: 'set', path: 'pages/a', data: { title: undefined } } as const;
    expect(await store.commit([write])).toMatchObject({ ok: false, reason: 'unexpected' });
    expect(requests).toEqual([]);
  });
});
