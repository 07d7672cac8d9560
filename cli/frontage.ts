#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { failureFrom } from './failure-from.ts';
import { isFailure, type Failure } from './failure.ts';
import { parseFlags, type Flags } from './flags.ts';
import { helpOf, usage, version } from './help.ts';
import { homeOf } from './home.ts';
import { openLibraryOutput } from './library-output.ts';
import { createPresenter, type Presenter } from './present.ts';
import type { CommandHandler } from './command-handler.ts';

const modules: Record<Flags['command'], () => Promise<{ run: CommandHandler }>> = {
  start: () => import('./commands/start.ts'),
  dev: () => import('./commands/dev.ts'),
  build: () => import('./commands/build.ts'),
  preview: () => import('./commands/preview.ts'),
  plan: () => import('./commands/plan.ts'),
  verify: () => import('./commands/verify.ts'),
  status: () => import('./commands/status.ts'),
  releases: () => import('./commands/releases.ts'),
  rollback: () => import('./commands/rollback.ts'),
  unpin: () => import('./commands/rollback.ts'),
  export: () => import('./commands/export.ts'),
  import: () => import('./commands/import.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  migrate: () => import('./commands/migrate.ts'),
  uploads: () => import('./commands/uploads.ts'),
  compile: () => import('./commands/compile.ts'),
  serve: () => import('./commands/serve.ts'),
  deploy: () => import('./commands/deploy.ts'),
  setup: () => import('./commands/setup.ts'),
  doctor: () => import('./commands/doctor.ts'),
};

// Compiled code is cached for the next start if the folder is writable. Threads read the environment variable.
const compiledCode = join(import.meta.dirname, '../node_modules/.cache/node');
enableCompileCache(compiledCode);
process.env['NODE_COMPILE_CACHE'] ??= compiledCode;

// Standard output belongs to the presenter: one event per line. Output of libraries goes to standard error.
const libraries = openLibraryOutput();

const flags = parseFlags(process.argv.slice(2));
const presenter = createPresenter(isFailure(flags) ? process.argv.includes('--json') : flags.json);

/** Catches every error; remaining work ends with the process. */
function giveUp(error: unknown): never {
  const { data, debug } = isFailure(flags) ? { data: '.', debug: false } : flags;
  presenter.fail(failureFrom(error, data), debug && error instanceof Error ? error.stack : undefined);
  process.exit(2);
}

async function main(asked: Flags | Failure, say: Presenter): Promise<number> {
  if (isFailure(asked)) {
    say.fail(asked);
    return 2;
  }
  if (asked.version || asked.help) {
    const text = asked.version ? version() : asked.help === 'all' ? usage() : helpOf(asked.command);
    say.show({ event: 'help', text }, text);
    return 0;
  }
  const home = homeOf(asked);
  if (isFailure(home)) {
    say.fail(home);
    return 2;
  }
  if (home.kind === 'apart') say.warn({ event: 'warning', message: home.warning }, home.warning);
  const { run } = await modules[asked.command]();
  const outcome = await run(asked, say, libraries);
  if (!isFailure(outcome)) return outcome;
  say.fail(outcome);
  return 2;
}

// Ends running work and its compilers; a command that must clean up installs its own handler.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(code));
}
process.on('uncaughtException', giveUp);
try {
  const code = await main(flags, presenter);
  // A command waits for its work; a library's retries after shutdown are cut off.
  process.stdout.write('', () => process.exit(code));
} catch (error) {
  giveUp(error);
}
