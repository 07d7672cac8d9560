import { parseArgs } from 'node:util';
import type { Failure } from './failure.ts';

/** What every command understands. */
export interface Flags {
  command: Command;
  /** What follows the command: a folder for `export`, a release id for `rollback`. */
  operands: string[];
  /** First of eight consecutive ports. */
  port: number;
  host: string;
  /** Folder that holds all state. */
  data: string;
  json: boolean;
  /** With `verify`: makes damaged files anew first. */
  repair: boolean;
  /** Firebase project; one that begins with `demo-` lives in the embedded local Firebase. */
  project: string;
  help: boolean;
}

/** Every command: its operand, and what it does. */
export const commands = {
  start: { operand: null, does: 'start everything locally: Firebase, site, admin, embed origin, pipeline' },
  dev: { operand: null, does: 'start, recompile the site when its source changes, serve the admin with hot reload' },
  build: { operand: null, does: 'compile what is stale and release the content as it is now' },
  preview: { operand: null, does: 'serve the live release without Firebase' },
  plan: { operand: null, does: 'say what a publish would change, writing nothing' },
  verify: { operand: null, does: 'compare the live release with a from-scratch build; exit 1 where they differ' },
  releases: { operand: null, does: 'list the releases kept' },
  rollback: { operand: 'ID', does: 'serve an earlier release, and pin the site to it' },
  unpin: { operand: null, does: 'let the site follow its content again after a rollback' },
  export: { operand: 'DIR', does: 'write the live release as plain files for any web server' },
  import: { operand: 'DIR', does: 'load content documents (one JSON file a collection) into Firestore' },
  deploy: { operand: null, does: 'send the live release to Firebase Hosting, changed files only' },
} as const;

type Command = keyof typeof commands;

const isCommand = (word: string): word is Command => Object.hasOwn(commands, word);

const defaults = { port: 4321, host: '127.0.0.1', data: '.frontage', project: 'demo-frontage' } as const;

/** Usage, one screen. */
export function usage(): string {
  const rows = Object.entries(commands).map(([name, { operand, does }]) => {
    return `  ${`${name} ${operand ?? ''}`.padEnd(14)} ${does}`;
  });
  return [
    'frontage <command> [--port N] [--host H] [--data DIR] [--project ID] [--json]',
    '',
    ...rows,
    '',
    `  --port N       first of eight consecutive ports (default ${defaults.port})`,
    `  --host H       address to listen on (default ${defaults.host})`,
    `  --data DIR     folder that holds all state (default ${defaults.data}/)`,
    `  --project ID   Firebase project (default ${defaults.project}; demo-* is embedded, others are hosted)`,
    '  --repair       with verify: make damaged files anew first',
    '  --json         one JSON event a line instead of text',
  ].join('\n');
}

/** Reads the command line (without `node` and the script). */
export function parseFlags(args: readonly string[]): Flags | Failure {
  const parsed = parse(args);
  if ('problem' in parsed) return { what: parsed.problem, next: 'See: npx frontage --help' };
  const { values, positionals } = parsed;
  const [command = 'start', ...operands] = positionals;
  if (!isCommand(command)) return { what: `Unknown command "${command}"`, next: 'See: npx frontage --help' };
  const { operand } = commands[command];
  if (!values.help && operands.length !== (operand === null ? 0 : 1)) {
    const expected = operand === null ? 'takes no argument' : `takes one argument, ${operand}`;
    return { what: `"${command}" ${expected}`, next: `Run: npx frontage ${command} ${operand ?? ''}`.trim() };
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_528) {
    return {
      what: `--port ${values.port} is not a port`,
      next: 'Choose a whole number from 1 to 65528 (eight ports follow it)',
    };
  }
  if (!/^[a-z][a-z0-9-]{4,29}$/.test(values.project)) {
    return {
      what: `--project ${values.project} is not a project id`,
      next: 'Use the id shown in the Firebase console',
    };
  }
  return { ...values, command, operands, port };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: String(defaults.port) },
        host: { type: 'string', default: defaults.host },
        data: { type: 'string', default: defaults.data },
        project: { type: 'string', default: defaults.project },
        json: { type: 'boolean', default: false },
        repair: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
