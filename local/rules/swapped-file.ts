import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** A file whose content is replaced for a while. */
export interface SwappedFile {
  readonly path: string;
  readonly original: string;
  replace(content: string): void;
  restore(): void;
}

/**
 * Takes hold of a file. Its original lies beside it as `FILE.original` until it is restored; if the
 * process died before it could, the next call finds it there and puts it back first.
 */
export function swappedFile(path: string): SwappedFile {
  const safe = `${path}.original`;
  if (exists(safe)) renameSync(safe, path);
  const original = readFileSync(path, 'utf8');
  const { mode } = statSync(path);
  let isReplaced = false;
  return {
    path,
    original,
    replace(content) {
      if (!isReplaced) writeFileSync(safe, original, { mode });
      isReplaced = true;
      writeFileSync(path, content);
    },
    restore() {
      if (!isReplaced) return;
      // Written rather than renamed, so that file watchers see the change.
      writeFileSync(path, original);
      rmSync(safe, { force: true });
      isReplaced = false;
    },
  };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
