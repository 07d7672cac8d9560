import { backedUp } from '@frontage/model/backup-collections';
import { buckets, isDocumentId } from '@frontage/model/paths';
import { z } from 'zod';
import { counted } from '@frontage/model/dates';

/** Counts as text, such as "2 documents, 1 account, 0 uploads". */
export const describeCounts = ({ documents, accounts, uploads }: Counts): string =>
  [counted(documents, 'document'), counted(accounts, 'account'), counted(uploads, 'upload')].join(', ');

/** Progress as text, such as "200 of 1,200 documents, 1 of 1 account, 0 of 3 uploads". */
export const describeProgress = (done: Counts, of: Counts): string =>
  [
    `${done.documents.toLocaleString('en')} of ${counted(of.documents, 'document')}`,
    `${done.accounts.toLocaleString('en')} of ${counted(of.accounts, 'account')}`,
    `${done.uploads.toLocaleString('en')} of ${counted(of.uploads, 'upload')}`,
  ].join(', ');

/** Sort key of a line: its part of the backup, and its name within the part. */
export interface LinePosition {
  part: number;
  name: string;
}

// After the first collection, which reserves the administrator's role, and before the others, which reference images.
const accounts = 0.1;
const uploads = 0.2;

/** The sort key of a line. Collections have the order of `backedUp`. */
export function positionOf(line: BodyLine): LinePosition {
  if ('account' in line) return { part: accounts, name: line.account.uid };
  if ('upload' in line) return { part: uploads, name: `${line.upload.bucket}/${line.upload.name}` };
  const [collection = '', id = ''] = line.document.split('/');
  return { part: (backedUp as readonly string[]).indexOf(collection), name: id };
}

/** Comparator of sort keys: negative if `a` comes before `b`, 0 if they are equal. */
export const comparePositions = (a: LinePosition, b: LinePosition): number =>
  a.part - b.part || compareNames(a.name, b.name);

/** Comparator of ids in Firestore's order: by their UTF-8 bytes. */
export const compareNames = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Format number of written backups, and the newest that can be restored. */
export const backupFormat = 1;

const counts = z.object({ documents: z.int(), accounts: z.int(), uploads: z.int() });
export type Counts = z.output<typeof counts>;

/** Schema of the first line. */
export const headLine = z.object({ frontage: z.literal('backup'), format: z.int().min(1) });

const path = z.string().refine((text) => {
  const [collection = '', id = '', ...rest] = text.split('/');
  return rest.length === 0 && (backedUp as readonly string[]).includes(collection) && isDocumentId(id);
}, 'is not a document of a backup');

const account = z.strictObject({
  uid: z
    .string()
    .min(1)
    .max(128)
    .regex(/^\P{Cc}*$/u, 'an account uid with a line break or control character'),
  email: z
    .string()
    .regex(/^[^@\s]+@[^@\s]+$/, 'not an email address')
    .nullable(),
  name: z.string().nullable(),
  verified: z.boolean(),
  disabled: z.boolean(),
  claims: z.record(z.string(), z.json()).nullable(),
});
export type Account = z.output<typeof account>;

// A header value is one line.
const header = z.string().regex(/^\P{Cc}*$/u, 'a header with a line break or control character');

/** @see https://cloud.google.com/storage/docs/objects#naming */
const isObjectName = (name: string): boolean =>
  !['', '.', '..'].includes(name) &&
  !/[\r\n]/.test(name) &&
  !name.startsWith('.well-known/acme-challenge/') &&
  name.isWellFormed() &&
  Buffer.byteLength(name) <= 1_024;

const bucketName = z.enum(buckets);

const upload = z.strictObject({
  bucket: bucketName,
  name: z.string().refine(isObjectName, 'an upload with an invalid name'),
  /** Object metadata, with the names of Cloud Storage. */
  metadata: z.strictObject({
    contentType: header.exactOptional(),
    contentEncoding: header.exactOptional(),
    contentDisposition: header.exactOptional(),
    contentLanguage: header.exactOptional(),
    cacheControl: header.exactOptional(),
    metadata: z.record(z.string(), z.string()).exactOptional(),
  }),
  bytes: z.base64(),
});
export type Upload = z.output<typeof upload>;

/** Schema of the lines between the first and the last. */
export const bodyLine = z.union([
  z.strictObject({ account }),
  z.strictObject({ upload }),
  z.strictObject({ document: path, fields: z.record(z.string(), z.json()) }),
]);
export type BodyLine = z.output<typeof bodyLine>;

/** The counter for a line. */
export const kindOf = (line: BodyLine): keyof Counts =>
  'account' in line ? 'accounts' : 'upload' in line ? 'uploads' : 'documents';

/** Schema of the last line: counts, and SHA-256 of all lines before it. */
export const endLine = z.strictObject({ end: counts, sha256: z.string().regex(/^[0-9a-f]{64}$/) });
