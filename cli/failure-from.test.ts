import { DamagedFileError } from '@frontage/firestore-server/damaged-file';
import { OperatorError } from '@frontage/model/operator-error';
import { describe, expect, it } from 'vitest';
import { failureFrom } from './failure-from.ts';

const system = (code: string | number, more: object = {}) =>
  Object.assign(new Error(`said: ${code}`), { code, ...more });
const sqlite = (errcode: number) => Object.assign(new Error('said'), { code: 'ERR_SQLITE_ERROR', errcode });

describe('whatever is thrown says what is wrong and what to do', () => {
  it.each([
    ['what is refused', new OperatorError('No such release', 'See the list'), 'No such release', 'See the list'],
    [
      'a damaged database',
      new DamagedFileError('/d/documents.sqlite', null),
      '/d/documents.sqlite is damaged',
      'Put a copy',
    ],
    ['no permission', system('EACCES', { path: '/d/x' }), 'no permission to use /d/x', '--data DIR'],
    ['no permission elsewhere', system('EACCES', { path: '/other' }), 'no permission to use /other', 'another one'],
    ['a read-only disk', system('EROFS', { path: '/d/x' }), 'cannot be written to', '--data DIR'],
    ['a file for a folder', system('ENOTDIR', { path: '/d' }), '/d is a file', '--data DIR'],
    ['a folder for a file', system('EISDIR'), 'is a folder, where a file', 'Name a file'],
    ['a folder that cannot be', system('ENOENT', { path: '/d' }), '/d does not exist', 'misspelt'],
    ['a full disk', system('ENOSPC'), 'The disk is full', 'Make room'],
    ['a full disk, by SQLite', sqlite(13), 'The disk is full', 'Make room'],
    ['a database that is locked', sqlite(5), 'Another process', 'Stop it first'],
    ['a database of a read-only folder', sqlite(8), 'no permission to use /d', '--data DIR'],
    ['damage found late', sqlite(11), 'A database below /d is damaged', 'copy'],
    ['extended codes of SQLite', sqlite(11 | (2 << 8)), 'is damaged', 'copy'],
    ['nobody at home', system('ECONNREFUSED', { address: '127.0.0.1', port: 1 }), '127.0.0.1:1', 'runs'],
    [
      'nobody at home, by fetch',
      new TypeError('fetch failed', { cause: system('ENOTFOUND', { hostname: 'h' }) }),
      'h cannot',
      'online',
    ],
    ['no credentials', new Error('Could not load the default credentials.'), 'refuses this machine', 'gcloud auth'],
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
