import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { commands, helpFor, type Command, type CommandHelp } from './command-table.ts';
import { root } from './configuration.ts';
import { defaults } from './flags.ts';
import { lastBase } from './ports.ts';

const options = [
  ['--port N', `first of eight consecutive ports, 1 to ${lastBase} (default ${defaults.port})`],
  ['--host H', `address to listen on (default ${defaults.host})`],
  ['--data DIR', `folder that holds all state (default ${defaults.data}/)`],
  ['--project ID', `Firebase project (default ${defaults.project}; demo-* is embedded, others are hosted)`],
  ['--json', 'one JSON event a line instead of text; a failure is {"event":"failed","what":…,"next":…}'],
  ['--debug', 'also show stack traces, and with start and dev the log'],
  ['--help', 'on a command: description, options and exit codes'],
  ['--version', 'the version'],
] as const;

type Row = readonly [string, string];

const rows = (table: readonly Row[]): string[] => table.map(([name, text]) => `  ${name.padEnd(14)} ${text}`);

/** The usage text: all commands and options on one screen. */
export function usage(): string {
  const all: Row[] = [];
  const own = new Map<string, { text: string; having: string[] }>();
  for (const [name, { operand, summary, options: only = [] }] of Object.entries<CommandHelp>(commands)) {
    all.push([`${name} ${operand ?? ''}`, summary]);
    for (const [option, text] of only) {
      own.set(option, { text, having: [...(own.get(option)?.having ?? []), name] });
    }
  }
  return [
    'frontage <command> [--port N] [--host H] [--data DIR] [--project ID] [--json] [--debug]',
    '',
    ...rows(all),
    '',
    ...rows([...own].map(([option, { text, having }]) => [option, `with ${having.join(', ')}: ${text}`])),
    ...rows(options),
    '',
    'Exit codes: 0 success, 1 the check failed, 2 error.',
  ].join('\n');
}

/** The help text of one command: description, options and exit codes. */
export function helpOf(command: Command): string {
  const { operand, summary, details = [], options: own = [], exitCode1 } = helpFor(command);
  const codes = ['0 success', ...(exitCode1 === undefined ? [] : [`1 ${exitCode1}`]), '2 error'];
  return [
    `frontage ${command}${operand === null ? '' : ` ${operand}`}: ${summary}`,
    ...(details.length > 0 ? ['', ...details] : []),
    '',
    ...rows(own),
    ...rows(options.slice(0, -2)),
    '',
    `Exit codes: ${codes.join('; ')}.`,
  ].join('\n');
}

/** The version in package.json. */
export function version(): string {
  const file = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as unknown;
  return z.object({ version: z.string() }).parse(file).version;
}
