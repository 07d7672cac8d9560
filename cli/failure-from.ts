import { resolve } from 'node:path';
import { OperatorError } from '@frontage/model/operator-error';
import type { Failure } from './failure.ts';

/** What Node and SQLite tell of an error. */
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
const aFolder: Describe = ({ path = 'What was named' }) => ({
  what: `${path} is a folder, where a file is needed`,
  next: 'Name a file',
});
const missing: Describe = ({ path = 'A file' }, otherFolder) => ({
  what: `${path} does not exist and cannot be made`,
  next: `Look for a misspelt name, ${otherFolder}`,
});
const fullDisk: Describe = (_told, otherFolder) => ({
  what: 'The disk is full',
  next: `Make room and run it again, ${otherFolder}. What is live stays live`,
});
const portTaken: Describe = ({ message }) => ({
  what: message,
  next: 'Stop what uses it, or choose other ports: --port N',
});
const noAnswer: Describe = ({ address, port, message }) => ({
  what: address === undefined ? message : `Nothing answers at ${address}:${port ?? ''}`,
  next: 'See that it runs and can be reached from here, then run it again',
});
const unknownHost: Describe = ({ hostname, message }) => ({
  what: `${hostname ?? / (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)/.exec(message)?.[1] ?? 'The host'} cannot be found`,
  next: 'Look for a misspelt name, and whether this machine is online',
});
const tooManyFiles: Describe = () => ({
  what: 'The system allows no more open files',
  next: 'Raise the limit (ulimit -n 4096), then run it again',
});
const damagedDatabase: Describe = ({ path = 'the data folder' }) => ({
  what: `A database below ${path} is damaged`,
  next: 'Put a copy of the folder back; or move site/ away, if that is where it is: it is built anew from Firestore',
});
const noCredentials: Describe = ({ message }) => ({
  what: `Firebase refuses this machine: ${message}`,
  next: 'Run: gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS to the key of a service account',
});

const badCredentials: Describe = ({ message, code }) => {
  const file = 'The file that GOOGLE_APPLICATION_CREDENTIALS names';
  const next = 'Name the key of a service account there; or unset it, and run: gcloud auth application-default login';
  if (code === 'ENOENT') return { what: `${file} is not there`, next };
  // Such a message begins with what stands in the file.
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

/** By SQLite's result code, less what is added to it above the lowest byte. */
const bySqlite: Record<number, Describe> = {
  5: () => ({ what: 'Another process is writing to the same folder', next: 'Stop it first, or wait until it is done' }),
  8: noPermission,
  11: damagedDatabase,
  13: fullDisk,
  14: noPermission,
  26: damagedDatabase,
};

/** What Google's library says of credentials that it does not find or cannot read. */
function ofCredentials({ message, path }: Told): Describe | undefined {
  if (message.includes('default credentials')) return noCredentials;
  const named = process.env['GOOGLE_APPLICATION_CREDENTIALS'];
  if (named === undefined) return undefined;
  const isIt = message.includes('GOOGLE_APPLICATION_CREDENTIALS') || (path !== undefined && path === resolve(named));
  return isIt ? badCredentials : undefined;
}

/** Whatever was thrown as a failure. What nobody foresaw is one as well, and says how to see where it comes from. */
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
  next: 'Put a copy of it back (with its -wal file, if there is one). Without one, move it away: what it held is lost',
});

function tell(error: unknown): Told {
  if (!(error instanceof Error)) return { message: String(error) };
  // fetch and others wrap what the system said.
  if (error.cause instanceof Error && !('code' in error)) return tell(error.cause);
  return { ...(error as Error & Partial<Told>), message: error.message };
}
