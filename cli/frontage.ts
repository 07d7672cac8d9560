#!/usr/bin/env node
import { Console } from 'node:console';
import { isFailure } from './failure.ts';
import { parseFlags, usage } from './flags.ts';
import { createPresenter } from './present.ts';
import type { Run } from './run.ts';

const modules: Record<string, () => Promise<{ run: Run }>> = {
  start: () => import('./commands/start.ts'),
  dev: () => import('./commands/dev.ts'),
  build: () => import('./commands/build.ts'),
  preview: () => import('./commands/preview.ts'),
  plan: () => import('./commands/plan.ts'),
  verify: () => import('./commands/verify.ts'),
  releases: () => import('./commands/releases.ts'),
  rollback: () => import('./commands/rollback.ts'),
  unpin: () => import('./commands/rollback.ts'),
  export: () => import('./commands/export.ts'),
  import: () => import('./commands/import.ts'),
  deploy: () => import('./commands/deploy.ts'),
};

// Standard output is the presenter's alone: one event a line. What libraries print goes to standard error.
globalThis.console = new Console(process.stderr, process.stderr);

const flags = parseFlags(process.argv.slice(2));
const presenter = createPresenter(process.argv.includes('--json'));

if (isFailure(flags)) {
  presenter.fail(flags);
  process.exitCode = 2;
} else if (flags.help) {
  process.stdout.write(`${usage()}\n`);
} else {
  const load = modules[flags.command];
  const outcome = load ? await (await load()).run(flags, presenter) : { what: 'Unknown command', next: usage() };
  if (isFailure(outcome)) presenter.fail(outcome);
  process.exitCode = isFailure(outcome) ? 2 : outcome;
}
