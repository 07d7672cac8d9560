import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { skipWhenDiskFull } from './disk-full.ts';

/** Whether a database file is the very one that `noteWhole` saw, untouched since and with nothing waiting to go into it. */
export function wasClosedCleanly(file: string): boolean {
  const note = noteOf(file);
  return existsSync(note) && !isWaitedFor(file) && readFileSync(note, 'utf8') === identityOf(file);
}

/** Records the state of a file that was found intact and written by SQLite alone since. */
export function recordCleanShutdown(file: string): void {
  if (!isWaitedFor(file)) skipWhenDiskFull(() => writeFileSync(noteOf(file), identityOf(file)));
}

const noteOf = (file: string): string => `${file}.whole`;
const isWaitedFor = (file: string): boolean => existsSync(`${file}-wal`);

/** Another one, a copy that was put back too, and one that was written to are told from it. */
function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? [found.dev, found.ino, found.size, found.mtimeNs].join(' ') : '';
}
