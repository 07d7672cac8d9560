import { build } from 'astro';

/** Compiles the sources below its working folder into each folder it is told, one after another. */
export interface CompileOrder {
  outDir: string;
}

export interface CompileAnswer {
  /** Null when it compiled. */
  problem: string | null;
}

process.on('message', ({ outDir }: CompileOrder) => {
  build({ root: process.cwd(), outDir, logLevel: 'error' }).then(
    () => answer(null),
    (error: unknown) => answer(error instanceof Error ? error.message : String(error)),
  );
});
// The parent process is gone and does not need the result.
process.on('disconnect', () => process.exit());

const answer = (problem: string | null): void => void process.send?.({ problem } satisfies CompileAnswer);
