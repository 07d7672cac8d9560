import { spawnSync } from 'node:child_process';

/** Whether git tracks a file, or would after the next `git add`; false without git. */
export function isTracked(root: string, file: string): boolean {
  const git = (...args: string[]): number | null => spawnSync('git', ['-C', root, ...args, file]).status;
  const isKnown = git('ls-files', '--error-unmatch') === 0;
  // 0 ignored, 1 not ignored, 128 no repository.
  return isKnown || git('check-ignore', '-q') === 1;
}
