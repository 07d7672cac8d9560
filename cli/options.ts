import { defaultBase, lastBase } from './target/ports.ts';

export const defaults = { port: defaultBase, host: '127.0.0.1', data: '.frontage', project: 'demo-frontage' } as const;

/** Options that only some commands have, with their form and description in help texts. */
export const ownOptions = {
  repair: { type: 'boolean', form: '--repair', text: 'rebuild damaged files first' },
  'dry-run': { type: 'boolean', form: '--dry-run', text: 'count the changes without writing' },
  links: { type: 'boolean', form: '--links', text: 'convert links to paths into links by document id' },
  media: { type: 'boolean', form: '--media', text: 'add uploads of earlier versions to the media library' },
  remove: { type: 'string', form: '--remove KIND', text: 'remove the documents of a kind that the code no longer has' },
  unused: { type: 'boolean', form: '--unused', text: 'only unreferenced ones' },
  deep: { type: 'boolean', form: '--deep', text: 'also the checks that a first deployment does not need' },
  fix: { type: 'boolean', form: '--fix', text: 'enable the second factor' },
  axe: {
    type: 'boolean',
    form: '--axe',
    text: 'also check accessibility in Chromium, of the pages of the newest release',
  },
  external: { type: 'boolean', form: '--external', text: 'also check links to other sites' },
  anchor: {
    type: 'string',
    form: '--anchor N:HASH',
    text: 'also compare with a position and hash that an earlier run printed',
  },
  state: {
    type: 'string',
    form: '--state PLACE',
    text: 'release history: gs://BUCKET/PREFIX or DIR, shared by any number of machines',
  },
} as const;

export type OwnOption = keyof typeof ownOptions;

/** Options of every command. */
export const sharedOptions = {
  port: {
    type: 'string',
    form: '--port N',
    text: `first of eight consecutive ports, 1 to ${lastBase} (default ${defaults.port})`,
  },
  host: {
    type: 'string',
    form: '--host H',
    text: `address to listen on (default ${defaults.host})`,
    default: defaults.host,
  },
  data: {
    type: 'string',
    form: '--data DIR',
    text: `folder that holds all state (default ${defaults.data}/)`,
    default: defaults.data,
  },
  project: {
    type: 'string',
    form: '--project ID',
    text: `Firebase project (default ${defaults.project}; demo-* is embedded, others are hosted)`,
    default: defaults.project,
  },
  json: {
    type: 'boolean',
    form: '--json',
    text: 'one JSON event a line instead of text; a failure is {"event":"failed","what":…,"next":…}',
    default: false,
  },
  debug: {
    type: 'boolean',
    form: '--debug',
    text: 'also show stack traces, and with start and dev the log',
    default: false,
  },
} as const;

/** Options that print a text instead of running the command. */
export const helpOptions = {
  help: {
    type: 'boolean',
    short: 'h',
    form: '--help',
    text: 'on a command: description, options and exit codes',
    default: false,
  },
  version: { type: 'boolean', short: 'v', form: '--version', text: 'the version', default: false },
} as const;

/** The parsed command line. */
export interface Flags {
  command: string;
  /** Positional arguments, for example a folder for `export` or a release id for `rollback`. */
  operands: string[];
  /** First of eight consecutive ports; for `serve` its only port. */
  port: number;
  host: string;
  /** Folder that holds all state. */
  data: string;
  json: boolean;
  /** Firebase project id. `demo-…` is a project of the embedded local Firebase. */
  project: string;
  /** Prints stack traces of errors. */
  debug: boolean;
  /** Requested help text: of the command or of all commands; null if none is requested. */
  help: 'command' | 'all' | null;
  version: boolean;
  /** Location of the shared release history: `gs://BUCKET/PREFIX` or a folder. */
  state?: string | undefined;
  repair?: boolean | undefined;
  'dry-run'?: boolean | undefined;
  links?: boolean | undefined;
  media?: boolean | undefined;
  remove?: string | undefined;
  unused?: boolean | undefined;
  deep?: boolean | undefined;
  fix?: boolean | undefined;
  axe?: boolean | undefined;
  external?: boolean | undefined;
  anchor?: string | undefined;
}
