import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '@frontage/model/operator-error';
import { explainDiskFull, isDiskFull } from './disk-full.ts';

// SQLite's result codes for access that the system refuses: SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN.
const refused = new Set([8, 10, 14]);

const reasons: Record<string, string> = {
  EACCES: 'this user has no permission to use it',
  EPERM: 'it is protected against changes',
  EROFS: 'its disk is read-only',
  EISDIR: 'it is a folder, but a file is needed',
  ENOTDIR: 'it is a file, but a folder is needed',
  EEXIST: 'it is a file, but a folder is needed',
};

const nextSteps: Record<string, string> = {
  EISDIR: 'Move it away, then start again',
  ENOTDIR: 'Move it away, then start again',
  EEXIST: 'Move it away, then start again',
};

const unusable = (path: string, code: string, cause: unknown): OperatorError =>
  new OperatorError(
    `${path} cannot be used: ${reasons[code] ?? 'its disk reports an error'}`,
    nextSteps[code] ?? 'Allow this user to read and write there, and check the disk',
    { cause },
  );

/**
 * Converts an error of SQLite on a database file, caused by a full disk or by missing access, to an error that names
 * the file and the next step. Returns other errors unchanged.
 */
export function explainDatabaseError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  const found = refused.has(code) ? accessProblem(file) : null;
  if (found !== null) return unusable(found.path, found.code, error);
  if (isDiskFull(error)) return explainDiskFull(error, file);
  return refused.has(code) ? unusable(file, '', error) : error;
}

/**
 * Converts an error of the system on a file below `folder` likewise. The error names the folder instead of a file whose
 * name was generated.
 */
export function explainFolderError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!(code in reasons)) return explainDiskFull(error, folder);
  return unusable(code === 'ENOTDIR' ? fileAmongParents(folder) : folder, code, error);
}

/** The nearest file among a path and its parents; the path if there is none. */
function fileAmongParents(path: string): string {
  for (let parent = path; dirname(parent) !== parent; parent = dirname(parent)) {
    try {
      if (!statSync(parent).isDirectory()) return parent;
    } catch {
      // It does not exist, or is inside a file.
    }
  }
  return path;
}

/** Creates a folder and its parents. @throws OperatorError if that is impossible */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainFolderError(error, folder);
  }
}

/** The problem of a database file, of the files beside it or of their folder; null if all can be written. */
function accessProblem(file: string): { path: string; code: string } | null {
  const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
  for (const path of ['', '-wal', '-shm', '-journal'].map((suffix) => file + suffix)) {
    try {
      closeSync(openSync(path, 'r+'));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return { path, code: codeOf(error) };
    }
  }
  try {
    accessSync(dirname(file), constants.W_OK);
    return null;
  } catch (error) {
    return { path: dirname(file), code: codeOf(error) };
  }
}
