import { OperatorError } from '@frontage/model/operator-error';
import { expect, it } from 'vitest';
import { firestoreWords, storageWords } from './refusal-words.ts';

const thrown = (code: number | string | undefined, message: string): Error =>
  Object.assign(new Error(message), code !== undefined && { code });

it.each<[number | string | undefined, string, string, string]>([
  [7, '7 PERMISSION_DENIED: Missing or insufficient permissions.', 'refuses', 'roles/datastore.user'],
  [5, '5 NOT_FOUND: The database (default) does not exist for project p', 'is not there', 'databases:create'],
  [8, '8 RESOURCE_EXHAUSTED: Quota exceeded.', 'no quota', 'Quotas'],
  [9, '9 FAILED_PRECONDITION: The query requires an index.', 'lacks an index', 'firestore:indexes'],
  [13, '13 INTERNAL: Internal error encountered.', 'just now', 'status.cloud.google.com'],
  [14, '14 UNAVAILABLE: No connection established', 'does not answer', 'reaches'],
  [4, '4 DEADLINE_EXCEEDED: Deadline exceeded', 'does not answer', 'reaches'],
  [16, '16 UNAUTHENTICATED: Request had invalid credentials', 'does not know', 'credentials'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND firestore.googleapis.com', 'does not answer', 'reaches'],
  [undefined, 'Could not load the default credentials. Browse to …', 'does not know', 'credentials'],
])('Firestore, %s %s', (code, message, what, next) => {
  const words = firestoreWords(thrown(code, message));
  expect(words).toBeInstanceOf(OperatorError);
  expect(words).toMatchObject({ message: expect.stringMatching(`^Firestore .*${what}`) as string });
  expect((words as OperatorError).message).not.toMatch(/\d [A-Z_]+:/);
  expect((words as OperatorError).next).toContain(next);
});

it.each<[number | string | undefined, string, string, string]>([
  [403, 'x does not have storage.objects.create access', 'refuses', 'roles/storage.objectAdmin on gs://state'],
  [404, 'The specified bucket does not exist.', 'is not there', 'buckets create gs://state'],
  [429, 'Rate limit exceeded', 'no quota', 'Quotas'],
  [401, 'Invalid Credentials', 'does not know', 'credentials'],
  [503, 'Backend error', 'just now', 'status.cloud.google.com'],
  ['503', 'Backend error', 'just now', 'status.cloud.google.com'],
  ['ECONNREFUSED', 'request to … failed, reason: connect ECONNREFUSED', 'does not answer', 'reaches'],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN storage.googleapis.com', 'does not answer', 'reaches'],
  [undefined, 'Could not refresh access token: …', 'does not know', 'credentials'],
])('Storage, %s %s', (code, message, what, next) => {
  const words = storageWords(thrown(code, message), { bucket: 'state', role: 'roles/storage.objectAdmin' });
  expect(words).toBeInstanceOf(OperatorError);
  expect(words).toMatchObject({ message: expect.stringMatching(`^gs://state .*${what}`) as string });
  expect((words as OperatorError).next).toContain(next);
});

it.each<[string, unknown]>([
  ['a bug', new TypeError('x is not a function')],
  ['a document that is too large', thrown(3, '3 INVALID_ARGUMENT: The value is longer than 1048487 bytes')],
  ['what has words already', new OperatorError('What', 'Next')],
])('%s stays as it is', (_, error) => {
  expect(firestoreWords(error)).toBe(error);
  expect(storageWords(error, { bucket: 'b', role: 'r' })).toBe(error);
});
