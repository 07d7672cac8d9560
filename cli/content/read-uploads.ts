import { type Bucket, buckets } from '@frontage/model/paths';
import type { Storage } from 'firebase-admin/storage';
import { backedUp, restoreMarker } from '@frontage/model/backup-collections';
import type { Firebase } from '../target/firebase.ts';
import { compareNames, type Upload } from './backup-line.ts';

type Rename = (text: string) => string;

// Matches the bucket's name in an address of an upload.
const inAddress = /(?<=\/v0\/b\/)[^\s"'<>()/]+(?=\/o\/)/g;

const renameBy = (names: ReadonlyMap<string, string>): Rename => {
  if ([...names].every(([from, to]) => from === to)) return (text) => text;
  return (text) => (text.includes('/v0/b/') ? text.replace(inAddress, (name) => names.get(name) ?? name) : text);
};

/**
 * Returns a function that replaces a project's bucket names in upload addresses with the product names used in backups.
 */
export const toProductNames = (names: BucketNames): Rename =>
  renameBy(new Map(Object.values(buckets).map((bucket) => [names[bucket], bucket])));

/** Returns a function that replaces product names of buckets in upload addresses with the names of a project. */
export const toRealNames = (names: BucketNames): Rename =>
  renameBy(new Map(Object.values(buckets).map((bucket) => [bucket, names[bucket]])));

/** Real names of the buckets by their names in the product. */
export type BucketNames = Readonly<Record<Bucket, string>>;

const copiedFields = [
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'contentType',
] as const;

/** Reads all uploads with their stored bytes, one at a time, sorted by bucket and name. */
export async function* readUploads(storage: Storage, names: BucketNames): AsyncGenerator<Upload> {
  for (const bucket of Object.values(buckets).sort()) {
    const [files] = await storage.bucket(names[bucket]).getFiles();
    for (const file of files.sort((a, b) => compareNames(a.name, b.name))) {
      const [bytes] = await file.download({ decompress: false });
      yield { bucket, name: file.name, metadata: metadataOf(file.metadata), bytes: bytes.toString('base64') };
    }
  }
}

function metadataOf(stored: Record<string, unknown>): Upload['metadata'] {
  const given: Upload['metadata'] = {};
  for (const field of copiedFields) {
    const value = stored[field];
    if (typeof value === 'string' && value !== '') given[field] = value;
  }
  const own = Object.entries(stored['metadata'] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const tokens = own.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...given, ...(tokens.length > 0 && { metadata: Object.fromEntries(tokens) }) };
}

/** Describes the first document, account or upload in a project; null if the project is empty. */
export async function findContent({ firestore, auth, storage }: Firebase, names: BucketNames): Promise<string | null> {
  for (const collection of backedUp) {
    const { docs } = await firestore.collection(collection).limit(2).get();
    const other = docs.find(({ ref }) => ref.path !== restoreMarker);
    if (other) return `the document ${other.ref.path}`;
  }
  const [account] = (await auth.listUsers(1)).users;
  if (account) return `the account ${account.email ?? account.uid}`;
  for (const bucket of Object.values(buckets)) {
    const [[file]] = await storage.bucket(names[bucket]).getFiles({ maxResults: 1, autoPaginate: false });
    if (file) return `the upload ${file.bucket.name}/${file.name}`;
  }
  return null;
}
