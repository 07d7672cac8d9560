import { DatabaseSync } from 'node:sqlite';

/** A database file that SQLite cannot read. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`${file} is damaged`, { cause });
    this.file = file;
  }
}

// SQLite's SQLITE_CORRUPT and SQLITE_NOTADB.
const damaged = new Set([11, 26]);

/** Opens a database file and lets `prepare` make it ready. @throws DamagedFileError when it holds something else. */
export function openDatabaseFile(file: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    const isDamaged = error instanceof Error && 'errcode' in error && damaged.has(Number(error.errcode) & 0xff);
    throw isDamaged ? new DamagedFileError(file, error) : error;
  }
}
