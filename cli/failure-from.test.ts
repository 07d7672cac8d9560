import { DamagedFileError } from '@frontage/firestore-server/damaged-file';
import { OperatorError } from '@frontage/model/operator-error';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureFrom } from './failure-from.ts';

const system = (code: string | number, more: object = {}) =>
  Object.assign(new Error(`said: ${code}`), { code, ...more });
const sqlite = (errcode: number) => Object.assign(new Error('said'), { code: 'ERR_SQLITE_ERROR', errcode });

beforeEach(() => vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/keys/google.json'));
afterEach(() => vi.unstubAllEnvs());

describe('failureFrom names the problem and the next step', () => {
  it.each([
    ['what is refused', new OperatorError('No such release', 'See the list'), 'No such release', 'See the list'],
    [
      'a damaged database',
      new DamagedFileError('/d/documents.sqlite', null),
      '/d/documents.sqlite is damaged',
      'Restore a copy',
    ],
    ['no permission', system('EACCES', { path: '/d/x' }), 'no permission to use /d/x', '--data DIR'],
    ['no permission elsewhere', system('EACCES', { path: '/other' }), 'no permission to use /other', 'another one'],
    ['a read-only disk', system('EROFS', { path: '/d/x' }), 'cannot be written to', '--data DIR'],
    ['a file for a folder', system('ENOTDIR', { path: '/d' }), '/d is a file', '--data DIR'],
    ['a folder for a file', system('EISDIR'), 'is a folder, where a file', 'Name a file'],
    ['a folder that cannot be', system('ENOENT', { path: '/d' }), '/d does not exist', 'Check the spelling'],
    ['a full disk', system('ENOSPC'), 'The disk is full', 'Free some space'],
    ['a full disk, by SQLite', sqlite(13), 'The disk is full', 'Free some space'],
    ['a database that is locked', sqlite(5), 'Another process', 'Stop it first'],
    ['a database of a read-only folder', sqlite(8), 'no permission to use /d', '--data DIR'],
    ['damage found late', sqlite(11), 'A database below /d is damaged', 'copy'],
    ['extended codes of SQLite', sqlite(11 | (2 << 8)), 'is damaged', 'copy'],
    ['nobody at home', system('ECONNREFUSED', { address: '127.0.0.1', port: 1 }), '127.0.0.1:1', 'runs'],
    [
      'nobody at home, by fetch',
      new TypeError('fetch failed', { cause: system('ENOTFOUND', { hostname: 'h' }) }),
      'h cannot',
      'network connection',
    ],
    ['no credentials', new Error('Could not load the default credentials.'), 'refuses this machine', 'gcloud auth'],
    [
      'credentials that are not there',
      system('ENOENT', { path: '/keys/google.json' }),
      'names does not exist',
      'application-default login',
    ],
    [
      'credentials that are none',
      new Error(
        'Unable to read the credential file specified by the GOOGLE_APPLICATION_CREDENTIALS environment variable: It is "x"\n',
      ),
      'holds no credentials: It is "x"',
      'key of a service account',
    ],
    [
      'credentials that are no JSON',
      new Error('The GOOGLE_APPLICATION_CREDENTIALS: Unexpected token s, "secret" is not valid JSON'),
      'holds no credentials: it is no JSON',
      'key of a service account',
    ],
    [
      'no network on the way to credentials',
      Object.assign(new Error('request to https://x/ failed, reason: getaddrinfo ENOTFOUND oauth2.googleapis.com'), {
        code: 'ENOTFOUND',
      }),
      'oauth2.googleapis.com cannot be found',
      'network connection',
    ],
    ['a right that is missing, by Firestore', system(7), 'refuses this machine', 'gcloud auth'],
    ['what nobody foresaw', new Error('x is undefined'), 'x is undefined', '--debug'],
    ['what is no error', 'oh', 'oh', '--debug'],
  ])('%s', (...[, thrown, what, next]) => {
    const failure = failureFrom(thrown, '/d');
    expect(failure.what).toContain(what);
    expect(failure.next).toContain(next);
  });

  it('another program’s own words are its detail', () => {
    const thrown = new OperatorError('It does not compile', 'Mend it', { cause: new Error('line 1\nline 2') });
    expect(failureFrom(thrown, '.')).toMatchObject({ what: 'It does not compile', detail: 'line 1\nline 2' });
  });
});
