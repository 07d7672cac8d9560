import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import { openCompiler } from '@frontage/pipeline/adapters/astro/compiler';
import { siteFingerprint } from '@frontage/pipeline/adapters/astro/fingerprint';
import { root } from '../configuration.ts';
import { failureFrom } from '../failure-from.ts';
import { isFailure } from '../failure.ts';
import { presentOutcome } from '../present-outcome.ts';
import type { Presenter } from '../present.ts';
import type { Run } from '../run.ts';
import { announce, startStack, type Stack } from '../stack.ts';
import { untilStopped } from '../until-stopped.ts';

const siteSources = ['src', 'model', 'public'];

// Editors write a file in several steps.
const quietMs = 40;

export const run: Run = async (flags, presenter) => {
  const stopped = untilStopped();
  const stack = await Promise.race([startStack({ flags, presenter, isInDevelopment: true }), stopped]);
  if (!stack) process.exit(0);
  if (isFailure(stack)) return stack;
  announce(stack, flags, presenter);
  const stopWatching = recompileOnChange({ stack, dataDir: resolve(flags.data), presenter });
  await stopped;
  stopWatching();
  await stack.stop();
  return 0;
};

/** Compiles and re-renders the site once its sources have been quiet for a moment; returns how to stop. */
function recompileOnChange({ stack, dataDir, presenter }: { stack: Stack; dataDir: string; presenter: Presenter }) {
  const outDir = join(dataDir, 'compiled');
  const compiler = openCompiler(root);
  const log = (line: string) => presenter.show({ event: 'compile', message: line }, line);
  let timer: NodeJS.Timeout | undefined;
  // The first compilation takes twice as long as the others: it is over before anybody has changed anything.
  const scratch = join(outDir, `.first-${process.pid}`);
  let work = compiler
    .compile(scratch)
    .catch(() => undefined)
    .then(() => rm(scratch, { recursive: true, force: true }));

  const recompile = async () => {
    try {
      presentOutcome(await stack.pipeline.useCompiled(await compileSite({ root, outDir, log, compiler })), presenter);
    } catch (error) {
      const { what, detail } = failureFrom(error, dataDir);
      const message = detail === undefined ? what : `${what}\n${detail}`;
      presenter.show({ event: 'compile-failed', message }, `${message}\nThe last good version stays live.`);
    }
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(recompile);
    }, quietMs);
  };
  const watchers = siteSources.map((folder) => watch(join(root, folder), { recursive: true }, schedule));
  // What has changed while everything started.
  if (siteFingerprint(root) !== stack.pipeline.status().templates) schedule();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    compiler.stop();
  };
}
