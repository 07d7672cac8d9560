import { describe, expect, it } from 'vitest';
import { createUserWithEmailAndPassword, signOut } from 'firebase/auth';
import { httpsCallable } from 'firebase/functions';
import { getAuth as getAdminAuth } from 'firebase-admin/auth';
import { newEmail } from '../auth/client.ts';
import { jsonOf, refusalOf, useFunctions } from './use-functions.ts';

// The official emulator does not verify tokens and allows every origin for every function.
const itWhenStrict = it.skipIf(process.env['FUNCTIONS_EMULATOR_HOST'] !== undefined);

const { auth, functions, url, call, post } = useFunctions();

describe('callables return equal data for', () => {
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

  it('a call without data, as null', async () => {
    expect(await call('echo')).toBeNull();
  });

  it('200 KB', async () => {
    const text = 'x'.repeat(200_000);
    expect(await call('echo', text)).toBe(text);
  });
});

describe('callables reject with', () => {
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

  it('"internal" and no details for other errors', async () => {
    expect(await refusalOf(call('crash'))).toMatchObject({
      code: 'functions/internal',
      message: expect.stringMatching(/^INTERNAL/) as string,
    });
  });
});

describe('the caller of a callable', () => {
  it('is anonymous without sign-in', async () => {
    expect(await call('who')).toEqual({ uid: null, email: null, secondFactor: null });
  });

  it('has uid and email after sign-in', async () => {
    const email = newEmail();
    const { user } = await createUserWithEmailAndPassword(auth(), email, 'correct horse');
    expect(await call('who')).toEqual({ uid: user.uid, email, secondFactor: null });
  });

  it('is anonymous after sign-out', async () => {
    await createUserWithEmailAndPassword(auth(), newEmail(), 'correct horse');
    await signOut(auth());
    expect(await call('who')).toMatchObject({ uid: null });
  });

  itWhenStrict.each([
    ['a malformed token', 'Bearer nonsense'],
    ['an empty token', 'Bearer ..'],
  ])('is rejected with %s', async (_kind, authorization) => {
    const answer = await post('who', '{"data":null}', { authorization });
    expect([answer.status, await jsonOf(answer)]).toEqual([
      401,
      { error: { message: 'Unauthenticated', status: 'UNAUTHENTICATED' } },
    ]);
  });

  itWhenStrict('is rejected with the token of a disabled account', async () => {
    const { user } = await createUserWithEmailAndPassword(auth(), newEmail(), 'correct horse');
    const token = await user.getIdToken();
    await getAdminAuth().updateUser(user.uid, { disabled: true });
    expect((await post('who', '{"data":null}', { authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('the protocol of callables', () => {
  it.each<[string, string, string, number]>([
    ['accepts a body with data', '{"data":1}', 'application/json', 200],
    ['accepts a charset', '{"data":1}', 'application/json; charset=utf-8', 200],
    ['refuses a body without data', '{"other":1}', 'application/json', 400],
    ['refuses fields beside data', '{"data":1,"extra":2}', 'application/json', 400],
    ['refuses another content type', '{"data":1}', 'text/plain', 400],
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

  it('streams chunks and the result', async () => {
    const answer = await post('count', '{"data":null}', { accept: 'text/event-stream' });
    expect(
      (await answer.text())
        .trim()
        .split('\n\n')
        .map((line) => JSON.parse(line.replace(/^data: /, '')) as unknown),
    ).toEqual([{ message: 1 }, { message: 2 }, { message: 3 }, { result: 'done' }]);
  });

  it('streams chunks to the client SDK', async () => {
    const { stream, data } = await httpsCallable<null, string, number>(functions(), 'count').stream(null);
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

  it('allows the origin in the response', async () => {
    const answer = await post('echo', '{"data":1}', { origin: 'http://localhost:4322' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:4322');
  });
});
