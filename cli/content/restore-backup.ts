import { restoreMarker } from '@frontage/model/backup-collections';
import { messageOf } from '@frontage/model/messages';
import { OperatorError } from '@frontage/model/operator-error';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import type { Firebase } from '../target/firebase.ts';
import type { Account, BodyLine, Counts, Upload } from './backup-line.ts';
import { decodeValue } from './field-values.ts';
import { type BucketNames, findContent, toRealNames } from './read-uploads.ts';
import { checkBackup, readBackup } from './read-backup.ts';

export interface RestoreOptions {
  firebase: Firebase;
  buckets: BucketNames;
  file: string;
  onProgress: (done: Counts, of: Counts) => void;
}

// A commit accepts ten megabytes; a lookup accepts a hundred accounts.
const maxDocuments = 200;
const maxBytes = 4_000_000;
const maxAccounts = 100;

/**
 * Restores a backup into an empty project, or continues an interrupted restore of the same file.
 * @throws OperatorError before anything is written if the file or the project is unsuitable.
 */
export async function restoreBackup({ firebase, buckets, file, onProgress }: RestoreOptions): Promise<Counts> {
  const { firestore } = firebase;
  const { counts: all, sha256 } = await checkBackup(file, (line) => {
    // Building the batch makes the library reject invalid documents before anything is written.
    if ('document' in line) batchOf(firestore, [line]);
  });
  const marker = firestore.doc(restoreMarker);
  const before = await marker.get();
  const isContinued = before.get('backup') === sha256 && before.get('is_done') === false;
  if (!isContinued) {
    const existingContent = await findContent(firebase, buckets);
    if (existingContent !== null) throw notEmpty(existingContent);
    if (before.exists) await marker.delete();
    await marker.create({ backup: sha256, is_done: false });
  }
  const done: Counts = { documents: 0, accounts: 0, uploads: 0 };
  for await (const part of inParts(readBackup(file))) {
    await write(firebase, buckets, part);
    done.accounts += part.accounts.length;
    done.uploads += part.uploads.length;
    done.documents += part.documents.length;
    onProgress({ ...done }, all);
  }
  await marker.update({ is_done: true });
  return done;
}

const notEmpty = (existingContent: string): OperatorError =>
  new OperatorError(
    `The project is not empty: it holds ${existingContent}`,
    'Restore into an empty project or an empty folder (--data DIR). Nothing was written',
  );

interface Part {
  documents: Extract<BodyLine, { document: string }>[];
  accounts: Account[];
  uploads: Upload[];
}

/** Groups consecutive lines of one kind into parts that one request can write. */
async function* inParts(lines: AsyncIterable<BodyLine>): AsyncGenerator<Part> {
  const empty = (): Part => ({ documents: [], accounts: [], uploads: [] });
  let part = empty();
  let bytes = 0;
  let kind = '';
  for await (const line of lines) {
    const size = JSON.stringify(line).length;
    const [lineKind = ''] = Object.keys(line);
    const count = part.documents.length + part.accounts.length + part.uploads.length;
    const maxCount = lineKind === 'account' ? maxAccounts : maxDocuments;
    if (count > 0 && (lineKind !== kind || count === maxCount || bytes + size > maxBytes)) {
      yield part;
      part = empty();
      bytes = 0;
    }
    kind = lineKind;
    bytes += size;
    if ('account' in line) part.accounts.push(line.account);
    else if ('upload' in line) part.uploads.push(line.upload);
    else part.documents.push(line);
  }
  if (bytes > 0) yield part;
}

async function write(firebase: Firebase, buckets: BucketNames, { documents, accounts, uploads }: Part): Promise<void> {
  if (accounts.length > 0) await importAccounts(firebase, accounts);
  for (const { bucket, name, metadata, bytes } of uploads) {
    const file = firebase.storage.bucket(buckets[bucket]).file(name);
    await file.save(Buffer.from(bytes, 'base64'), { resumable: false, metadata });
  }
  if (documents.length > 0) await writeDocuments(firebase.firestore, documents, toRealNames(buckets));
}

async function writeDocuments(
  firestore: Firestore,
  documents: Part['documents'],
  rename: (text: string) => string,
): Promise<void> {
  try {
    await batchOf(firestore, documents, rename).commit();
  } catch (error) {
    if (!isInvalid(error)) throw error;
    const names = `${documents[0]?.document ?? ''} … ${documents.at(-1)?.document ?? ''}`;
    throw new OperatorError(`Firestore refuses one of the documents ${names}: ${messageOf(error)}`, restoreElsewhere);
  }
}

const restoreElsewhere = 'Use another backup, and restore it into an empty project or an empty folder (--data DIR)';

/** Whether an error has gRPC code 3, invalid argument. */
const isInvalid = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 3;

/** A batch that writes the documents. @throws Error if Firestore's library rejects a field */
function batchOf(firestore: Firestore, documents: Part['documents'], rename?: (text: string) => string): WriteBatch {
  const batch = firestore.batch();
  for (const { document, fields } of documents) {
    batch.set(firestore.doc(document), decodeValue(fields, firestore, rename) as Record<string, unknown>);
  }
  return batch;
}

/**
 * Imports accounts. Accounts that an interrupted restore has created are skipped, because an import must not replace
 * them.
 */
async function importAccounts({ auth }: Firebase, all: readonly Account[]): Promise<void> {
  const { users } = await auth.getUsers(all.map(({ uid }) => ({ uid })));
  const accounts = all.filter(({ uid }) => !users.some((user) => user.uid === uid));
  if (accounts.length === 0) return;
  const { errors } = await auth.importUsers(
    accounts.map(({ uid, email, name, verified, disabled, claims }) => ({
      uid,
      ...(email !== null && { email }),
      ...(name !== null && { displayName: name }),
      ...(claims !== null && { customClaims: claims }),
      emailVerified: verified,
      disabled,
    })),
  );
  const [first] = errors;
  if (!first) return;
  const { uid = '', email } = accounts[first.index] ?? {};
  throw new OperatorError(
    `Authentication refuses the account ${email ?? uid}: ${first.error.message}`,
    'Fix the named problem and run it again: it continues from there',
  );
}
