import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { OperatorError } from '@frontage/model/operator-error';
import { collections } from '@frontage/model/paths';
import type { Auth } from 'firebase-admin/auth';
import { backedUp, restoreMarker } from '@frontage/model/backup-collections';
import { FieldPath, type Firestore, type QueryDocumentSnapshot, type Timestamp } from 'firebase-admin/firestore';
import type { Firebase } from '../target/firebase.ts';
import { type Account, backupFormat, type BodyLine, compareNames, type Counts, kindOf } from './backup-line.ts';
import { encodeValue, type Json } from './field-values.ts';
import { type BucketNames, readUploads, toProductNames } from './read-uploads.ts';

const perPage = 300;

/** Reads all documents for a backup page by page. All pages have the read time of the first one. */
async function* readDocuments(firestore: Firestore): AsyncGenerator<QueryDocumentSnapshot> {
  let readTime: Timestamp | undefined;
  for (const collection of backedUp) {
    let last: QueryDocumentSnapshot | undefined;
    do {
      const ordered = firestore.collection(collection).orderBy(FieldPath.documentId()).limit(perPage);
      const query = last === undefined ? ordered : ordered.startAfter(last);
      const page = await firestore.runTransaction((transaction) => transaction.get(query), {
        readOnly: true,
        ...(readTime && { readTime }),
      });
      readTime ??= page.readTime;
      for (const document of page.docs) if (document.ref.path !== restoreMarker) yield document;
      last = page.docs[perPage - 1];
    } while (last !== undefined);
  }
}

const accountsPerPage = 1_000;

/** All accounts, sorted by uid, without passwords and second factors. */
async function readAccounts(auth: Auth): Promise<Account[]> {
  const accounts: Account[] = [];
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(accountsPerPage, pageToken);
    for (const { uid, email, displayName, emailVerified, disabled, customClaims } of page.users) {
      const claims = Object.entries(customClaims ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
      accounts.push({
        uid,
        email: email ?? null,
        name: displayName ?? null,
        verified: emailVerified,
        disabled,
        claims: claims.length > 0 ? Object.fromEntries(claims) : null,
      });
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return accounts.sort((a, b) => compareNames(a.uid, b.uid));
}

export interface BackupOptions {
  firebase: Firebase;
  buckets: BucketNames;
  file: string;
  /** Called after every line with the numbers of entries written. */
  onProgress: (counts: Counts) => void;
}

/**
 * Writes documents, accounts and uploads of a project to a file; equal content yields equal bytes. The file appears
 * only when it is complete, and only its owner may read it.
 */
export async function writeBackup({ firebase, buckets, file, onProgress }: BackupOptions): Promise<Counts> {
  const counts: Counts = { documents: 0, accounts: 0, uploads: 0 };
  removeLeftParts(dirname(file));
  const part = `${file}.frontage-${process.pid}.part`;
  const lines = Readable.from(linesOf(bodyOf(firebase, buckets), { counts, onProgress }));
  // A signal ends the process without running the catch block below.
  const removePart = (): void => rmSync(part, { force: true });
  process.once('exit', removePart);
  try {
    await pipeline(lines, createGzip(), createWriteStream(part, { mode: 0o600, flush: true, flags: 'wx' }));
    await rename(part, file);
  } catch (error) {
    removePart();
    throw error;
  } finally {
    process.off('exit', removePart);
  }
  return counts;
}

/** Removes incomplete backups of processes that were killed. */
function removeLeftParts(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) {
    const pid = Number(/\.frontage-(\d+)\.part$/.exec(name)?.[1]);
    if (pid > 0 && (pid === process.pid || !isRunning(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

interface Counting {
  counts: Counts;
  onProgress: BackupOptions['onProgress'];
}

async function* linesOf(body: AsyncIterable<BodyLine>, { counts, onProgress }: Counting): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const written = (line: object): string => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    return text;
  };
  yield written({ frontage: 'backup', format: backupFormat });
  for await (const line of body) {
    counts[kindOf(line)] += 1;
    yield written(line);
    onProgress(counts);
  }
  yield `${JSON.stringify({ end: counts, sha256: hash.digest('hex') })}\n`;
}

/**
 * The lines in restore order: first the `system` documents, which reserve the administrator role; uploads before
 * content.
 */
async function* bodyOf(firebase: Firebase, buckets: BucketNames): AsyncGenerator<BodyLine> {
  const rename = toProductNames(buckets);
  let areUploadsWritten = false;
  for await (const document of readDocuments(firebase.firestore)) {
    if (!areUploadsWritten && document.ref.parent.id !== collections.system) {
      areUploadsWritten = true;
      yield* accountsAndUploads(firebase, buckets);
    }
    const { path } = document.ref;
    yield { document: path, fields: fieldsOf(path, document.data(), rename) };
  }
  if (!areUploadsWritten) yield* accountsAndUploads(firebase, buckets);
}

async function* accountsAndUploads({ auth, storage }: Firebase, buckets: BucketNames): AsyncGenerator<BodyLine> {
  for (const account of await readAccounts(auth)) yield { account };
  for await (const upload of readUploads(storage, buckets)) yield { upload };
}

function fieldsOf(path: string, data: object, rename: (text: string) => string): Record<string, Json> {
  try {
    return encodeValue(data, rename) as Record<string, Json>;
  } catch (error) {
    if (error instanceof OperatorError)
      throw new OperatorError(`${path} cannot be backed up: ${error.message}`, error.next);
    throw error;
  }
}
