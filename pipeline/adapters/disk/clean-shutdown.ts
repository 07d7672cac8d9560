import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { skipWhenDiskFull } from './disk-full.ts';

/** Whether a database file is unchanged since `recordCleanShutdown` and has no write-ahead log. */
export function wasClosedCleanly(file: string): boolean {
  const record = recordOf(file);
  return existsSync(record) && !hasLog(file) && readFileSync(record, 'utf8') === identityOf(file);
}

/** Records the state of an intact file that only SQLite has written, unless it has a write-ahead log. */
export function recordCleanShutdown(file: string): void {
  if (!hasLog(file)) skipWhenDiskFull(() => writeFileSync(recordOf(file), identityOf(file)));
}

const recordOf = (file: string): string => `${file}.whole`;
const hasLog = (file: string): boolean => existsSync(`${file}-wal`);

/** Differs for another file, for a copy in its place, and after each write. */
function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? [found.dev, found.ino, found.size, found.mtimeNs].join(' ') : '';
}
