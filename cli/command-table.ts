import { importFormat } from './import-files.ts';

/** A command as its help shows it. */
export interface CommandHelp {
  /** Its positional arguments. */
  operand: string | null;
  does: string;
  /** Further help, one line each. */
  more?: readonly string[];
  /** Options that not every command has. */
  options?: readonly (readonly [string, string])[];
  /** The meaning of exit code 1; 0 is success and 2 an error. */
  no?: string;
}

const sharedState = [
  '--state PLACE',
  'release history: gs://BUCKET/PREFIX or DIR, shared by any number of machines',
] as const;

/** Every command. */
export const commands = {
  start: {
    operand: null,
    does: 'start everything locally: Firebase, site, admin, embed origin, pipeline',
    more: [
      'Fills an empty folder with the example content, releases it and publishes every change until it is stopped:',
      'Ctrl+C, SIGINT or SIGTERM; nothing is lost. With --json the event "ready" names every address.',
      'The terminal shows phases, addresses, releases and problems; frontage.log in the data folder gets everything.',
    ],
  },
  dev: {
    operand: null,
    does: 'start, recompile the site when its source changes, serve the admin with hot reload',
  },
  build: {
    operand: null,
    options: [sharedState],
    does: 'compile changed sources and release the current content',
    more: ['A running instance publishes automatically: this command is refused beside one.'],
  },
  preview: {
    operand: null,
    does: 'serve the live release without Firebase',
  },
  plan: {
    operand: null,
    options: [sharedState],
    does: 'dry run: show the changes of a publish',
  },
  verify: {
    operand: null,
    does: 'compare the live release with a from-scratch build; exit 1 if they differ',
    more: ['A pinned site is compared with the release it is pinned to.'],
    options: [['--repair', 'rebuild damaged files first'], sharedState],
    no: 'they differ; the addresses are listed',
  },
  status: {
    operand: null,
    options: [sharedState],
    does: 'show live release, pin, skipped content and running instance',
    no: 'there is no release yet',
  },
  releases: {
    operand: null,
    options: [sharedState],
    does: 'list the kept releases; the live one has a star',
  },
  rollback: {
    operand: 'ID',
    options: [sharedState],
    does: 'serve an earlier release, and pin the site to it',
    more: [
      'Content unpublished, deleted or protected since then stays hidden. Edits are not shown until: frontage unpin',
      'A running instance carries it out. Kept releases: frontage releases',
      'With --project ID --state PLACE it commits to the history a service publishes from, and waits until the release is live.',
    ],
  },
  unpin: {
    operand: null,
    options: [sharedState],
    does: 'publish current content again after a rollback',
  },
  export: {
    operand: 'DIR',
    options: [sharedState],
    does: 'write the live release as plain files for any web server',
    more: ['DIR is replaced if it is empty or an earlier export wrote it, and refused if it holds anything else.'],
  },
  import: {
    operand: 'DIR',
    does: 'load content from JSON files, one per collection, into Firestore',
    more: [
      'DIR holds any of these, each an object of documents by id (1 to 1,500 bytes, no slash):',
      '',
      ...importFormat(),
      '',
      'Existing documents are replaced, unchanged ones skipped, none deleted. A protected demo',
      'keeps its password, which no file holds. An invalid document is listed with field and message,',
      'and the rest is imported. An unreadable file stops the import before anything is written.',
    ],
    no: 'some documents were refused; the rest is in',
  },
  backup: {
    operand: 'FILE',
    does: 'write documents, uploads and accounts to one file',
    more: [
      'Works beside a running instance: documents are read at one moment. Equal content yields equal bytes.',
      'It holds drafts, hashes and email addresses and is readable by its owner alone. It holds no password, no second',
      'factor and no release. FILE must not exist.',
    ],
  },
  restore: {
    operand: 'FILE',
    does: 'restore a backup into an empty project',
    more: [
      'A damaged file and a project that is not empty are refused before anything is written. An interrupted restore',
      'continues when it is run again. Accounts are restored without passwords and second factors: users set a new',
      'password with "Forgot password". See docs/keep.md.',
    ],
  },
  migrate: {
    operand: null,
    options: [['--dry-run', 'count the changes without writing']],
    does: 'convert stored documents to the shapes of this version',
    more: [
      'Run it once after an upgrade, with a backup: deploy first, then migrate; editors may continue to work. An interrupted',
      'run can be repeated. Summaries for the admin’s lists are created if they are',
      'missing.',
    ],
  },
  uploads: {
    operand: null,
    options: [['--unused', 'only unreferenced ones']],
    does: 'list uploads (`--unused`: unreferenced only)',
    more: [
      'Documents, drafts, revisions and the trash reference uploads. One unreferenced for 30 days is deleted by the',
      'daily purge.',
    ],
  },
  compile: {
    operand: null,
    does: 'compile the templates of the site',
    more: ['Into FRONTAGE_COMPILED, or compiled/ in the data folder, for later starts.'],
  },
  serve: {
    operand: null,
    does: 'run the pipeline as a service: hints, sweep, releases, Firebase Hosting',
    more: [
      'Answers POST /hooks/publish (signed), GET /healthz, /status and /metrics on --port, PORT or 8080; logs JSON lines.',
      'Reads PUBLISH_WEBHOOK_SECRET and STATUS_TOKEN. See docs/deploy.md.',
    ],
    options: [sharedState],
  },
  setup: {
    operand: null,
    does: 'write .firebaserc and functions/.env.PROJECT for a hosted project, and print the remaining commands',
    more: [
      'Name the project: npx frontage setup --project ID. Existing settings are kept; differences are reported.',
      'Reads FUNCTIONS_REGION, PUBLIC_ADMIN_ORIGIN and PUBLISH_WEBHOOK_URL; makes a SETUP_CODE. No secret is written into',
      'a file tracked by git. It may be run again.',
    ],
  },
  doctor: {
    operand: null,
    does: 'check this machine, and with --project a hosted project: problems, reasons and commands',
    more: [
      'Machine: Node, packages, disk, memory, ports, the browser of the tests, the data folder.',
      'Project: billing, APIs, roles, Firestore, rules, indexes, buckets, accounts, secrets,',
      'Hosting, functions; whether the pipeline accepts a signed hint; and the time of a one-file deployment to a',
      'temporary preview channel. Secrets are never shown. Nothing is changed without --fix.',
    ],
    options: [['--fix', 'enable the second factor'], sharedState],
    no: 'something is missing',
  },
  deploy: {
    operand: null,
    options: [sharedState],
    does: 'send the live release to Firebase Hosting, changed files only',
    more: ['Name the project: npx frontage deploy --project ID. See docs/deploy.md.'],
  },
} as const satisfies Record<string, CommandHelp>;

export type Command = keyof typeof commands;

/** The help text of a command. */
export const helpFor = (command: Command): CommandHelp => commands[command];
