import type { Failure } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Presenter } from './present.ts';

/** One command: returns its exit code (0 done, 1 the answer is no), or a failure to present (exit code 2). */
export type Run = (flags: Flags, presenter: Presenter) => Promise<number | Failure>;
