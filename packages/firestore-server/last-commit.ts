import { closeSync, constants, fdatasync, openSync, readFileSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { explainFileError } from './damaged-file.ts';

/** Commits that were confirmed and that a database has lost. */
export interface LostCommits {
  file: string;
  /** The number of lost commits. */
  count: number;
  /** When the newest stored commit was made (ISO); null if none is stored. */
  until: string | null;
  /** When the newest lost commit was made (ISO). */
  last: string;
}

/** A sentence without a period about lost commits, and the next step. */
export const describeLoss = ({ file, count, until, last }: LostCommits): string =>
  `${file} has lost ${String(count)} ${count === 1 ? 'change' : 'changes'}, the last one of ${last}: ` +
  `${until === null ? 'it is empty' : `its data is of ${until}`}. Its write-ahead log was deleted or damaged, or an older copy was restored. ` +
  'To get later data back, stop and restore a copy of the data folder, or a backup: npx frontage restore FILE --data NEW-FOLDER';

/** Numbers the commits of a database, in it and in a file beside it, so that a lost write-ahead log is recognized. */
export interface LastCommit {
  /** The commits lost before this opening; null if there are none. */
  lost: LostCommits | null;
  /** Numbers the running transaction. */
  count(): void;
  /** Records the transaction counted last, once it is stored. Never throws. */
  record(): void;
  close(): void;
}

interface Numbered {
  number: number;
  /** Milliseconds since 1970. */
  time: number;
}

// Longer than a record, which is overwritten in place: this needs no space on a full disk.
const recordSize = 64;

const schema = `
  CREATE TABLE IF NOT EXISTS last_commit (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1), number INTEGER NOT NULL, time INTEGER NOT NULL
  );
  INSERT OR IGNORE INTO last_commit VALUES (1, 0, 0);
`;

const isoOf = (time: number): string => new Date(time).toISOString();

/**
 * Opens the record of a database file. It survives a killed process when `record` returns, and a power cut when the
 * following flush in the background has ended. A torn record counts as none.
 * @throws the errors of `explainFileError`
 */
export function openLastCommit(database: DatabaseSync): LastCommit {
  const file = database.location();
  try {
    database.exec(schema);
  } catch (error) {
    throw explainFileError(error, file ?? ':memory:');
  }
  const stored = database.prepare('SELECT number, time FROM last_commit').get() as unknown as Numbered;
  const recorded = file === null ? null : readRecord(recordOf(file));
  const update = database.prepare('UPDATE last_commit SET number = ?, time = ?');
  let last: Numbered = recorded !== null && recorded.number > stored.number ? recorded : stored;
  const lost =
    file === null || last === stored
      ? null
      : {
          file,
          count: last.number - stored.number,
          until: stored.number === 0 ? null : isoOf(stored.time),
          last: isoOf(last.time),
        };
  let next = last;
  let descriptor: number | null = null;
  let isFlushed = true;
  let isFlushing = false;

  /** Flushes the newest record in the background; one flush covers all records written before it starts. */
  const flush = (): void => {
    if (isFlushing || isFlushed || descriptor === null) return;
    [isFlushing, isFlushed] = [true, true];
    fdatasync(descriptor, () => {
      isFlushing = false;
      flush();
    });
  };

  return {
    lost,
    count: () => {
      next = { number: last.number + 1, time: Date.now() };
      update.run(next.number, next.time);
    },
    record: () => {
      last = next;
      if (file === null) return;
      try {
        // Not truncated, so that the record is never empty.
        descriptor ??= openSync(recordOf(file), constants.O_WRONLY | constants.O_CREAT, 0o600);
        writeSync(descriptor, `${JSON.stringify(last)}\n`.padEnd(recordSize), 0);
        isFlushed = false;
        flush();
      } catch {
        // The disk is read-only, or full and without a record: the next commit tries again.
      }
    },
    close: () => {
      // A flush that is still running or waiting fails, or flushes another file: both are harmless.
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

const recordOf = (file: string): string => `${file}.last`;

function readRecord(file: string): Numbered | null {
  try {
    const { number, time } = JSON.parse(readFileSync(file, 'utf8')) as Numbered;
    return Number.isSafeInteger(number) && Number.isSafeInteger(time) ? { number, time } : null;
  } catch {
    return null;
  }
}
