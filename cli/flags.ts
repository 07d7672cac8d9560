import { parseArgs } from 'node:util';
import { messageOf } from '@frontage/model/message-of';
import { commands, helpFor, type Command } from './command-table.ts';
import type { Failure } from './failure.ts';
import { stateFor } from './history-location.ts';
import { defaultBase, lastBase } from './ports.ts';

/** The parsed command line. */
export interface Flags {
  command: Command;
  /** Positional arguments, for example a folder for `export` or a release id for `rollback`. */
  operands: string[];
  /** First of eight consecutive ports; for `serve` its only port. */
  port: number;
  host: string;
  /** Folder that holds all state. */
  data: string;
  json: boolean;
  /** Location of the shared release history: `gs://BUCKET/PREFIX` or a folder. */
  state?: string | undefined;
  /** With `verify`: rebuilds damaged files first. */
  repair: boolean;
  /** With `doctor`: fixes the problems that a check can fix. */
  fix: boolean;
  /** With `uploads`: lists only unreferenced uploads. */
  unused: boolean;
  /** With `migrate`: counts the changes and writes nothing. */
  'dry-run': boolean;
  /** Firebase project id. `demo-…` is a project of the embedded local Firebase. */
  project: string;
  /** Prints stack traces of errors. */
  debug: boolean;
  /** Requested help text: of the command or of all commands; null if none is requested. */
  help: 'command' | 'all' | null;
  version: boolean;
}

const servePort = 8080;

const isCommand = (word: string): word is Command => Object.hasOwn(commands, word);

export const defaults = { port: defaultBase, host: '127.0.0.1', data: '.frontage', project: 'demo-frontage' } as const;

const seeHelp = 'See: npx frontage --help';

/** Parses the command line (without `node` and the script); fails if it is invalid. */
export function parseFlags(args: readonly string[]): Flags | Failure {
  const parsed = parse(args);
  if ('problem' in parsed) return { what: parsed.problem, next: seeHelp };
  const { values, positionals } = parsed;
  // `help import` is `import --help`.
  const words = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  const isHelp = values.help || positionals[0] === 'help';
  const [command = 'start', ...operands] = words;
  if (!isCommand(command)) return { what: `There is no command "${command}"`, next: seeHelp };
  const help = isHelp ? (words.length === 0 ? 'all' : 'command') : null;
  const portAsGiven = values.port ?? portFor(command);
  const port = Number(portAsGiven);
  const state = stateFor({ ...values, command });
  const flags: Flags = { ...values, command, operands, port, help, state };
  if (help !== null || values.version) return flags;
  return checkOperands(flags) ?? checkOwnOptions(flags) ?? checkValues(flags, portAsGiven) ?? flags;
}

// Container platforms set PORT to the port to which they send requests.
const portFor = (command: Command): string =>
  command === 'serve' ? (process.env['PORT'] ?? String(servePort)) : String(defaults.port);

function checkOperands({ command, operands }: Flags): Failure | null {
  const { operand } = commands[command];
  const given = operands.filter((word) => word !== '').length;
  if (given === operands.length && given === (operand === null ? 0 : 1)) return null;
  const expected = operand === null ? 'takes no argument' : `takes one argument, ${operand}`;
  const next = `Run: npx frontage ${command} ${operand ?? ''}`.trim();
  return { what: `"${command}" ${expected}`, next: `${next}, or see: npx frontage ${command} --help` };
}

/** Fails if an option belongs to other commands only, instead of ignoring it. */
function checkOwnOptions({ command, repair, fix, state, unused, 'dry-run': isDry }: Flags): Failure | null {
  const given = [
    ...(repair ? ['--repair'] : []),
    ...(fix ? ['--fix'] : []),
    ...(isDry ? ['--dry-run'] : []),
    ...(unused ? ['--unused'] : []),
    ...(state === undefined ? [] : ['--state']),
  ];
  const own = (helpFor(command).options ?? []).map(([name]) => name.split(' ')[0]);
  const foreign = given.find((name) => !own.includes(name));
  return foreign === undefined ? null : { what: `"${command}" has no ${foreign}`, next: seeHelp };
}

function checkValues({ port, host, data, project, state }: Flags, portAsGiven: string): Failure | null {
  if (!/^\d+$/.test(portAsGiven) || port < 1 || port > lastBase) {
    const next = `Choose a whole number from 1 to ${lastBase}: the first of eight ports`;
    return { what: `--port ${portAsGiven} is not a port`, next };
  }
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

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        state: { type: 'string' },
        host: { type: 'string', default: defaults.host },
        data: { type: 'string', default: defaults.data },
        project: { type: 'string', default: defaults.project },
        json: { type: 'boolean', default: false },
        repair: { type: 'boolean', default: false },
        fix: { type: 'boolean', default: false },
        unused: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        debug: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (error) {
    // Node appends advice on passing the word as an argument, which no command accepts.
    const [problem = ''] = messageOf(error).split('. ');
    return { problem };
  }
}
