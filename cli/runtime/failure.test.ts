import { DamagedFileError, DiskFullError as FirestoreDiskFullError } from '@frontage/firestore-server/damaged-file';
import { OperatorError } from '@frontage/model/operator-error';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureFrom } from './failure.ts';

const systemError = (code: string | number, more: object = {}) =>
  Object.assign(new Error(`message of ${code}`), { code, ...more });
const sqliteError = (errcode: number) => Object.assign(new Error('message'), { code: 'ERR_SQLITE_ERROR', errcode });

beforeEach(() => vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/keys/google.json'));
afterEach(() => vi.unstubAllEnvs());

describe('failureFrom', () => {
  it.each([
    [
      'an error for the operator',
      new OperatorError('No such release', 'See the list'),
      'No such release',
      'See the list',
    ],
    [
      'a damaged database',
      new DamagedFileError('/d/documents.sqlite', null),
      '/d/documents.sqlite is damaged',
      'Restore a copy',
    ],
    ['no permission', systemError('EACCES', { path: '/d/x' }), 'no permission to use /d/x', '--data DIR'],
    [
      'no permission outside the data folder',
      systemError('EACCES', { path: '/other' }),
      'no permission to use /other',
      'another one',
    ],
    ['a read-only disk', systemError('EROFS', { path: '/d/x' }), 'cannot be written to', '--data DIR'],
    ['a file instead of a folder', systemError('ENOTDIR', { path: '/d' }), '/d is a file', '--data DIR'],
    ['a folder instead of a file', systemError('EISDIR'), 'is a folder, but a file', 'Use the path of a file'],
    ['a folder that does not exist', systemError('ENOENT', { path: '/d' }), '/d does not exist', 'Check the spelling'],
    ['a full disk', systemError('ENOSPC'), 'The disk is full', 'Free some space'],
    ['a full disk, reported by SQLite', sqliteError(13), 'The disk that holds /d is full', 'Free some space'],
    ['a database that is locked', sqliteError(5), 'Another process', 'Stop it first'],
    ['a folder in place of a data file', systemError('EISDIR', { path: '/d/x' }), '/d/x is a folder', 'Move it away'],
    [
      'a full disk, reported by the local Firebase',
      new FirestoreDiskFullError('/d/documents.sqlite', null),
      'holds /d/documents.sqlite is full',
      'Free some space',
    ],
    ['a failing disk, reported by SQLite', sqliteError(10), '/d cannot be read or written', 'Check the disk'],
    ['a database in a read-only folder', sqliteError(8), 'no permission to use /d', '--data DIR'],
    ['a damaged database, reported by SQLite', sqliteError(11), 'A database below /d is damaged', 'copy'],
    ['an extended result code of SQLite', sqliteError(11 | (2 << 8)), 'is damaged', 'copy'],
    ['a refused connection', systemError('ECONNREFUSED', { address: '127.0.0.1', port: 1 }), '127.0.0.1:1', 'runs'],
    [
      'an unknown host, wrapped by fetch',
      new TypeError('fetch failed', { cause: systemError('ENOTFOUND', { hostname: 'h' }) }),
      'h cannot',
      'network connection',
    ],
    ['no credentials', new Error('Could not load the default credentials.'), 'refuses this machine', 'gcloud auth'],
    [
      'a missing credentials file',
      systemError('ENOENT', { path: '/keys/google.json' }),
      'CREDENTIALS does not exist',
      'application-default login',
    ],
    [
      'a file without credentials',
      new Error(
        'Unable to read the credential file specified by the GOOGLE_APPLICATION_CREDENTIALS environment variable: It is "x"\n',
      ),
      'contains no credentials: It is "x"',
      'key of a service account',
    ],
    [
      'a credentials file that is not JSON',
      new Error('The GOOGLE_APPLICATION_CREDENTIALS: Unexpected token s, "secret" is not valid JSON'),
      'contains no credentials: it is not JSON',
      'key of a service account',
    ],
    [
      'no network while fetching credentials',
      Object.assign(new Error('request to https://x/ failed, reason: getaddrinfo ENOTFOUND oauth2.googleapis.com'), {
        code: 'ENOTFOUND',
      }),
      'oauth2.googleapis.com cannot be found',
      'network connection',
    ],
    ['a missing permission, reported by Firestore', systemError(7), 'refuses this machine', 'gcloud auth'],
    ['an unexpected error', new Error('x is undefined'), 'x is undefined', '--debug'],
    ['a thrown string', 'oh', 'oh', '--debug'],
  ])('describes problem and next step: %s', (...[, thrown, what, next]) => {
    const failure = failureFrom(thrown, '/d');
    expect(failure.what).toContain(what);
    expect(failure.next).toContain(next);
  });

  it.each([
    ['a missing permission', systemError(7)],
    ['missing credentials', systemError(16)],
    ['a missing document', systemError(5)],
    ['a missing index', Object.assign(new Error('9 FAILED_PRECONDITION: The query requires an index'), { code: 9 })],
    ['a full disk', systemError(8)],
    ['an internal error', systemError(13)],
    ['no connection', systemError(14)],
    ['a timeout', systemError(4)],
    ['default credentials', new Error('Could not load the default credentials.')],
    ['a missing credentials file', systemError('ENOENT', { path: '/keys/google.json' })],
    ['an invalid credential', systemError('app/invalid-credential')],
  ])('never refers to Google Cloud while Firebase runs on this machine: %s', (_title, thrown) => {
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', '127.0.0.1:8080');
    const { what, next } = failureFrom(thrown, '/d');
    expect(`${what} ${next}`).not.toMatch(/gcloud|cloud\.google|Google Cloud|service account|firebase deploy|billing/i);
    expect(next).not.toContain('--debug');
  });

  it('copies the message of the cause to the detail', () => {
    const thrown = new OperatorError('It does not compile', 'Fix it', { cause: new Error('line 1\nline 2') });
    expect(failureFrom(thrown, '.')).toMatchObject({ what: 'It does not compile', detail: 'line 1\nline 2' });
  });
});
