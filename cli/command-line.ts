import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '@frontage/model/messages';
import type { Command } from './command.ts';
import { audit } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { build } from './commands/build.ts';
import { check } from './commands/check.ts';
import { compile } from './commands/compile.ts';
import { deploy } from './commands/deploy.ts';
import { dev } from './commands/dev.ts';
import { doctor } from './commands/doctor.ts';
import { exportSite } from './commands/export.ts';
import { importFiles } from './commands/import.ts';
import { kinds } from './commands/kinds.ts';
import { migrate } from './commands/migrate.ts';
import { newKind } from './commands/new-kind.ts';
import { plan } from './commands/plan.ts';
import { preview } from './commands/preview.ts';
import { releases } from './commands/releases.ts';
import { restore } from './commands/restore.ts';
import { rollback } from './commands/rollback.ts';
import { serve } from './commands/serve.ts';
import { setup } from './commands/setup.ts';
import { start } from './commands/start.ts';
import { status } from './commands/status.ts';
import { unpin } from './commands/unpin.ts';
import { uploads } from './commands/uploads.ts';
import { verify } from './commands/verify.ts';
import { defaults, helpOptions, ownOptions, sharedOptions, type Flags, type OwnOption } from './options.ts';
import type { Failure } from './runtime/failure.ts';
import { root } from './target/configuration.ts';
import { stateFor } from './target/history-location.ts';
import { lastBase } from './target/ports.ts';

/** Every command, in the order of the usage text. */
export const commands = {
  start,
  dev,
  build,
  preview,
  plan,
  verify,
  check,
  status,
  releases,
  rollback,
  unpin,
  export: exportSite,
  import: importFiles,
  backup,
  restore,
  migrate,
  uploads,
  audit,
  compile,
  'new-kind': newKind,
  kinds,
  serve,
  setup,
  doctor,
  deploy,
} as const satisfies Record<string, Command>;

type CommandName = keyof typeof commands;

const commandNamed = (name: CommandName): Command => commands[name];
const isCommand = (word: string): word is CommandName => Object.hasOwn(commands, word);

// The port of `serve`, unless a container platform sets PORT to the port to which it sends requests.
const servePort = 8080;
const lastPort = 65_535;
const servicePortOption: Described = {
  form: '--port N',
  text: `port of the service, 1 to ${lastPort} (default PORT, else ${servePort})`,
};
const seeHelp = 'See: npx frontage --help';

/** Parses the command line (without `node` and the script); fails if it is invalid. */
export function parseFlags(args: readonly string[]): (Flags & { command: CommandName }) | Failure {
  const parsed = parse(args);
  if ('problem' in parsed) return { what: parsed.problem, next: seeHelp };
  const { values, positionals } = parsed;
  // `help import` is `import --help`.
  const words = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  const isHelp = values.help || positionals[0] === 'help';
  const [command = 'start', ...operands] = words;
  if (!isCommand(command)) return { what: `There is no command "${command}"`, next: seeHelp };
  const help = isHelp ? (words.length === 0 ? 'all' : 'command') : null;
  const portAsGiven = values.port ?? String(command === 'serve' ? process.env['PORT'] || servePort : defaults.port);
  const state = stateFor(values, commandNamed(command).options.includes('state'));
  const flags = { ...values, command, operands, port: Number(portAsGiven), help, state } as const;
  if (help !== null || values.version) return flags;
  return checkOperands(flags) ?? checkOwnOptions(flags) ?? checkPort(flags, values.port) ?? checkValues(flags) ?? flags;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...ownOptions, ...sharedOptions, ...helpOptions },
    });
  } catch (error) {
    // Node appends advice on passing the word as an argument, which no command accepts.
    const [problem = ''] = messageOf(error).split('. ');
    return { problem };
  }
}

function checkOperands({ command, operands }: Flags & { command: CommandName }): Failure | null {
  const { operand } = commandNamed(command).help;
  const given = operands.filter((word) => word !== '').length;
  if (given === operands.length && given === (operand === undefined ? 0 : 1)) return null;
  const expected = operand === undefined ? 'takes no argument' : `takes one argument, ${operand}`;
  const next = `Run: npx frontage ${command} ${operand ?? ''}`.trim();
  return { what: `"${command}" ${expected}`, next: `${next}, or see: npx frontage ${command} --help` };
}

/** Fails if an option belongs to other commands only, instead of ignoring it. */
function checkOwnOptions(flags: Flags & { command: CommandName }): Failure | null {
  const { options } = commandNamed(flags.command);
  const names = Object.keys(ownOptions) as OwnOption[];
  const foreign = names.find((name) => flags[name] !== undefined && !options.includes(name));
  return foreign === undefined ? null : { what: `"${flags.command}" has no --${foreign}`, next: seeHelp };
}

function checkPort({ command, port }: Flags, option: string | undefined): Failure | null {
  const last = command === 'serve' ? lastPort : lastBase;
  const isWhole = /^\d+$/.test(option ?? String(port));
  if (isWhole && port >= 1 && port <= last) return null;
  // Without the option only the variable can be invalid.
  const given = option === undefined ? `PORT=${process.env['PORT'] ?? ''}` : `--port ${option}`;
  const range = `Choose a whole number from 1 to ${last}`;
  return { what: `${given} is not a port`, next: command === 'serve' ? range : `${range}: the first of eight ports` };
}

function checkValues({ host, data, project, state }: Flags): Failure | null {
  if (host === '' || /[\s/]/.test(host)) {
    return {
      what: `--host ${host} is not a host`,
      next: `Name an address or host name of this machine, for example ${defaults.host}`,
    };
  }
  if (data === '') return { what: '--data is empty', next: `Name a folder, for example --data ${defaults.data}` };
  if (state === '') return { what: '--state is empty', next: 'Name gs://BUCKET/PREFIX or a folder' };
  if (!/^[a-z][a-z0-9-]{4,29}$/.test(project)) {
    return { what: `--project ${project} is not a project id`, next: 'Use the id shown in the Firebase console' };
  }
  return null;
}

interface Described {
  form: string;
  text: string;
}

const row = (name: string, text: string): string => `  ${name.padEnd(14)} ${text}`;
const rows = (options: Record<string, Described>): string[] =>
  Object.values(options).map(({ form, text }) => row(form, text));

/** The usage text: all commands and options on one screen. */
export function usage(): string {
  const all = Object.entries<Command>(commands);
  const own = Object.entries(ownOptions).map(([name, { form, text }]) => {
    const having = all.filter(([, { options }]) => options.includes(name as OwnOption)).map(([command]) => command);
    return row(form, `with ${having.join(', ')}: ${text}`);
  });
  return [
    'frontage <command> [--port N] [--host H] [--data DIR] [--project ID] [--json] [--debug]',
    '',
    ...all.map(([name, { help }]) => row(`${name} ${help.operand ?? ''}`, help.summary)),
    '',
    ...own,
    ...rows(sharedOptions),
    ...rows(helpOptions),
    '',
    'Exit codes: 0 success, 1 the check failed, 2 error.',
  ].join('\n');
}

/** Whether a command has an option beside those of every command. */
export const hasOption = (command: string, option: OwnOption): boolean =>
  isCommand(command) && commandNamed(command).options.includes(option);

/** The help text of one command: description, options and exit codes. */
export function helpOf(command: CommandName): string {
  const { help, options } = commandNamed(command);
  const { operand, summary, details = [], exitCode1 } = help;
  const shared = command === 'serve' ? { ...sharedOptions, port: servicePortOption } : sharedOptions;
  const codes = ['0 success', ...(exitCode1 === undefined ? [] : [`1 ${exitCode1}`]), '2 error'];
  return [
    `frontage ${command}${operand === undefined ? '' : ` ${operand}`}: ${summary}`,
    ...(details.length > 0 ? ['', ...details] : []),
    '',
    ...options.map((name) => row(ownOptions[name].form, ownOptions[name].text)),
    ...rows(shared),
    '',
    `Exit codes: ${codes.join('; ')}.`,
  ].join('\n');
}

/** The version in package.json. */
export const version = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
