import { backedUp } from '@frontage/model/backup-collections';
import { buckets, isDocumentId } from '@frontage/model/paths';
import { z } from 'zod';

/** Of the files that this version writes, and the newest it reads. */
export const backupFormat = 1;

const counts = z.object({ documents: z.int(), accounts: z.int(), uploads: z.int() });
export type Counts = z.output<typeof counts>;

/** The first line. */
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
    .regex(/^\P{Cc}*$/u, 'a number of an account of more than one line'),
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
const header = z.string().regex(/^\P{Cc}*$/u, 'a header of more than one line');

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
  /** As Storage calls them. */
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

/** A line between the first and the last, in the order in which they come. */
export const bodyLine = z.union([
  z.strictObject({ account }),
  z.strictObject({ upload }),
  z.strictObject({ document: path, fields: z.record(z.string(), z.json()) }),
]);
export type BodyLine = z.output<typeof bodyLine>;

/** The kind under which a line is counted. */
export const kindOf = (line: BodyLine): keyof Counts =>
  'account' in line ? 'accounts' : 'upload' in line ? 'uploads' : 'documents';

/** The last line: counts and the SHA-256 of everything before it. */
export const endLine = z.strictObject({ end: counts, sha256: z.string().regex(/^[0-9a-f]{64}$/) });
