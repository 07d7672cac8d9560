import { describe, expect, it } from 'vitest';
import { httpsCallable } from 'firebase/functions';
import { REGION } from '../target.ts';
import { jsonOf, refusalOf, useFunctions } from './use-functions.ts';

// The official emulator does not verify tokens and allows every origin for every function.
const itWhenStrict = it.skipIf(process.env['FUNCTIONS_EMULATOR_HOST'] !== undefined);

const { target, functionsIn, url, call, post } = useFunctions();

describe('function names', () => {
  it('that do not exist answer 404', async () => {
    expect((await post('nothing', '{"data":1}')).status).toBe(404);
  });

  it('that do not exist reject with not-found in the client SDK', async ({ skip }) => {
    if (target().isOfficial) skip('the official emulator answers unknown names in plain text');
    expect((await refusalOf(call('nothing'))).code).toBe('functions/not-found');
    expect(await jsonOf(await post('nothing', '{}'))).toMatchObject({ error: { status: 'NOT_FOUND' } });
  });

  it.each([
    ['another project', 'demo-other', REGION],
    ['another region', '', 'europe-west1'],
  ])('of %s are not served', async (_title, project, region) => {
    const functionUrl = `http://${target().hosts.functions}/${project === '' ? target().project : project}/${region}/echo`;
    expect(
      (
        await fetch(functionUrl, {
          method: 'POST',
          body: '{"data":1}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(404);
  });

  it('of functions in groups are joined by a hyphen', async () => {
    expect(await call('group-inner')).toBe('grouped');
  });

  it('of functions in another region are served there', async () => {
    expect((await httpsCallable(functionsIn('europe-west1'), 'elsewhere')()).data).toBe('Belgium');
  });

  it.each(['toString', '__proto__', 'constructor', 'group'])(
    'that are object properties or groups answer 404: %s',
    async (name) => {
      expect((await post(name, '{"data":1}')).status).toBe(404);
    },
  );
});

describe('parameters and secrets', () => {
  it('come from the environment', async ({ skip }) => {
    if (target().isOfficial) skip('the official emulator reads secrets from separate files');
    expect(await call('params')).toEqual({ secret: 'a secret', greeting: 'Hello' });
  });
});

describe('HTTP functions', () => {
  it('receive the path below their name and the query', async () => {
    expect(await jsonOf(await fetch(url('http/a/b%20c?x=1&y=a&y=b')))).toMatchObject({
      method: 'GET',
      path: '/a/b%20c',
      query: { x: '1', y: ['a', 'b'] },
    });
  });

  it('receive the path / if nothing follows their name', async () => {
    expect(await jsonOf(await fetch(url('http')))).toMatchObject({ path: '/' });
  });

  it.each<[string, string, string, unknown]>([
    ['JSON', 'application/json', '{"a":[1]}', { a: [1] }],
    ['forms', 'application/x-www-form-urlencoded', 'a=1&b[c]=2', { a: '1', b: { c: '2' } }],
    ['text', 'text/plain', 'hello', 'hello'],
  ])('parse a body of %s', async (...[, type, sent, body]) => {
    const seen = await jsonOf(await post('http', sent, { type }));
    expect([seen['body'], seen['rawBody']]).toEqual([body, Buffer.from(sent).toString('base64')]);
  });

  it('receive binary bodies in rawBody', async () => {
    const seen = await jsonOf(await post('http', new Uint8Array([0, 255, 1]), { type: 'application/octet-stream' }));
    expect(seen['rawBody']).toBe('AP8B');
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('receive the method %s', async (method) => {
    expect(await jsonOf(await fetch(url('http'), { method }))).toMatchObject({ method });
  });

  it.each([200, 201, 301, 400, 404, 418, 500, 503])('answer with status %s', async (code) => {
    const answer = await fetch(url(`status?code=${code}`), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('x-seen'), await answer.text()]).toEqual([code, 'yes', 'text']);
  });

  itWhenStrict.each([
    ['https://example.com', true],
    ['https://evil.example', false],
  ])('allow only their configured origins: %s', async (origin, allowed) => {
    const { headers } = await fetch(url('cors'), { headers: { origin } });
    expect(headers.get('access-control-allow-origin') === origin).toBe(allowed);
  });

  it.each(['throwing', 'rejecting'])('that fail (%s) answer 500, and the next request succeeds', async (name) => {
    expect((await fetch(url(name))).status).toBe(500);
    expect((await fetch(url('http'))).status).toBe(200);
  });
});
