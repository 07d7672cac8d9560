import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf } from '@frontage/model/messages';
import { OperatorError } from '@frontage/model/operator-error';
import type { z } from 'zod';
import {
  backupFormat,
  bodyLine,
  type BodyLine,
  comparePositions,
  type Counts,
  endLine,
  headLine,
  kindOf,
  type LinePosition,
  positionOf,
} from './backup-line.ts';

const next = 'Use another backup. Nothing was written';

/** The result for a complete, undamaged backup. */
export interface CheckedBackup {
  counts: Counts;
  /** SHA-256 of the content; identifies the backup. */
  sha256: string;
}

/**
 * Reads and checks a whole file. `tryLine` must throw for a line that cannot be restored.
 * @throws OperatorError that names the line if the file is not a backup, is incomplete or damaged.
 */
export async function checkBackup(file: string, tryLine: (line: BodyLine) => void): Promise<CheckedBackup> {
  const hash = createHash('sha256');
  const counts: Counts = { documents: 0, accounts: 0, uploads: 0 };
  const checkOrder = createOrderCheck();
  let number = 0;
  let end: z.output<typeof endLine> | null = null;
  const damaged = (why: string): OperatorError => new OperatorError(`${file} is damaged: line ${number} ${why}`, next);
  for await (const text of linesOf(file)) {
    number += 1;
    const parsed = parse(text);
    if (number === 1) checkHead(file, parsed);
    else if (end) throw damaged('comes after the end');
    else if (endLine.safeParse(parsed).success) end = endLine.parse(parsed);
    else {
      try {
        const line = checkOrder(readLine(parsed));
        tryLine(line);
        counts[kindOf(line)] += 1;
      } catch (error) {
        throw damaged(`is not an entry of a backup (${messageOf(error)})`);
      }
    }
    if (!end) hash.update(`${text}\n`);
  }
  if (number === 0) checkHead(file, undefined);
  if (!end) throw new OperatorError(`${file} is damaged: it ends after line ${number}, before its end`, next);
  const { sha256 } = end;
  if (sha256 !== hash.digest('hex') || JSON.stringify(counts) !== JSON.stringify(end.end)) {
    throw new OperatorError(`${file} is damaged: it was changed after it was written`, next);
  }
  return { counts, sha256 };
}

function checkHead(file: string, parsed: unknown): void {
  const head = headLine.safeParse(parsed);
  if (!head.success)
    throw new OperatorError(`${file} is not a Frontage backup`, 'Name a file written by frontage backup');
  if (head.data.format <= backupFormat) return;
  const what = `${file} is of a newer version: its format is ${head.data.format}, but this version reads up to ${backupFormat}`;
  throw new OperatorError(what, 'Restore it with the version that wrote it, or a later one');
}

/** @throws Error with the first problem if the line is not an account, upload or document. */
function readLine(parsed: unknown): BodyLine {
  const { data: line, error } = bodyLine.safeParse(parsed);
  if (!line) throw new Error(error.issues[0]?.message);
  return line;
}

/** Returns a function that returns each line unchanged, and throws for a duplicate or a line out of order. */
function createOrderCheck(): (line: BodyLine) => BodyLine {
  let last: LinePosition | null = null;
  const emails = new Set<string>();
  return (line) => {
    const place = positionOf(line);
    const order = last === null ? 1 : comparePositions(place, last);
    if (order === 0) throw new Error(`${nameOf(line)} a second time`);
    // The order keeps a demo protected and the first administrator's role reserved while a restore runs.
    if (order < 0) throw new Error(`${nameOf(line)} is out of order`);
    last = place;
    // Authentication accepts an address once, regardless of case.
    const email = 'account' in line ? line.account.email?.toLowerCase() : undefined;
    if (email !== undefined && emails.has(email)) throw new Error(`the email ${email} a second time`);
    if (email !== undefined) emails.add(email);
    return line;
  };
}

function nameOf(line: BodyLine): string {
  if ('upload' in line) return `the upload ${line.upload.bucket}/${line.upload.name}`;
  return 'document' in line ? line.document : `the account ${line.account.uid}`;
}

/** The entries of a file that `checkBackup` has accepted. */
export async function* readBackup(file: string): AsyncGenerator<BodyLine> {
  for await (const text of linesOf(file)) {
    const line = bodyLine.safeParse(parse(text));
    if (line.success) yield line.data;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines of a compressed file. @throws OperatorError if decompression fails */
async function* linesOf(file: string): AsyncGenerator<string> {
  // Errors of both streams reach the reader of the second one.
  const bytes = pipeline(createReadStream(file), createGunzip(), () => undefined);
  let rest: Buffer[] = [];
  let length = 0;
  let number = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        number += 1;
        yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString();
        rest = [];
        length = 0;
        from = at + 1;
      }
      rest.push(chunk.subarray(from));
      length += chunk.length - from;
      // A small file may decompress to more than fits in memory.
      if (length > constants.MAX_STRING_LENGTH)
        throw new OperatorError(`${file} is damaged: line ${number + 1} has no end`, next);
    }
  } catch (error) {
    throw decompressionError(error, { file, number });
  }
  const last = Buffer.concat(rest).toString();
  if (last !== '') yield last;
}

/** Converts an error of zlib to an OperatorError with the line number; other errors are returned unchanged. */
function decompressionError(error: unknown, { file, number }: { file: string; number: number }): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('Z_')) return error;
  if (number === 0 && messageOf(error) === 'incorrect header check') {
    return new OperatorError(`${file} is not a Frontage backup`, 'Name a file written by frontage backup');
  }
  return new OperatorError(`${file} is damaged after line ${number}: ${messageOf(error)}`, next);
}
