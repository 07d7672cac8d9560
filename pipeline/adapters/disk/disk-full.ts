// SQLite's own numbers: no room for a page, and none for the shared memory beside the database.
const sqliteFull = 13;
const sqliteNoSharedMemory = 4874;

/** Whether something failed for want of room on the disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  return typeof errcode === 'number' && (errcode % 256 === sqliteFull || errcode === sqliteNoSharedMemory);
}

/** The failure of a write as somebody can act on it. */
export function explained(error: unknown, folder: string): unknown {
  if (!isDiskFull(error)) return error;
  const what = `The disk that holds ${folder} is full. Make room on it: publishing goes on by itself, and until then the `;
  return new Error(`${what}last release stays live.`, { cause: error });
}

/** Does what may stay undone where there is no room. */
export function whereThereIsRoom(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isDiskFull(error) && !isDiskFull(error instanceof Error ? error.cause : null)) throw error;
  }
}
