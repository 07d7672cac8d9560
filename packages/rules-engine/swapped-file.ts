import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** A file whose content is replaced temporarily. */
export interface SwappedFile {
  readonly path: string;
  readonly original: string;
  replace(content: string): void;
  restore(): void;
}

/**
 * Opens a file for temporary replacement. The original is stored as `FILE.original` until it is restored. If a previous
 * process ended without restoring it, this call restores it first.
 */
export function swappedFile(path: string): SwappedFile {
  const backup = `${path}.original`;
  if (exists(backup)) renameSync(backup, path);
  const original = readFileSync(path, 'utf8');
  const { mode } = statSync(path);
  let isReplaced = false;
  return {
    path,
    original,
    replace(content) {
      if (!isReplaced) writeFileSync(backup, original, { mode });
      isReplaced = true;
      writeFileSync(path, content);
    },
    restore() {
      if (!isReplaced) return;
      // Written rather than renamed, so that file watchers see the change.
      writeFileSync(path, original);
      rmSync(backup, { force: true });
      isReplaced = false;
    },
  };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
