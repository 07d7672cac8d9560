import { backedUp } from '@frontage/model/backup-collections';
import { buckets, isDocumentId } from '@frontage/model/paths';
import { z } from 'zod';

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
