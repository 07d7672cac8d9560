import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compileSite } from '@frontage/pipeline/compile';
import { openCompiler } from '@frontage/pipeline/compiler';
import { siteFingerprint } from '@frontage/pipeline/fingerprint';
import { root } from '../target/configuration.ts';
import { failureFrom, isFailure, type Failure } from '../runtime/failure.ts';
import { presentOutcome } from '../runtime/present.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';
import { waitForShutdown } from '../runtime/shutdown-signal.ts';

const siteSources = ['src', 'model', 'public'];

// Editors write a file in several steps. Compilation starts after this long without a change.
const quietMs = 40;

/** Like `runStack`, with the admin served from its source, and the site compiled when its sources change. */
export async function develop(options: StackOptions): Promise<number | Failure> {
  const { flags } = options;
  const stopped = waitForShutdown();
  const stack = await Promise.race([startStack({ ...options, isInDevelopment: true }), stopped]);
  if (!stack) process.exit(0);
  if (isFailure(stack)) return stack;
  stack.announce();
  const stopWatching = recompileOnChange({ stack, dataDir: resolve(flags.data) });
  await stopped;
  stopWatching();
  await stack.stop();
  return 0;
}

/**
 * Compiles and re-renders the site `quietMs` after the last change of its sources; returns a function that stops it.
 */
function recompileOnChange({ stack, dataDir }: { stack: Stack; dataDir: string }) {
  const { output } = stack;
  const outDir = join(dataDir, 'compiled');
  const compiler = openCompiler(root);
  const log = (line: string) => output.show({ event: 'compile', message: line }, line);
  let timer: NodeJS.Timeout | undefined;
  // The first compilation takes twice as long as the others, so it runs before the first change.
  const scratch = join(outDir, `.first-${process.pid}`);
  let work = compiler
    .compile(scratch)
    .catch(() => undefined)
    .then(() => rm(scratch, { recursive: true, force: true }));

  const recompile = async () => {
    try {
      presentOutcome(await stack.pipeline.useCompiled(await compileSite({ root, outDir, log, compiler })), output);
    } catch (error) {
      const { what, detail } = failureFrom(error, dataDir);
      const message = detail === undefined ? what : `${what}\n${detail}`;
      output.show({ event: 'compile-failed', message }, `${message}\nThe last good version stays live.`);
    }
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(recompile);
    }, quietMs);
  };
  const watchers = siteSources.map((folder) => watch(join(root, folder), { recursive: true }, schedule));
  // Sources may have changed during startup.
  if (siteFingerprint(root) !== stack.pipeline.status().templates) schedule();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    compiler.stop();
  };
}
