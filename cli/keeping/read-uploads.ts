import { buckets, type Bucket } from '@frontage/model/paths';
import type { Storage } from 'firebase-admin/storage';
import type { Upload } from './backup-line.ts';
import { compareNames } from './line-order.ts';

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
