import { build } from 'astro';

/** A message to the compiler process: compile the sources in its working folder into `outDir`. */
export interface CompileOrder {
  outDir: string;
}

/** The reply to a `CompileOrder`. */
export interface CompileAnswer {
  /** The error message; null if the compilation succeeded. */
  problem: string | null;
}

process.on('message', ({ outDir }: CompileOrder) => {
  build({ root: process.cwd(), outDir, logLevel: 'error' }).then(
    () => answer(null),
    (error: unknown) => answer(error instanceof Error ? error.message : String(error)),
  );
});
// The parent process has ended and does not need the result.
process.on('disconnect', () => process.exit());

const answer = (problem: string | null): void => void process.send?.({ problem } satisfies CompileAnswer);
