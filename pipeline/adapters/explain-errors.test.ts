import { OperatorError } from '@frontage/model/operator-error';
import { afterEach, expect, it, vi } from 'vitest';
import { explainFirestoreError, explainStorageError } from './explain-errors.ts';

afterEach(() => vi.unstubAllEnvs());

const thrown = (code: number | string | undefined, message: string): Error =>
  Object.assign(new Error(message), code !== undefined && { code });

it.each<[number | string | undefined, string, { problem: string; next: string }]>([
  [7, '7 PERMISSION_DENIED: Missing or insufficient permissions.', { problem: 'denies', next: 'roles/datastore.user' }],
  [
    5,
    '5 NOT_FOUND: The database (default) does not exist for project p',
    { problem: 'does not exist', next: 'databases:create' },
  ],
  [8, '8 RESOURCE_EXHAUSTED: Quota exceeded.', { problem: 'no quota', next: 'quotas' }],
  [9, '9 FAILED_PRECONDITION: The query requires an index.', { problem: 'lacks an index', next: 'firestore:indexes' }],
  [13, '13 INTERNAL: Internal error encountered.', { problem: 'temporarily', next: 'status.cloud.google.com' }],
  [14, '14 UNAVAILABLE: No connection established', { problem: 'does not answer', next: 'connection' }],
  [4, '4 DEADLINE_EXCEEDED: Deadline exceeded', { problem: 'does not answer', next: 'connection' }],
  [16, '16 UNAUTHENTICATED: Request had invalid credentials', { problem: 'does not recognize', next: 'credentials' }],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND firestore.googleapis.com', { problem: 'does not answer', next: 'connection' }],
  [
    undefined,
    'Could not load the default credentials. Browse to …',
    { problem: 'does not recognize', next: 'credentials' },
  ],
])('explains a Firestore error: %s %s', (code, message, { problem, next }) => {
  const explained = explainFirestoreError(thrown(code, message));
  expect(explained).toBeInstanceOf(OperatorError);
  expect(explained).toMatchObject({ message: expect.stringMatching(`^Firestore .*${problem}`) as string });
  expect((explained as OperatorError).message).not.toMatch(/\d [A-Z_]+:/);
  expect((explained as OperatorError).next).toContain(next);
});

it.each<[number | string | undefined, string, { problem: string; next: string }]>([
  [
    403,
    'x does not have storage.objects.create access',
    { problem: 'denies', next: 'roles/storage.objectAdmin on gs://state' },
  ],
  [404, 'The specified bucket does not exist.', { problem: 'does not exist', next: 'buckets create gs://state' }],
  [429, 'Rate limit exceeded', { problem: 'no quota', next: 'quotas' }],
  [401, 'Invalid Credentials', { problem: 'does not recognize', next: 'credentials' }],
  [503, 'Backend error', { problem: 'temporarily', next: 'status.cloud.google.com' }],
  ['503', 'Backend error', { problem: 'temporarily', next: 'status.cloud.google.com' }],
  [
    'ECONNREFUSED',
    'request to … failed, reason: connect ECONNREFUSED',
    { problem: 'does not answer', next: 'connection' },
  ],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN storage.googleapis.com', { problem: 'does not answer', next: 'connection' }],
  [undefined, 'Could not refresh access token: …', { problem: 'does not recognize', next: 'credentials' }],
])('explains a Storage error: %s %s', (code, message, { problem, next }) => {
  const explained = explainStorageError(thrown(code, message), { bucket: 'state', role: 'roles/storage.objectAdmin' });
  expect(explained).toBeInstanceOf(OperatorError);
  expect(explained).toMatchObject({ message: expect.stringMatching(`^gs://state .*${problem}`) as string });
  expect((explained as OperatorError).next).toContain(next);
});

it.each<[string, unknown]>([
  ['a bug', new TypeError('x is not a function')],
  ['a document that is too large', thrown(3, '3 INVALID_ARGUMENT: The value is longer than 1048487 bytes')],
  ['an error that is explained already', new OperatorError('What', 'Next')],
])('returns %s unchanged', (_, error) => {
  expect(explainFirestoreError(error)).toBe(error);
  expect(explainStorageError(error, { bucket: 'b', role: 'r' })).toBe(error);
});

it.each([4, 5, 7, 8, 13, 14, 16])('names no service of Google Cloud while Firestore runs locally: %s', (code) => {
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', '127.0.0.1:4328');
  const { next } = explainFirestoreError(thrown(code, 'No')) as OperatorError;
  expect(next).toMatch(/this machine/);
  expect(next).not.toMatch(/google|cloud|gcloud|firebase deploy|roles\//i);
});
