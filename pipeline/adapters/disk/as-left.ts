import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { whereThereIsRoom } from './disk-full.ts';

/** Whether a database file is the very one that `noteWhole` saw, untouched since and with nothing waiting to go into it. */
export function isAsLeft(file: string): boolean {
  const note = noteOf(file);
  return existsSync(note) && !isWaitedFor(file) && readFileSync(note, 'utf8') === identityOf(file);
}

/** Notes of a file that was found whole, and has been written by SQLite alone since, what it is now. */
export function noteWhole(file: string): void {
  if (!isWaitedFor(file)) whereThereIsRoom(() => writeFileSync(noteOf(file), identityOf(file)));
}

const noteOf = (file: string): string => `${file}.whole`;
const isWaitedFor = (file: string): boolean => existsSync(`${file}-wal`);

/** Another one, a copy that was put back too, and one that was written to are told from it. */
function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? [found.dev, found.ino, found.size, found.mtimeNs].join(' ') : '';
}
