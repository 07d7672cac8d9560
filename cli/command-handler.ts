import type { Failure } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LibraryOutput } from './library-output.ts';
import type { Presenter } from './present.ts';

/** One command: returns its exit code (0 success, 1 check failed), or a failure to present (exit code 2). */
export type CommandHandler = (
  flags: Flags,
  presenter: Presenter,
  libraries: LibraryOutput,
) => Promise<number | Failure>;
