import { OperatorError } from '@frontage/model/operator-error';
import { expect, it } from 'vitest';
import { explainFirestoreError, explainStorageError } from './refusal-words.ts';

const thrown = (code: number | string | undefined, message: string): Error =>
  Object.assign(new Error(message), code !== undefined && { code });

it.each<[number | string | undefined, string, { what: string; next: string }]>([
  [7, '7 PERMISSION_DENIED: Missing or insufficient permissions.', { what: 'denies', next: 'roles/datastore.user' }],
  [
    5,
    '5 NOT_FOUND: The database (default) does not exist for project p',
    { what: 'does not exist', next: 'databases:create' },
  ],
  [8, '8 RESOURCE_EXHAUSTED: Quota exceeded.', { what: 'no quota', next: 'quotas' }],
  [9, '9 FAILED_PRECONDITION: The query requires an index.', { what: 'lacks an index', next: 'firestore:indexes' }],
  [13, '13 INTERNAL: Internal error encountered.', { what: 'temporarily', next: 'status.cloud.google.com' }],
  [14, '14 UNAVAILABLE: No connection established', { what: 'does not answer', next: 'connection' }],
  [4, '4 DEADLINE_EXCEEDED: Deadline exceeded', { what: 'does not answer', next: 'connection' }],
  [16, '16 UNAUTHENTICATED: Request had invalid credentials', { what: 'does not recognize', next: 'credentials' }],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND firestore.googleapis.com', { what: 'does not answer', next: 'connection' }],
  [
    undefined,
    'Could not load the default credentials. Browse to …',
    { what: 'does not recognize', next: 'credentials' },
  ],
])('Firestore, %s %s', (code, message, { what, next }) => {
  const words = explainFirestoreError(thrown(code, message));
  expect(words).toBeInstanceOf(OperatorError);
  expect(words).toMatchObject({ message: expect.stringMatching(`^Firestore .*${what}`) as string });
  expect((words as OperatorError).message).not.toMatch(/\d [A-Z_]+:/);
  expect((words as OperatorError).next).toContain(next);
});

it.each<[number | string | undefined, string, { what: string; next: string }]>([
  [
    403,
    'x does not have storage.objects.create access',
    { what: 'denies', next: 'roles/storage.objectAdmin on gs://state' },
  ],
  [404, 'The specified bucket does not exist.', { what: 'does not exist', next: 'buckets create gs://state' }],
  [429, 'Rate limit exceeded', { what: 'no quota', next: 'quotas' }],
  [401, 'Invalid Credentials', { what: 'does not recognize', next: 'credentials' }],
  [503, 'Backend error', { what: 'temporarily', next: 'status.cloud.google.com' }],
  ['503', 'Backend error', { what: 'temporarily', next: 'status.cloud.google.com' }],
  [
    'ECONNREFUSED',
    'request to … failed, reason: connect ECONNREFUSED',
    { what: 'does not answer', next: 'connection' },
  ],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN storage.googleapis.com', { what: 'does not answer', next: 'connection' }],
  [undefined, 'Could not refresh access token: …', { what: 'does not recognize', next: 'credentials' }],
])('Storage, %s %s', (code, message, { what, next }) => {
  const words = explainStorageError(thrown(code, message), { bucket: 'state', role: 'roles/storage.objectAdmin' });
  expect(words).toBeInstanceOf(OperatorError);
  expect(words).toMatchObject({ message: expect.stringMatching(`^gs://state .*${what}`) as string });
  expect((words as OperatorError).next).toContain(next);
});

it.each<[string, unknown]>([
  ['a bug', new TypeError('x is not a function')],
  ['a document that is too large', thrown(3, '3 INVALID_ARGUMENT: The value is longer than 1048487 bytes')],
  ['what has words already', new OperatorError('What', 'Next')],
])('%s stays as it is', (_, error) => {
  expect(explainFirestoreError(error)).toBe(error);
  expect(explainStorageError(error, { bucket: 'b', role: 'r' })).toBe(error);
});
