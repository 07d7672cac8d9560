import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import type { Receipt } from '../plan/plan.ts';
import type { BlobPlace, Commit } from '../site/store.ts';

/** A commit as stored in the log. */
export interface LoggedCommit {
  /** Distinguishes two writers' commits of the same number. */
  token: string;
  commit: Commit;
  /** Places of the blobs that were written with this commit. */
  places: BlobPlace[];
}

type StoredReceipt = Omit<Receipt, 'reads'> & { reads: [string, string][] };

/** The kinds of lines, in the order in which they are written. The first one describes the whole commit. */
interface Lines {
  commit: Pick<Commit, 'head' | 'release'> & { format: 1; token: string };
  place: BlobPlace;
  document: Commit['documents'][number];
  receipt: StoredReceipt;
  endedReceipt: string;
  file: Lists['files']['set'];
  endedFile: string;
  image: Lists['images'];
  endedImage: string;
  notice: Lists['notices'];
}

interface Lists {
  files: { set: Commit['files']['set'] extends Iterable<infer File> ? File : never };
  images: Commit['images']['set'] extends Iterable<infer Image> ? Image : never;
  notices: Commit['notices'] extends Iterable<infer Notice> ? Notice : never;
}

type Line = { [Kind in keyof Lines]: [Kind, Lines[Kind]] }[keyof Lines];

// Lines are joined in chunks: one string of all lines could exceed the maximum string length.
const linesAtOnce = 500;

/** Serializes a commit as gzipped JSON lines. */
export async function packCommit(logged: LoggedCommit): Promise<Buffer> {
  return buffer(Readable.from(chunks(linesOf(logged))).pipe(createGzip({ level: 4 })));
}

/** Parses the output of `packCommit`. @throws SyntaxError, or the error of zlib, if the bytes are not a commit. */
export async function unpackCommit(bytes: Uint8Array): Promise<LoggedCommit> {
  const lines = readLines(await promisify(gunzip)(bytes));
  const first = lines.next().value;
  if (first?.[0] !== 'commit' || (first[1].format as number) !== 1) throw new SyntaxError('This is not a commit');
  const { head, release, token } = first[1];
  const places: BlobPlace[] = [];
  const read = {
    documents: [] as Lines['document'][],
    receipts: { set: [] as Receipt[], end: [] as string[] },
    files: { set: [] as Lines['file'][], end: [] as string[] },
    images: { set: [] as Lines['image'][], end: [] as string[] },
    notices: [] as Lines['notice'][],
  };
  for (const [kind, value] of lines) {
    if (kind === 'place') places.push(value);
    else if (kind === 'document') read.documents.push(value);
    else if (kind === 'receipt') read.receipts.set.push({ ...value, reads: new Map(value.reads) });
    else if (kind === 'endedReceipt') read.receipts.end.push(value);
    else if (kind === 'file') read.files.set.push(value);
    else if (kind === 'endedFile') read.files.end.push(value);
    else if (kind === 'image') read.images.set.push(value);
    else if (kind === 'endedImage') read.images.end.push(value);
    else if (kind === 'notice') read.notices.push(value);
  }
  return { token, places, commit: { head, release, ...read } };
}

function* linesOf({ token, places, commit }: LoggedCommit): Generator<Line> {
  yield ['commit', { format: 1, token, head: commit.head, release: commit.release }];
  for (const place of places) yield ['place', place];
  for (const { path, after } of commit.documents) yield ['document', { path, after }];
  for (const receipt of commit.receipts.set) yield ['receipt', { ...receipt, reads: [...receipt.reads] }];
  for (const route of commit.receipts.end) yield ['endedReceipt', route];
  for (const file of commit.files.set) yield ['file', file];
  for (const path of commit.files.end) yield ['endedFile', path];
  for (const image of commit.images.set) yield ['image', image];
  for (const address of commit.images.end) yield ['endedImage', address];
  for (const notice of commit.notices) yield ['notice', notice];
}

function* chunks(lines: Iterable<Line>): Generator<Buffer> {
  let texts: string[] = [];
  for (const line of lines) {
    texts.push(`${JSON.stringify(line)}\n`);
    if (texts.length < linesAtOnce) continue;
    yield Buffer.from(texts.join(''));
    texts = [];
  }
  yield Buffer.from(texts.join(''));
}

function* readLines(bytes: Buffer): Generator<Line, undefined> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    if (end < 0) throw new SyntaxError('The commit is truncated');
    yield JSON.parse(bytes.toString('utf8', start, end)) as Line;
    start = end + 1;
  }
}
