import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf } from '@frontage/model/message-of';
import { OperatorError } from '@frontage/model/operator-error';
import type { z } from 'zod';
import { backupFormat, bodyLine, endLine, headLine, kindOf, type BodyLine, type Counts } from './backup-line.ts';

const next = 'Take another backup: nothing was written';

/** A backup that was read to its end and is whole. */
export interface CheckedBackup {
  counts: Counts;
  /** SHA-256 of what it holds: what tells it from another one. */
  sha256: string;
}

/**
 * Reads a whole file. `tryLine` throws where a line says what no project takes. @throws OperatorError that names the line where it is
 * no backup, or not all of one.
 */
export async function checkBackup(file: string, tryLine: (line: BodyLine) => void): Promise<CheckedBackup> {
  const hash = createHash('sha256');
  const counts: Counts = { documents: 0, accounts: 0, uploads: 0 };
  const names = new Set<string>();
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
        const line = readLine(parsed, names);
        tryLine(line);
        counts[kindOf(line)] += 1;
      } catch (error) {
        throw damaged(`says nothing a backup can hold (${messageOf(error)})`);
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
    throw new OperatorError(`${file} is no backup of Frontage`, 'Name a file that frontage backup wrote');
  if (head.data.format <= backupFormat) return;
  const what = `${file} is of a newer version: its format is ${head.data.format}, and this version reads up to ${backupFormat}`;
  throw new OperatorError(what, 'Restore it with the version that wrote it, or a later one');
}

/** @throws Error where it is no line between the first and the last, or says again what another one said. */
function readLine(parsed: unknown, names: Set<string>): BodyLine {
  const { data: line, error } = bodyLine.safeParse(parsed);
  if (!line) throw new Error(error.issues[0]?.message);
  for (const name of namesOf(line)) {
    if (names.has(name)) throw new Error(`${name} a second time`);
    names.add(name);
  }
  return line;
}

/** What only one line of a backup can have. Authentication takes an address once, in whatever letters. */
function namesOf(line: BodyLine): string[] {
  if ('upload' in line) return [`the upload ${line.upload.bucket}/${line.upload.name}`];
  if ('document' in line) return [line.document];
  const { uid, email } = line.account;
  return [`the account ${uid}`, ...(email === null ? [] : [`the e-mail ${email.toLowerCase()}`])];
}

/** What stands between the first line and the last of a file that was checked. */
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

/** The lines of a compressed file. @throws OperatorError where it cannot be uncompressed. */
async function* linesOf(file: string): AsyncGenerator<string> {
  // Errors reach whoever reads the last of the two.
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
      // What a few bytes unpack to may be more than any memory holds.
      if (length > constants.MAX_STRING_LENGTH)
        throw new OperatorError(`${file} is damaged: line ${number + 1} has no end`, next);
    }
  } catch (error) {
    throw explained(error, { file, number });
  }
  const last = Buffer.concat(rest).toString();
  if (last !== '') yield last;
}

/** zlib's words, with the place where they were said. */
function explained(error: unknown, { file, number }: { file: string; number: number }): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('Z_')) return error;
  if (number === 0 && messageOf(error) === 'incorrect header check') {
    return new OperatorError(`${file} is no backup of Frontage`, 'Name a file that frontage backup wrote');
  }
  return new OperatorError(`${file} is damaged after line ${number}: ${messageOf(error)}`, next, { cause: error });
}
