import type { Flags, OwnOption } from './options.ts';
import type { Failure } from './runtime/failure.ts';
import type { LibraryOutput } from './runtime/library-output.ts';
import type { Presenter } from './runtime/present.ts';
import type { Work } from './target/history-location.ts';

/**
 * One command. `help` texts and errors need every command, so the modules in `commands/` import only types and small
 * modules; `run` imports the rest.
 */
export interface Command {
  help: {
    summary: string;
    /** Name of the positional argument, if the command takes one. */
    operand?: string;
    /** Further help, one line each. */
    details?: readonly string[];
    /** The meaning of exit code 1; 0 is success and 2 an error. */
    exitCode1?: string;
  };
  /** Its options besides those of every command. */
  options: readonly OwnOption[];
  worksOn: Work;
  /** Returns the exit code (0 success, 1 check failed), or a failure to present (exit code 2). */
  run(flags: Flags, presenter: Presenter, libraries: LibraryOutput): Promise<number | Failure>;
}
