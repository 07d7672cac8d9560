import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Auth } from 'firebase/auth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdminConfig } from '../config.ts';
import { createFirestore, type Firestore } from './client.ts';

interface Answer {
  status: number;
  body: string;
}

/** A server that gives prepared answers and keeps what was asked; the tokens are counted. */
let server: Server;
let answers: Answer[];
let asked: { url: string; authorization: string | undefined }[];
let firestore: Firestore;

beforeEach(async () => {
  [answers, asked] = [[], []];
  server = createServer((request: IncomingMessage, response) => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization });
    const { status, body } = answers.shift() ?? { status: 500, body: 'no answer prepared' };
    request.resume().on('end', () => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let fetched = 0;
  const currentUser = { getIdToken: (fresh: boolean) => Promise.resolve(`token-${fresh ? (fetched += 1) : fetched}`) };
  const config = {
    firebase: { apiKey: 'a&b', projectId: 'demo' },
    emulators: { firestore: `127.0.0.1:${port}` },
  } as AdminConfig;
  firestore = createFirestore({ currentUser } as unknown as Auth, config);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const refusal = (status: string, message: string) => ({ error: { code: 0, status, message } });

describe('createFirestore', () => {
  it('reads a document, and none', async () => {
    const found = { name: 'projects/demo/databases/(default)/documents/pages/a', fields: { n: { integerValue: '1' } } };
    answers.push({ status: 200, body: JSON.stringify([{ found }]) }, { status: 200, body: '[{"missing":"x"}]' });
    expect(await firestore.read('pages/a')).toEqual({ n: 1 });
    expect(await firestore.read('pages/b')).toBeNull();
    expect(asked[0]).toEqual({
      url: '/v1/projects/demo/databases/(default)/documents:batchGet?key=a%26b',
      authorization: 'Bearer token-0',
    });
  });

  it('lists a collection, empty ones too', async () => {
    const document = { name: 'projects/demo/databases/(default)/documents/pages/a' };
    answers.push({ status: 200, body: JSON.stringify([{ document }]) }, { status: 200, body: '[{"readTime":"x"}]' });
    expect(await firestore.list('pages')).toEqual([{ id: 'a', data: {} }]);
    expect(await firestore.list('pages')).toEqual([]);
  });

  it.each([
    [403, refusal('PERMISSION_DENIED', 'no'), 'permission-denied'],
    [400, [refusal('FAILED_PRECONDITION', 'index')], 'failed-precondition'],
    [404, refusal('NOT_FOUND', 'gone'), 'not-found'],
    [403, {}, 'permission-denied'],
    [502, {}, 'internal'],
  ])('tells a refusal of %d by its code', async (status, body, code) => {
    answers.push({ status, body: JSON.stringify(body) });
    await expect(firestore.commit([])).rejects.toMatchObject({ code });
  });

  it('takes an answer that is none for no connection', async () => {
    answers.push({ status: 200, body: '<html>' });
    await expect(firestore.list('pages')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fetches a fresh token after one was refused', async () => {
    answers.push({ status: 401, body: JSON.stringify(refusal('UNAUTHENTICATED', 'old')) }, { status: 200, body: '{}' });
    await expect(firestore.commit([])).rejects.toMatchObject({ code: 'unauthenticated' });
    await firestore.commit([]);
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer token-0', 'Bearer token-1']);
  });
});
