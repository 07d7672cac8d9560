import { resolve } from 'node:path';
import { OperatorError } from '@frontage/model/operator-error';
import type { Failure } from './failure.ts';

/** Error properties set by Node and SQLite. */
interface Told {
  message: string;
  code?: string | number;
  /** The file or folder it is about. */
  path?: string;
  address?: string;
  hostname?: string;
  port?: number;
  /** SQLite's result code. */
  errcode?: number;
}

type Describe = (told: Told, otherFolder: string) => Failure;

const noPermission: Describe = ({ path = 'a file', code }, otherFolder) => ({
  what: code === 'EROFS' ? `${path} is on a disk that cannot be written to` : `There is no permission to use ${path}`,
  next: `Allow this user to write there, ${otherFolder}`,
});
const notAFolder: Describe = ({ path = 'The path' }, otherFolder) => ({
  what: `${path} is a file or lies below one, where a folder is needed`,
  next: `Move it away, ${otherFolder}`,
});
const aFolder: Describe = ({ path = 'The named path' }) => ({
  what: `${path} is a folder, where a file is needed`,
  next: 'Name a file',
});
const missing: Describe = ({ path = 'A file' }, otherFolder) => ({
  what: `${path} does not exist and cannot be made`,
  next: `Check the spelling, ${otherFolder}`,
});
const fullDisk: Describe = (_told, otherFolder) => ({
  what: 'The disk is full',
  next: `Free some space and run it again, ${otherFolder}. The live release stays`,
});
const portTaken: Describe = ({ message }) => ({
  what: message,
  next: 'Stop the program that uses it, or choose other ports: --port N',
});
const noAnswer: Describe = ({ address, port, message }) => ({
  what: address === undefined ? message : `Nothing answers at ${address}:${port ?? ''}`,
  next: 'See that it runs and can be reached from here, then run it again',
});
const unknownHost: Describe = ({ hostname, message }) => ({
  what: `${hostname ?? / (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)/.exec(message)?.[1] ?? 'The host'} cannot be found`,
  next: 'Check the spelling and the network connection',
});
const tooManyFiles: Describe = () => ({
  what: 'The system allows no more open files',
  next: 'Raise the limit (ulimit -n 4096), then run it again',
});
const damagedDatabase: Describe = ({ path = 'the data folder' }) => ({
  what: `A database below ${path} is damaged`,
  next: 'Restore a copy of the folder; or, if the database is in site/, move site/ away: it is rebuilt from Firestore',
});
const noCredentials: Describe = ({ message }) => ({
  what: `Firebase refuses this machine: ${message}`,
  next: 'Run: gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS to the key of a service account',
});

const badCredentials: Describe = ({ message, code }) => {
  const file = 'The file that GOOGLE_APPLICATION_CREDENTIALS names';
  const next = 'Name the key of a service account there; or unset it, and run: gcloud auth application-default login';
  if (code === 'ENOENT') return { what: `${file} does not exist`, next };
  // Such a message begins with the content of the file.
  const why = message.includes('is not valid JSON')
    ? 'it is no JSON'
    : message.replace(/^.*environment variable: /s, '').trim();
  return { what: `${file} holds no credentials: ${why}`, next };
};

/** By the code of the system, of Firestore (gRPC's numbers) or of firebase-admin. */
const byCode: Record<string, Describe> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: noPermission,
  ENOTDIR: notAFolder,
  EEXIST: notAFolder,
  EISDIR: aFolder,
  ENOENT: missing,
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  EADDRINUSE: portTaken,
  ECONNREFUSED: noAnswer,
  ECONNRESET: noAnswer,
  ETIMEDOUT: noAnswer,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  4: noAnswer,
  14: noAnswer,
  7: noCredentials,
  16: noCredentials,
  'app/invalid-credential': noCredentials,
};

/** By SQLite's primary result code, the lowest byte. */
const bySqlite: Record<number, Describe> = {
  5: () => ({
    what: 'Another process is writing to the same folder',
    next: 'Stop it first, or wait until it has finished',
  }),
  8: noPermission,
  11: damagedDatabase,
  13: fullDisk,
  14: noPermission,
  26: damagedDatabase,
};

/** Messages of Google's library for missing or unreadable credentials. */
function ofCredentials({ message, path }: Told): Describe | undefined {
  if (message.includes('default credentials')) return noCredentials;
  const named = process.env['GOOGLE_APPLICATION_CREDENTIALS'];
  if (named === undefined) return undefined;
  const isIt = message.includes('GOOGLE_APPLICATION_CREDENTIALS') || (path !== undefined && path === resolve(named));
  return isIt ? badCredentials : undefined;
}

/** Converts any thrown value to a failure. An unforeseen error names --debug as the next step. */
export function failureFrom(error: unknown, data: string): Failure {
  if (error instanceof OperatorError) return describeOperatorError(error);
  if (isDamagedFile(error)) return describeDamage(error.file);
  const told = tell(error);
  const isOfData = told.path === undefined || told.path.startsWith(resolve(data));
  const otherFolder = isOfData ? 'or name another folder: --data DIR' : 'or name another one';
  const ofSystem = told.errcode === undefined ? byCode[String(told.code)] : bySqlite[told.errcode & 0xff];
  const describe = ofCredentials(told) ?? ofSystem;
  if (describe) return describe(told.errcode === undefined ? told : { ...told, path: resolve(data) }, otherFolder);
  return { what: told.message, next: 'This should not happen. To see where it does, run it again with --debug' };
}

const describeOperatorError = ({ message, next, cause }: OperatorError): Failure => ({
  what: message,
  ...(cause instanceof Error && { detail: cause.message }),
  next,
});

// By name: where a hosted project is served from, the local Firebase that throws it is not installed.
const isDamagedFile = (error: unknown): error is Error & { file: string } =>
  error instanceof Error && error.name === 'DamagedFileError' && 'file' in error;

const describeDamage = (file: string): Failure => ({
  what: `${file} is damaged: it is no database that can be read`,
  next: 'Restore a copy of it (with its -wal file, if there is one). Without one, move it away: its content is lost',
});

function tell(error: unknown): Told {
  if (!(error instanceof Error)) return { message: String(error) };
  // fetch and others wrap the system's error.
  if (error.cause instanceof Error && !('code' in error)) return tell(error.cause);
  return { ...(error as Error & Partial<Told>), message: error.message };
}
