import { closeSync, constants, fdatasync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { explainFolderError } from './file-access.ts';
import type { Head } from '../../site/store.ts';

/** The part of a head that the record contains. */
export type Announced = Pick<Head, 'commit' | 'release' | 'pin' | 'asOf' | 'config'>;

/**
 * The newest commit whose release was announced, recorded outside of the database. A database that lost its write-ahead
 * log opens without an error at an earlier commit; only this record shows the loss.
 */
export interface AnnouncedRecord {
  /** Null if none was recorded. */
  last(): Announced | null;
  /** Records a stored commit. Never throws: the commit is valid without the record. */
  write(announced: Announced): void;
  close(): void;
}

// Longer than a record. It is overwritten in place, which needs no space on a full disk.
const recordSize = 4096;

/**
 * Opens the record below `dataDir`. It survives a killed process when `write` returns, and a power cut when the
 * following flush in the background has ended. A torn record counts as none.
 * @throws OperatorError if the record cannot be read
 */
export function openAnnounced(dataDir: string): AnnouncedRecord {
  const file = recordFile(dataDir);
  let last = readRecord(file);
  let descriptor: number | null = null;
  let isFlushed = true;
  let isFlushing = false;

  /** Flushes the newest state in the background; one flush covers all records written before it starts. */
  const flush = (): void => {
    if (isFlushing || isFlushed || descriptor === null) return;
    [isFlushing, isFlushed] = [true, true];
    fdatasync(descriptor, () => {
      isFlushing = false;
      flush();
    });
  };

  return {
    last: () => last,
    write: ({ commit, release, pin, asOf, config }) => {
      last = { commit, release, pin, asOf, config };
      try {
        descriptor ??= openFile(file);
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

/** Removes the record of a history that the folder no longer holds. */
export const removeAnnounced = (dataDir: string): void => rmSync(recordFile(dataDir), { force: true });

const recordFile = (dataDir: string): string => join(dataDir, 'announced');

/** Opens the file without truncating it, so that the record is never empty. */
const openFile = (file: string): number => openSync(file, constants.O_WRONLY | constants.O_CREAT);

function readRecord(file: string): Announced | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw explainFolderError(error, file);
  }
  try {
    const { commit, release, pin, asOf, config } = JSON.parse(text.split('\n', 1)[0] ?? '') as Announced;
    return Number.isSafeInteger(commit) ? { commit, release, pin, asOf, config } : null;
  } catch {
    return null;
  }
}
