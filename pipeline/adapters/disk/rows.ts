import type { Receipt } from '../../plan/plan.ts';
import type { InternReads, InternString } from '../../plan/intern.ts';
import type { FileEntry } from '../../site/files.ts';
import type { Redirect } from '../../sync/compose-addresses.ts';
import type { JsonObject } from '../../sync/source.ts';
import type { Contents, DocumentVersion } from '../../sync/stored-document.ts';
import type { Row } from './intervals.ts';

// Conversions between rows of the tables and the objects they store.

export const parse = <Value>(text: unknown): Value | null =>
  typeof text === 'string' ? (JSON.parse(text) as Value) : null;

const nullable = (value: Row[string] | undefined): string | null => (typeof value === 'string' ? value : null);

export const documentRow = ({ path, data, time, valid }: DocumentVersion) => ({
  path,
  data: JSON.stringify(data),
  time,
  valid: valid && JSON.stringify(valid),
});

export const contentsFrom = (row: Row): Contents => ({
  data: JSON.parse(String(row['data'])) as JsonObject,
  valid: parse<JsonObject>(row['valid']),
});

export const documentFrom = (row: Row): DocumentVersion => ({
  path: String(row['path']),
  time: String(row['time']),
  ...contentsFrom(row),
});

export const receiptRow = ({ route, reads, fingerprint, document, failure }: Receipt) => ({
  route,
  reads: JSON.stringify([...reads]),
  fingerprint,
  document,
  failure,
});

// Only values that many rows share are deduplicated: for values of a single page, the search costs more than it saves.
export const receiptFrom = (
  row: Row,
  { share, keepReads }: { share: InternString; keepReads: InternReads },
): Receipt => ({
  route: String(row['route']),
  reads: keepReads(JSON.parse(String(row['reads'])) as [string, string][]),
  fingerprint: share(String(row['fingerprint'])),
  document: nullable(row['document']),
  failure: nullable(row['failure']),
});

export const fileRow = ({ redirect, ...file }: FileEntry) => ({
  ...file,
  redirect: redirect ? JSON.stringify(redirect) : null,
});

export const fileFrom = (row: Row, share: InternString): FileEntry => ({
  path: String(row['path']),
  hash: String(row['hash']),
  contentType: share(String(row['contentType'])),
  size: Number(row['size']),
  kind: share(row['kind'] as FileEntry['kind']),
  route: nullable(row['route']),
  ...redirectFrom(row['redirect']),
});

const redirectFrom = (text: unknown): Pick<FileEntry, 'redirect'> =>
  typeof text === 'string' ? { redirect: JSON.parse(text) as Redirect } : {};
