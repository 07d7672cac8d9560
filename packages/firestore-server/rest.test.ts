import { describe, expect, it } from 'vitest';
import { route } from './rest.ts';

const root = '/v1/projects/p/databases/(default)/documents';
const name = root.slice('/v1/'.length);
const database = 'projects/p/databases/(default)';

describe('route', () => {
  const routes: [request: string, operation: string, message: object][] = [
    [`GET ${root}/a/b`, 'GetDocument', { name: `${name}/a/b` }],
    [
      `GET ${root}/a/b?mask.fieldPaths=x&mask.fieldPaths=y&key=k`,
      'GetDocument',
      { name: `${name}/a/b`, mask: { fieldPaths: ['x', 'y'] } },
    ],
    [`GET ${root}/a`, 'ListDocuments', { parent: name, collectionId: 'a' }],
    [`GET ${root}/a/b/c?pageSize=5`, 'ListDocuments', { parent: `${name}/a/b`, collectionId: 'c', pageSize: '5' }],
    [
      `POST ${root}/a?documentId=x`,
      'CreateDocument',
      { parent: name, collectionId: 'a', documentId: 'x', document: {} },
    ],
    [
      `PATCH ${root}/a/b?currentDocument.exists=true`,
      'UpdateDocument',
      { document: { name: `${name}/a/b` }, currentDocument: { exists: 'true' } },
    ],
    [`DELETE ${root}/a/b`, 'DeleteDocument', { name: `${name}/a/b` }],
    [`POST ${root}:commit`, 'Commit', { database }],
    [`POST ${root}:batchGet`, 'BatchGetDocuments', { database }],
    [`POST ${root}:runQuery`, 'RunQuery', { parent: name }],
    [`POST ${root}/a/b:runQuery`, 'RunQuery', { parent: `${name}/a/b` }],
    [`POST ${root}/a/b:listCollectionIds`, 'ListCollectionIds', { parent: `${name}/a/b` }],
    [`GET ${root}/a/b:c`, 'GetDocument', { name: `${name}/a/b:c` }],
    [`GET ${root}/a/b%3Acommit`, 'GetDocument', { name: `${name}/a/b:commit` }],
    [`GET ${root}/a%20b/%C3%BC`, 'GetDocument', { name: `${name}/a b/ü` }],
  ];
  it.each(routes)('maps %s to %s', (request, operation, message) => {
    const [method = '', url = ''] = request.split(' ');
    expect(route(method, url, {})).toEqual({ operation, request: message });
  });

  const refused: [request: string, status: string][] = [
    ['GET /', 'NOT_FOUND'],
    ['GET /v1/projects/p', 'NOT_FOUND'],
    [`GET ${root}`, 'NOT_FOUND'],
    [`GET ${root}:commit`, 'NOT_FOUND'],
    [`POST ${root}/a/b`, 'NOT_FOUND'],
    [`PATCH ${root}/a`, 'NOT_FOUND'],
    [`PUT ${root}/a/b`, 'NOT_FOUND'],
    [`GET ${root}/a%2Fb/c`, 'INVALID_ARGUMENT'],
    [`GET ${root}/%zz/c`, 'INVALID_ARGUMENT'],
  ];
  it.each(refused)('refuses %s with %s', (request, status) => {
    const [method = '', url = ''] = request.split(' ');
    expect(() => route(method, url, {})).toThrow(expect.objectContaining({ status }) as Error);
  });
});
