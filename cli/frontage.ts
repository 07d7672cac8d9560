#!/usr/bin/env node
import { Console } from 'node:console';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { failureFrom } from './failure-from.ts';
import { isFailure, type Failure } from './failure.ts';
import { parseFlags, type Flags } from './flags.ts';
import { helpOf, usage, version } from './help.ts';
import { homeOf } from './home.ts';
import { createPresenter, type Presenter } from './present.ts';
import type { Run } from './run.ts';

const modules: Record<Flags['command'], () => Promise<{ run: Run }>> = {
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

// What was compiled once need not be at the next start; without a place to write to, it is. Threads are told by the environment.
const compiledCode = join(import.meta.dirname, '../node_modules/.cache/node');
enableCompileCache(compiledCode);
process.env['NODE_COMPILE_CACHE'] ??= compiledCode;

// Standard output is the presenter's alone: one event a line. What libraries print goes to standard error.
globalThis.console = new Console(process.stderr, process.stderr);

const flags = parseFlags(process.argv.slice(2));
const presenter = createPresenter(isFailure(flags) ? process.argv.includes('--json') : flags.json);

/** Nothing that is thrown gets past here; what still runs ends with the process. */
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
  const outcome = await run(asked, say);
  if (!isFailure(outcome)) return outcome;
  say.fail(outcome);
  return 2;
}

// Ends what is under way, and with it the compilers it has started; a command that has more to do listens itself.
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
  // A command waits for all that counts; a library that would try again for minutes what was stopped does not.
  process.stdout.write('', () => process.exit(code));
} catch (error) {
  giveUp(error);
}
