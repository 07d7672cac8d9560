#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { failureFrom, isFailure } from './runtime/failure.ts';
import { commands, hasOption, helpOf, parseFlags, usage, version } from './command-line.ts';
import { historyLocationOf } from './target/history-location.ts';
import { openLibraryOutput } from './runtime/library-output.ts';
import { completingCommands, createPresenter, type Presenter } from './runtime/present.ts';

// Node caches compiled code for the next start if the folder is writable. Worker threads read the environment variable.
const compiledCode = join(import.meta.dirname, '../node_modules/.cache/node');
enableCompileCache(compiledCode);
process.env['NODE_COMPILE_CACHE'] ??= compiledCode;

// Standard output belongs to the presenter: one event per line. Output of libraries goes to standard error.
const libraries = openLibraryOutput();

const flags = parseFlags(process.argv.slice(2));
const presenter = isFailure(flags)
  ? createPresenter(process.argv.includes('--json'))
  : completingCommands(createPresenter(flags.json), flags, hasOption);

/** Presents an uncaught error and ends the process with exit code 2. */
function exitWithFailure(error: unknown): never {
  const { data, debug } = isFailure(flags) ? { data: '.', debug: false } : flags;
  presenter.fail(failureFrom(error, data), debug && error instanceof Error ? error.stack : undefined);
  process.exit(2);
}

async function main(parsed: ReturnType<typeof parseFlags>, output: Presenter): Promise<number> {
  if (isFailure(parsed)) {
    output.fail(parsed);
    return 2;
  }
  if (parsed.version || parsed.help) {
    const text = parsed.version ? version() : parsed.help === 'all' ? usage() : helpOf(parsed.command);
    output.show({ event: 'help', text }, text);
    return 0;
  }
  const command = commands[parsed.command];
  const home = historyLocationOf(parsed, command.worksOn);
  if (isFailure(home)) {
    output.fail(home);
    return 2;
  }
  if (home.kind === 'separate') output.warn({ event: 'warning', message: home.warning }, home.warning);
  const outcome = await command.run(parsed, output, libraries);
  if (!isFailure(outcome)) return outcome;
  output.fail(outcome);
  return 2;
}

// A signal ends the process and its compilers, unless the command has installed a handler that cleans up.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(code));
}
process.on('uncaughtException', exitWithFailure);
try {
  const code = await main(flags, presenter);
  // Exits although a library may still retry: the command has finished its own work.
  process.stdout.write('', () => process.exit(code));
} catch (error) {
  exitWithFailure(error);
}
