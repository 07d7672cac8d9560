import { describe, expect, it } from 'vitest';
import { useRest } from './support/rest.ts';
import { isExternal } from './support/target.ts';

const { ask, target } = useRest(
  "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/open/{id} { allow read, write; } }",
);

const text = (value: string) => ({ stringValue: value });

/** Source: the REST reference, `projects.databases.documents`. */
describe('documents over REST', () => {
  it('createDocument takes the id from the query', async () => {
    const { status, body } = await ask('POST', '/rest?documentId=a', { body: { fields: { s: text('x') } } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: expect.stringMatching(/\/documents\/rest\/a$/) as string,
      fields: { s: text('x') },
    });
  });

  it('createDocument generates an id', async () => {
    const { body } = await ask('POST', '/rest-ids', { body: { fields: {} } });
    expect((body as { name: string }).name).toMatch(/\/documents\/rest-ids\/[A-Za-z0-9]{20}$/);
  });

  it('createDocument of an existing document responds with 409 ALREADY_EXISTS', async () => {
    await ask('POST', '/rest?documentId=twice', { body: {} });
    const { status, body } = await ask('POST', '/rest?documentId=twice', { body: {} });
    expect([status, body]).toMatchObject([409, { error: { code: 409, status: 'ALREADY_EXISTS' } }]);
  });

  it('get returns the fields and the times', async () => {
    await ask('PATCH', '/rest/got', {
      body: { fields: { n: { integerValue: '5' }, at: { timestampValue: '2020-01-01T00:00:00.5Z' } } },
    });
    const { body } = await ask('GET', '/rest/got');
    const rfc3339 = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3}(\d{3})?)?Z$/) as string;
    expect(body).toEqual({
      name: expect.stringContaining('/documents/rest/got') as string,
      fields: { n: { integerValue: '5' }, at: { timestampValue: '2020-01-01T00:00:00.500Z' } },
      createTime: rfc3339,
      updateTime: rfc3339,
    });
  });

  it('get accepts a mask', async () => {
    await ask('PATCH', '/rest/masked', { body: { fields: { a: text('a'), b: text('b') } } });
    expect((await ask('GET', '/rest/masked?mask.fieldPaths=a')).body).toMatchObject({ fields: { a: text('a') } });
    expect((await ask('GET', '/rest/masked?mask.fieldPaths=a')).body).not.toHaveProperty('fields.b');
  });

  it('get of a missing document responds with 404 NOT_FOUND', async () => {
    expect(await ask('GET', '/rest/none')).toMatchObject({
      status: 404,
      body: { error: { code: 404, status: 'NOT_FOUND' } },
    });
  });

  it('patch accepts an update mask', async () => {
    await ask('PATCH', '/rest/patched', { body: { fields: { a: text('1'), b: text('1') } } });
    const { body } = await ask('PATCH', '/rest/patched?updateMask.fieldPaths=a&updateMask.fieldPaths=c', {
      body: { fields: { a: text('2') } },
    });
    expect((body as { fields: unknown }).fields).toEqual({ a: text('2'), b: text('1') });
  });

  it('patch accepts preconditions', async () => {
    expect(await ask('PATCH', '/rest/absent?currentDocument.exists=true', { body: {} })).toMatchObject({ status: 404 });
    expect(await ask('PATCH', '/rest/absent?currentDocument.exists=false', { body: {} })).toMatchObject({
      status: 200,
    });
    expect(
      await ask('PATCH', '/rest/absent?currentDocument.updateTime=2020-01-01T00:00:00Z', { body: {} }),
    ).toMatchObject({
      status: 400,
      body: { error: { status: 'FAILED_PRECONDITION' } },
    });
  });

  it('delete returns an empty object, also for a missing document', async () => {
    await ask('PATCH', '/rest/gone', { body: {} });
    expect(await ask('DELETE', '/rest/gone')).toEqual({ status: 200, body: {} });
    expect(await ask('DELETE', '/rest/gone')).toEqual({ status: 200, body: {} });
    expect(await ask('GET', '/rest/gone')).toMatchObject({ status: 404 });
  });

  it('list pages through a collection', async () => {
    for (const id of 'abcde') await ask('PATCH', `/paged/${id}`, { body: {} });
    const seen: string[] = [];
    let token = '';
    do {
      const { body } = await ask('GET', `/paged?pageSize=2&pageToken=${encodeURIComponent(token)}`);
      const { documents, nextPageToken = '' } = body as { documents: { name: string }[]; nextPageToken?: string };
      seen.push(documents.map(({ name }) => name.slice(-1)).join(''));
      token = nextPageToken;
    } while (token !== '');
    expect(seen).toEqual(['ab', 'cd', 'e']);
  });

  it('list accepts an order', async () => {
    for (const [id, n] of Object.entries({ a: 2, b: 3, c: 1 }))
      await ask('PATCH', `/sorted/${id}`, { body: { fields: { n: { integerValue: n } } } });
    const { body } = await ask('GET', '/sorted?orderBy=n%20desc');
    expect((body as { documents: { name: string }[] }).documents.map(({ name }) => name.slice(-1)).join('')).toBe(
      'bac',
    );
  });

  it('list of an empty collection returns an empty object', async () => {
    expect(await ask('GET', '/empty')).toEqual({ status: 200, body: {} });
  });

  it('ids may be percent-encoded', async () => {
    await ask('PATCH', `/rest/${encodeURIComponent('a b:c?#ü')}`, { body: { fields: { s: text('x') } } });
    expect(await ask('GET', `/rest/${encodeURIComponent('a b:c?#ü')}`)).toMatchObject({ status: 200 });
  });

  it('64-bit integers are strings and special doubles are names', async () => {
    const fields = {
      big: { integerValue: '-9223372036854775808' },
      nan: { doubleValue: 'NaN' },
      inf: { doubleValue: '-Infinity' },
    };
    expect((await ask('PATCH', '/rest/numbers', { body: { fields } })).body).toMatchObject({ fields });
  });
});

describe('methods over REST', () => {
  it('runQuery returns an array of results with their read time', async () => {
    await ask('PATCH', '/asked/a', { body: { fields: { n: { integerValue: 1 } } } });
    const { body } = await ask('POST', ':runQuery', {
      body: { structuredQuery: { from: [{ collectionId: 'asked' }], limit: 5 } },
    });
    expect(body).toMatchObject([
      { document: { fields: { n: { integerValue: '1' } } }, readTime: expect.any(String) as string },
    ]);
  });

  it('runQuery without results returns only the read time', async () => {
    const { body } = await ask('POST', ':runQuery', {
      body: { structuredQuery: { from: [{ collectionId: 'never' }] } },
    });
    // `done` is optional in the API reference, and Google's emulator sends it.
    const [{ done = true, ...answer }] = body as [{ done?: boolean }];
    expect([body, done]).toMatchObject([{ length: 1 }, true]);
    expect(answer).toEqual({ readTime: expect.any(String) as string });
  });

  it('runQuery reports the skipped results of an offset', async () => {
    const { body } = await ask('POST', ':runQuery', {
      body: { structuredQuery: { from: [{ collectionId: 'paged' }], offset: 3 } },
    });
    expect(
      (body as { skippedResults?: number }[]).reduce((sum, { skippedResults = 0 }) => sum + skippedResults, 0),
    ).toBe(3);
  });

  it('a transaction can be started, read and committed once', async () => {
    const { body } = await ask('POST', ':beginTransaction', { body: {} });
    const { transaction } = body as { transaction: string };
    const documents = [`projects/${target().project}/databases/(default)/documents/paged/a`];
    expect(await ask('POST', ':batchGet', { body: { transaction, documents } })).toMatchObject({
      status: 200,
      body: [{ found: { name: documents[0] } }],
    });
    // Google's emulator does not answer a `get` in a transaction, and returns no time for an empty commit.
    if (!isExternal) {
      const got = await ask('GET', `/paged/a?transaction=${encodeURIComponent(transaction)}`);
      expect(got).toMatchObject({ status: 200 });
    }
    expect(await ask('POST', ':commit', { body: { transaction, writes: [] } })).toMatchObject({
      status: 200,
      body: isExternal ? {} : { commitTime: expect.any(String) as string },
    });
    expect(await ask('POST', ':commit', { body: { transaction, writes: [] } })).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT' } },
    });
  });

  it('rollback ends a transaction', async () => {
    const { transaction } = (await ask('POST', ':beginTransaction', { body: {} })).body as { transaction: string };
    expect(await ask('POST', ':rollback', { body: { transaction } })).toEqual({ status: 200, body: {} });
    expect(await ask('POST', ':commit', { body: { transaction, writes: [] } })).toMatchObject({ status: 400 });
  });

  it('listCollectionIds pages through the collections', async () => {
    const { body } = await ask('POST', ':listCollectionIds', { body: { pageSize: 1 } });
    const { collectionIds, nextPageToken } = body as { collectionIds: string[]; nextPageToken: string };
    expect(collectionIds).toEqual(['asked']);
    expect(nextPageToken).not.toBe('');
  });

  it('batchWrite returns a status for each write', async () => {
    const prefix = `projects/${target().project}/databases/(default)/documents`;
    const { body } = await ask('POST', ':batchWrite', {
      body: {
        writes: [
          { update: { name: `${prefix}/bw/a` } },
          { delete: `${prefix}/bw/none`, currentDocument: { exists: true } },
        ],
      },
    });
    expect(body).toMatchObject({ status: [{}, { code: 5 }] });
  });
});
