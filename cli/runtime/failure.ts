import { resolve } from 'node:path';
import { OperatorError } from '@frontage/model/operator-error';
import { explainFirestoreError } from '@frontage/pipeline/explain-errors';

/** Properties of errors from Node, SQLite and Google's libraries. */
interface ErrorInfo {
  message: string;
  code?: string | number;
  /** The file or folder that caused the error. */
  path?: string;
  address?: string;
  hostname?: string;
  port?: number;
  /** SQLite's result code. */
  errcode?: number;
}

type Describe = (error: ErrorInfo, otherFolder: string) => Failure;

const noPermission: Describe = ({ path = 'a file', code }, otherFolder) => ({
  what: code === 'EROFS' ? `${path} is on a disk that cannot be written to` : `There is no permission to use ${path}`,
  next: `Allow this user to write there, ${otherFolder}`,
});
const notAFolder: Describe = ({ path = 'The path' }, otherFolder) => ({
  what: `${path} is a file or inside one, but a folder is needed`,
  next: `Move it away, ${otherFolder}`,
});
const aFolder: Describe = ({ path = 'The named path' }, otherFolder) => ({
  what: `${path} is a folder, but a file is needed`,
  next: path === 'The named path' ? 'Use the path of a file' : `Move it away, ${otherFolder}`,
});
const failingDisk: Describe = ({ path = 'A file' }, otherFolder) => ({
  what: `${path} cannot be read or written`,
  next: `Check the disk that holds it, ${otherFolder}`,
});
const missing: Describe = ({ path = 'A file' }, otherFolder) => ({
  what: `${path} does not exist and cannot be created`,
  next: `Check the spelling, ${otherFolder}`,
});
const fullDisk: Describe = ({ path }, otherFolder) => ({
  what: path === undefined ? 'The disk is full' : `The disk that holds ${path} is full`,
  next: `Free some space and run it again, ${otherFolder}. The live release stays`,
});
const portTaken: Describe = ({ message }) => ({
  what: message,
  next: 'Stop the program that uses it, or choose other ports: --port N',
});
const noAnswer: Describe = ({ address, port, message }) => ({
  what: address === undefined ? message : `Nothing answers at ${address}:${port ?? ''}`,
  next: 'Check that it runs and can be reached from this machine, then run the command again',
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

const unneededCredentials: Describe = ({ message }) => ({
  what: `Firebase refuses this machine: ${message}`,
  next: 'It runs on this machine and needs no credentials: unset GOOGLE_APPLICATION_CREDENTIALS, and check the addresses in *_EMULATOR_HOST',
});

const badCredentials: Describe = ({ message, code }) => {
  const file = 'The file in GOOGLE_APPLICATION_CREDENTIALS';
  const next = 'Set it to the key of a service account; or unset it and run: gcloud auth application-default login';
  if (code === 'ENOENT') return { what: `${file} does not exist`, next };
  // The library's message contains the content of the file, which may be secret.
  const why = message.includes('is not valid JSON')
    ? 'it is not JSON'
    : message.replace(/^.*environment variable: /s, '').trim();
  return { what: `${file} contains no credentials: ${why}`, next };
};

/** Descriptions by error code: of the system, of Firestore (gRPC numbers) or of firebase-admin. */
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
  EIO: failingDisk,
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

/** Descriptions by SQLite's primary result code, the lowest byte of `errcode`. */
const bySqlite: Record<number, Describe> = {
  5: () => ({
    what: 'Another process is writing to the same folder',
    next: 'Stop it first, or wait until it has finished',
  }),
  8: noPermission,
  10: failingDisk,
  11: damagedDatabase,
  13: fullDisk,
  14: noPermission,
  26: damagedDatabase,
};

/** The description if Google's library reports missing or unreadable credentials, else undefined. */
function credentialsProblem({ message, path }: ErrorInfo): Describe | undefined {
  if (message.includes('default credentials')) return noCredentials;
  const keyFile = process.env['GOOGLE_APPLICATION_CREDENTIALS'];
  if (keyFile === undefined) return undefined;
  const isNamedFile =
    message.includes('GOOGLE_APPLICATION_CREDENTIALS') || (path !== undefined && path === resolve(keyFile));
  return isNamedFile ? badCredentials : undefined;
}

/**
 * Converts any thrown value to a failure; `data` is the data folder. The next step of an unexpected error is --debug.
 */
export function failureFrom(error: unknown, data: string): Failure {
  if (error instanceof OperatorError) return describeOperatorError(error);
  if (isDamagedFile(error)) return describeDamage(error.file);
  if (isFullDisk(error))
    return { what: `The disk that holds ${error.path} is full`, next: 'Free some space, then run it again' };
  const info = errorInfo(error);
  // Services on this machine need no credentials and no Google Cloud.
  const explained = isLocalStack() && typeof info.code === 'number' ? explainFirestoreError(error) : null;
  if (explained instanceof OperatorError) return describeOperatorError(explained);
  const isInDataFolder = info.path === undefined || info.path.startsWith(resolve(data));
  const otherFolder = isInDataFolder ? 'or name another folder: --data DIR' : 'or name another one';
  const systemProblem = info.errcode === undefined ? byCode[String(info.code)] : bySqlite[info.errcode & 0xff];
  const needsCredentials = credentialsProblem(info) ?? (systemProblem === noCredentials ? systemProblem : undefined);
  const describe = needsCredentials && isLocalStack() ? unneededCredentials : (needsCredentials ?? systemProblem);
  if (describe)
    return describe({ ...info, ...(info.errcode !== undefined && { path: info.path ?? resolve(data) }) }, otherFolder);
  return { what: info.message, next: 'This error is unexpected. Run it again with --debug and report the output' };
}

const isLocalStack = (): boolean => process.env['FIRESTORE_EMULATOR_HOST'] !== undefined;

const describeOperatorError = ({ message, next, cause }: OperatorError): Failure => ({
  what: message,
  ...(cause instanceof Error && { detail: cause.message }),
  next,
});

// Compared by name: a service may run without the local Firebase, whose package contains the class.
const isDamagedFile = (error: unknown): error is Error & { file: string } =>
  error instanceof Error && error.name === 'DamagedFileError' && 'file' in error;

const isFullDisk = (error: unknown): error is Error & { path: string } =>
  error instanceof Error && error.name === 'DiskFullError' && 'path' in error;

const describeDamage = (file: string): Failure => ({
  what: `${file} is damaged: it is not a readable database`,
  next: 'Restore a copy of it (with its -wal file, if there is one). Without one, move it away: its content is lost',
});

function errorInfo(error: unknown): ErrorInfo {
  if (!(error instanceof Error)) return { message: String(error) };
  // fetch and other functions wrap the error of the system.
  if (error.cause instanceof Error && !('code' in error)) return errorInfo(error.cause);
  return { ...(error as Error & Partial<ErrorInfo>), message: error.message };
}

/** An expected problem that the user can fix. */
export interface Failure {
  /** The problem and its place. */
  what: string;
  /** Output of another program that explains the problem; may have several lines. */
  detail?: string;
  /** The next step, as a command if possible. */
  next: string;
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'what' in value && 'next' in value;
