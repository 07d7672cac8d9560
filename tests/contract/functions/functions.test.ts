import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteApp as deleteClient, initializeApp as initializeClient } from 'firebase/app';
import type { FirebaseApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signOut,
} from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { connectFunctionsEmulator, getFunctions, httpsCallable } from 'firebase/functions';
import type { Functions } from 'firebase/functions';
import { deleteApp, getApp } from 'firebase-admin/app';
import { getAuth as getAdminAuth } from 'firebase-admin/auth';
import { openTarget, REGION } from '../target.ts';
import type { Target } from '../target.ts';
import { newEmail } from '../auth/client.ts';

// The official emulator verifies no tokens and opens every function to every origin.
const itWhenStrict = it.skipIf(process.env['FUNCTIONS_EMULATOR_HOST'] !== undefined);

let target: Target;
let client: FirebaseApp;
let auth: Auth;
let functions: Functions;

beforeAll(async () => {
  process.env['CONTRACT_SECRET'] = 'a secret';
  target = await openTarget({
    only: ['auth', 'functions'],
    functions: () => import('./fixture/index.ts'),
  });
  client = initializeClient({ projectId: target.project, apiKey: 'any' }, 'functions');
  auth = initializeAuth(client, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, `http://${target.hosts.auth}`, { disableWarnings: true });
  functions = getFunctions(client);
  const [host = '', port = ''] = target.hosts.functions.split(':');
  connectFunctionsEmulator(functions, host, Number(port));
});
afterAll(async () => {
  await deleteClient(client);
  if (!target.isOfficial) await deleteApp(getApp());
  await target.stop();
});
beforeEach(() => signOut(auth));

const call = async (name: string, data?: unknown): Promise<unknown> =>
  (await httpsCallable(functions, name)(data)).data;

interface Refused {
  code?: string;
  message?: string;
  details?: unknown;
}

async function refusalOf(promise: Promise<unknown>): Promise<Refused> {
  try {
    await promise;
    return {};
  } catch (error) {
    const { code, message, details } = error as Refused;
    return { ...(code !== undefined && { code }), ...(message !== undefined && { message }), details };
  }
}

const url = (path: string): string => `http://${target.hosts.functions}/${target.project}/${REGION}/${path}`;
const post = (
  path: string,
  body: BodyInit,
  { type = 'application/json', ...headers }: Record<string, string> = {},
): Promise<Response> => fetch(url(path), { method: 'POST', body, headers: { 'content-type': type, ...headers } });
const jsonOf = async (answer: Response): Promise<Record<string, unknown>> =>
  (await answer.json()) as Record<string, unknown>;

describe('callables carry', () => {
  it.each<[string, unknown]>([
    ['text', 'Grüße, 世界'],
    ['numbers', 1.5],
    ['large integers', 2 ** 53 - 1],
    ['booleans', false],
    ['null', null],
    ['lists', [1, 'two', [3]]],
    ['maps', { a: { b: [{ c: null }] } }],
    ['an empty map', {}],
    ['an empty text', ''],
  ])('%s', async (_kind, value) => {
    expect(await call('echo', value)).toEqual(value);
  });

  it('nothing as null', async () => {
    expect(await call('echo')).toBeNull();
  });

  it('200 KB', async () => {
    const text = 'x'.repeat(200_000);
    expect(await call('echo', text)).toBe(text);
  });
});

describe('callables refuse with', () => {
  it.each([
    'cancelled',
    'unknown',
    'invalid-argument',
    'deadline-exceeded',
    'not-found',
    'already-exists',
    'permission-denied',
    'resource-exhausted',
    'failed-precondition',
    'aborted',
    'out-of-range',
    'unimplemented',
    'internal',
    'unavailable',
    'data-loss',
    'unauthenticated',
  ])('%s', async (code) => {
    const refused = await refusalOf(call('refuse', { code, details: { why: [1, 2] } }));
    expect(refused).toEqual({
      code: `functions/${code}`,
      message: expect.stringContaining(`refused with ${code}`) as string,
      details: { why: [1, 2] },
    });
  });

  it('"internal" and no details when they throw anything else', async () => {
    expect(await refusalOf(call('crash'))).toMatchObject({
      code: 'functions/internal',
      message: expect.stringMatching(/^INTERNAL/) as string,
    });
  });
});

describe('callers', () => {
  it('are unknown without sign-in', async () => {
    expect(await call('who')).toEqual({ uid: null, email: null, secondFactor: null });
  });

  it('are known after sign-in', async () => {
    const email = newEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email, 'correct horse');
    expect(await call('who')).toEqual({ uid: user.uid, email, secondFactor: null });
  });

  it('are unknown again after signing out', async () => {
    await createUserWithEmailAndPassword(auth, newEmail(), 'correct horse');
    await signOut(auth);
    expect(await call('who')).toMatchObject({ uid: null });
  });

  itWhenStrict.each([
    ['a text that is no token', 'Bearer nonsense'],
    ['an empty token', 'Bearer ..'],
  ])('are refused with %s', async (_kind, authorization) => {
    const answer = await post('who', '{"data":null}', { authorization });
    expect([answer.status, await jsonOf(answer)]).toEqual([
      401,
      { error: { message: 'Unauthenticated', status: 'UNAUTHENTICATED' } },
    ]);
  });

  itWhenStrict('are refused with the token of an account that was disabled', async () => {
    const { user } = await createUserWithEmailAndPassword(auth, newEmail(), 'correct horse');
    const token = await user.getIdToken();
    await getAdminAuth().updateUser(user.uid, { disabled: true });
    expect((await post('who', '{"data":null}', { authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('the protocol of callables', () => {
  it.each<[string, string, string, number]>([
    ['takes a body with data', '{"data":1}', 'application/json', 200],
    ['takes a charset', '{"data":1}', 'application/json; charset=utf-8', 200],
    ['refuses a body without data', '{"other":1}', 'application/json', 400],
    ['refuses fields beside data', '{"data":1,"extra":2}', 'application/json', 400],
    ['refuses another type', '{"data":1}', 'text/plain', 400],
    ['refuses malformed JSON', '{"data":', 'application/json', 400],
    ['refuses a list', '[1]', 'application/json', 400],
  ])('%s', async (...[, body, type, status]) => {
    expect((await post('echo', body, { type })).status).toBe(status);
  });

  it('refuses GET', async () => {
    expect((await fetch(url('echo'))).status).toBe(400);
  });

  it('answers with result', async () => {
    expect(await jsonOf(await post('echo', '{"data":[1]}'))).toEqual({ result: [1] });
  });

  it('streams pieces and the result', async () => {
    const answer = await post('count', '{"data":null}', { accept: 'text/event-stream' });
    expect(
      (await answer.text())
        .trim()
        .split('\n\n')
        .map((line) => JSON.parse(line.replace(/^data: /, '')) as unknown),
    ).toEqual([{ message: 1 }, { message: 2 }, { message: 3 }, { result: 'done' }]);
  });

  it('lets the client read a stream', async () => {
    const { stream, data } = await httpsCallable<null, string, number>(functions, 'count').stream(null);
    const pieces: number[] = [];
    for await (const piece of stream) pieces.push(piece);
    expect([pieces, await data]).toEqual([[1, 2, 3], 'done']);
  });

  it('answers the preflight of a browser', async () => {
    const { status, headers } = await fetch(url('echo'), {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:4322',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:4322']);
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('lets the browser read the answer', async () => {
    const answer = await post('echo', '{"data":1}', { origin: 'http://localhost:4322' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:4322');
  });
});

describe('names', () => {
  it('that do not exist answer 404', async () => {
    expect((await post('nothing', '{"data":1}')).status).toBe(404);
  });

  it('that do not exist are not-found to the client', async ({ skip }) => {
    if (target.isOfficial) skip('the official emulator answers unknown names in plain text');
    expect((await refusalOf(call('nothing'))).code).toBe('functions/not-found');
    expect(await jsonOf(await post('nothing', '{}'))).toMatchObject({ error: { status: 'NOT_FOUND' } });
  });

  it.each([
    ['another project', 'demo-other', REGION],
    ['another region', '', 'europe-west1'],
  ])('are not served of %s', async (_what, project, region) => {
    const place = `http://${target.hosts.functions}/${project === '' ? target.project : project}/${region}/echo`;
    expect(
      (await fetch(place, { method: 'POST', body: '{"data":1}', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(404);
  });

  it('of functions in groups are joined by a hyphen', async () => {
    expect(await call('group-inner')).toBe('grouped');
  });

  it('of functions elsewhere are served in their region', async () => {
    const abroad = getFunctions(client, 'europe-west1');
    const [host = '', port = ''] = target.hosts.functions.split(':');
    connectFunctionsEmulator(abroad, host, Number(port));
    expect((await httpsCallable(abroad, 'elsewhere')()).data).toBe('Belgium');
  });

  it.each(['toString', '__proto__', 'constructor', 'group'])(
    'inherited or of groups are not functions: %s',
    async (name) => {
      expect((await post(name, '{"data":1}')).status).toBe(404);
    },
  );
});

describe('parameters', () => {
  it('come from the environment, secrets too', async ({ skip }) => {
    if (target.isOfficial) skip('the official emulator reads secrets from files of its own');
    expect(await call('params')).toEqual({ secret: 'a secret', greeting: 'Hello' });
  });
});

describe('HTTP functions', () => {
  it('see the path below their name and the query', async () => {
    expect(await jsonOf(await fetch(url('http/a/b%20c?x=1&y=a&y=b')))).toMatchObject({
      method: 'GET',
      path: '/a/b%20c',
      query: { x: '1', y: ['a', 'b'] },
    });
  });

  it('see / where nothing follows their name', async () => {
    expect(await jsonOf(await fetch(url('http')))).toMatchObject({ path: '/' });
  });

  it.each<[string, string, string, unknown]>([
    ['JSON', 'application/json', '{"a":[1]}', { a: [1] }],
    ['forms', 'application/x-www-form-urlencoded', 'a=1&b[c]=2', { a: '1', b: { c: '2' } }],
    ['text', 'text/plain', 'hello', 'hello'],
  ])('read %s', async (...[, type, sent, body]) => {
    const seen = await jsonOf(await post('http', sent, { type }));
    expect([seen['body'], seen['rawBody']]).toEqual([body, Buffer.from(sent).toString('base64')]);
  });

  it('read bytes', async () => {
    const seen = await jsonOf(await post('http', new Uint8Array([0, 255, 1]), { type: 'application/octet-stream' }));
    expect(seen['rawBody']).toBe('AP8B');
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('see the method %s', async (method) => {
    expect(await jsonOf(await fetch(url('http'), { method }))).toMatchObject({ method });
  });

  it.each([200, 201, 301, 400, 404, 418, 500, 503])('answer with status %s', async (code) => {
    const answer = await fetch(url(`status?code=${code}`), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('x-seen'), await answer.text()]).toEqual([code, 'yes', 'text']);
  });

  itWhenStrict.each([
    ['https://example.com', true],
    ['https://evil.example', false],
  ])('open themselves to the origins they name: %s', async (origin, allowed) => {
    const { headers } = await fetch(url('cors'), { headers: { origin } });
    expect(headers.get('access-control-allow-origin') === origin).toBe(allowed);
  });

  it.each(['throwing', 'rejecting'])('that fail (%s) answer 500 and go on serving', async (name) => {
    expect((await fetch(url(name))).status).toBe(500);
    expect((await fetch(url('http'))).status).toBe(200);
  });
});
