import { describe, expect, it } from 'vitest';
import { useRest } from './support/rest.ts';
import { isExternal, skipOnGoogle } from './support/target.ts';

const { root } = useRest(
  "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/open/{id} { allow read, write; } }",
);

describe('browsers', () => {
  it('preflight requests are allowed for any origin', async () => {
    const response = await fetch(`${root()}:commit`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:4321',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-goog-api-client',
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-origin')).toMatch(/^(\*|http:\/\/localhost:4321)$/);
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
  });

  it('responses have the allowed origin, including errors', async () => {
    for (const path of ['/open/a', '/rest/none', ':nonsense']) {
      const response = await fetch(`${root()}${path}`, { headers: { origin: 'http://localhost:4321' } });
      expect(response.headers.get('access-control-allow-origin')).toMatch(/^(\*|http:\/\/localhost:4321)$/);
    }
  });
});

describe('bad requests over REST', () => {
  const cases: { name: string; path: string; body?: string; status: number; code: string }[] = [
    { name: 'no JSON', path: ':commit', body: '{', status: 400, code: 'INVALID_ARGUMENT' },
    { name: 'JSON that is not an object', path: ':commit', body: '[1]', status: 400, code: 'INVALID_ARGUMENT' },
    { name: 'an unknown field', path: ':commit', body: '{"nope":1}', status: 400, code: 'INVALID_ARGUMENT' },
    { name: 'a wrong type', path: ':commit', body: '{"writes":[{"delete":5}]}', status: 400, code: 'INVALID_ARGUMENT' },
    {
      name: 'two members of a oneof',
      path: ':commit',
      body: '{"writes":[{"delete":"a","update":{}}]}',
      status: 400,
      code: 'INVALID_ARGUMENT',
    },
    {
      name: 'an integer beyond 64 bits',
      path: '/rest/x',
      body: '{"fields":{"n":{"integerValue":"9223372036854775808"}}}',
      status: 400,
      code: 'INVALID_ARGUMENT',
    },
    {
      name: 'an invalid timestamp',
      path: '/rest/x',
      body: '{"fields":{"n":{"timestampValue":"yesterday"}}}',
      status: 400,
      code: 'INVALID_ARGUMENT',
    },
    {
      name: 'an array in an array',
      path: '/rest/x',
      body: '{"fields":{"n":{"arrayValue":{"values":[{"arrayValue":{}}]}}}}',
      status: 400,
      code: 'INVALID_ARGUMENT',
    },
    {
      name: 'a geo point with an invalid latitude',
      path: '/rest/x',
      body: '{"fields":{"n":{"geoPointValue":{"latitude":91}}}}',
      status: 400,
      code: 'INVALID_ARGUMENT',
    },
    { name: 'an unknown method', path: ':explode', body: '{}', status: 404, code: 'NOT_FOUND' },
  ];
  it.each(cases)('refuses $name', async ({ path, body, status, code }) => {
    const response = await fetch(`${root()}${path}`, {
      method: path.startsWith(':') ? 'POST' : 'PATCH',
      headers: { authorization: 'Bearer owner' },
      ...(body === undefined ? {} : { body }),
    });
    // Google's emulator answers an unknown method in plain text.
    if (isExternal && status === 404) return expect(response.status).toBe(404);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code: status, status: code } }]);
  });

  it('another database answers NOT_FOUND', async ({ skip }) => {
    skipOnGoogle({ skip }, { emulator: 'has every database', hosted: '"Manage databases": they are created first' });
    const response = await fetch(root().replace('(default)', 'other') + '/a/b', {
      headers: { authorization: 'Bearer owner' },
    });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('The database other does not exist');
  });
});
