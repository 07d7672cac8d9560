import { importFormat } from './import-files.ts';

/** The help text of a command. */
export interface CommandHelp {
  /** Name of the positional argument; null if the command has none. */
  operand: string | null;
  summary: string;
  /** Further help, one line each. */
  details?: readonly string[];
  /** Options that only some commands have, with their description. */
  options?: readonly (readonly [string, string])[];
  /** The meaning of exit code 1; 0 is success and 2 an error. */
  exitCode1?: string;
}

const sharedState = [
  '--state PLACE',
  'release history: gs://BUCKET/PREFIX or DIR, shared by any number of machines',
] as const;

/** Every command. */
export const commands = {
  start: {
    operand: null,
    summary: 'start everything locally: Firebase, site, admin, embed origin, pipeline',
    details: [
      'Fills an empty folder with the example content, releases it and publishes every change. To stop it, press',
      'Ctrl+C or send SIGINT or SIGTERM; no data is lost. With --json the event "ready" contains every address.',
      'The terminal shows phases, addresses, releases and problems; frontage.log in the data folder has all messages.',
    ],
  },
  dev: {
    operand: null,
    summary: 'start, recompile the site when its source changes, serve the admin with hot reload',
  },
  build: {
    operand: null,
    options: [sharedState],
    summary: 'compile changed sources and release the current content',
    details: ['Refused while an instance runs on the data folder: it publishes every change automatically.'],
  },
  preview: {
    operand: null,
    summary: 'serve the live release without Firebase',
  },
  plan: {
    operand: null,
    options: [sharedState],
    summary: 'dry run: show the changes of a publish',
  },
  verify: {
    operand: null,
    summary: 'compare the live release with a from-scratch build; exit 1 if they differ',
    details: ['A pinned site is compared with the release it is pinned to.'],
    options: [['--repair', 'rebuild damaged files first'], sharedState],
    exitCode1: 'they differ; the addresses are listed',
  },
  status: {
    operand: null,
    options: [sharedState],
    summary: 'show live release, pin, skipped content and running instance',
    exitCode1: 'there is no release yet',
  },
  releases: {
    operand: null,
    options: [sharedState],
    summary: 'list the kept releases; the live one has a star',
  },
  rollback: {
    operand: 'ID',
    options: [sharedState],
    summary: 'serve an earlier release, and pin the site to it',
    details: [
      'Content unpublished, deleted or protected since then stays hidden. Edits are not shown until: frontage unpin',
      'A running instance performs the rollback. List the kept releases with: frontage releases',
      'With --project ID --state PLACE it commits to the release history of a service and waits until the release is live.',
    ],
  },
  unpin: {
    operand: null,
    options: [sharedState],
    summary: 'publish current content again after a rollback',
  },
  export: {
    operand: 'DIR',
    options: [sharedState],
    summary: 'write the live release as plain files for any web server',
    details: ['DIR is replaced if it is empty or holds an earlier export. A folder with other files is refused.'],
  },
  import: {
    operand: 'DIR',
    summary: 'load content from JSON files, one per collection, into Firestore',
    details: [
      'DIR holds any of these files. Each is an object of documents by id (1 to 1,500 bytes, no slash):',
      '',
      ...importFormat(),
      '',
      'Existing documents are replaced, unchanged ones skipped, none deleted. Files hold no passwords:',
      'a protected demo keeps its own. Invalid documents are listed with field and message, and the rest',
      'is imported. An unreadable file stops the import before anything is written.',
    ],
    exitCode1: 'some documents were refused; the rest was imported',
  },
  backup: {
    operand: 'FILE',
    summary: 'write documents, uploads and accounts to one file',
    details: [
      'Works while an instance runs: all documents are read at one point in time. Equal content yields equal bytes.',
      'FILE holds drafts, hashes and email addresses; only its owner may read it. It holds no passwords, no second',
      'factors and no releases. FILE must not exist.',
    ],
  },
  restore: {
    operand: 'FILE',
    summary: 'restore a backup into an empty project',
    details: [
      'A damaged file and a project that is not empty are refused before anything is written. An interrupted restore',
      'continues when it is run again. Accounts are restored without passwords and second factors: users set a new',
      'password with "Forgot password". See docs/keep.md.',
    ],
  },
  migrate: {
    operand: null,
    options: [['--dry-run', 'count the changes without writing']],
    summary: 'convert stored documents to the shapes of this version',
    details: [
      'Run it once after an upgrade: make a backup, deploy, then migrate. Editors may continue to work. An interrupted',
      'run can be repeated. Missing summaries for the admin’s lists are created.',
    ],
  },
  uploads: {
    operand: null,
    options: [['--unused', 'only unreferenced ones']],
    summary: 'list uploads (--unused: unreferenced only)',
    details: [
      'Documents, drafts, revisions and the trash reference uploads. The daily purge deletes uploads that were',
      'unreferenced for 30 days.',
    ],
  },
  compile: {
    operand: null,
    summary: 'compile the templates of the site',
    details: ['Writes them to FRONTAGE_COMPILED, or to compiled/ in the data folder, for later starts.'],
  },
  serve: {
    operand: null,
    summary: 'run the pipeline as a service: hints, sweep, releases, Firebase Hosting',
    details: [
      'Answers POST /hooks/publish (signed), GET /healthz, /status and /metrics on --port, PORT or 8080; logs JSON lines.',
      'Reads PUBLISH_WEBHOOK_SECRET and STATUS_TOKEN. See docs/deploy.md.',
    ],
    options: [sharedState],
  },
  setup: {
    operand: null,
    summary: 'write .firebaserc and functions/.env.PROJECT for a hosted project, and print the remaining commands',
    details: [
      'Name the project: npx frontage setup --project ID. Existing settings are kept; differences are reported.',
      'Reads FUNCTIONS_REGION, PUBLIC_ADMIN_ORIGIN and PUBLISH_WEBHOOK_URL; makes a SETUP_CODE. No secret is written into',
      'a file tracked by git. It may be run again.',
    ],
  },
  doctor: {
    operand: null,
    summary: 'check this machine, and with --project a hosted project: problems, reasons and commands',
    details: [
      'Machine: Node, packages, disk, memory, ports, the browser of the tests, the data folder.',
      'Project: billing, APIs, roles, Firestore, rules, indexes, buckets, accounts, secrets,',
      'Hosting, functions; whether the pipeline accepts a signed hint; and the time of a one-file deployment to a',
      'temporary preview channel. Secrets are never shown. Nothing is changed without --fix.',
    ],
    options: [['--fix', 'enable the second factor'], sharedState],
    exitCode1: 'something is missing',
  },
  deploy: {
    operand: null,
    options: [sharedState],
    summary: 'send the live release to Firebase Hosting, changed files only',
    details: ['Name the project: npx frontage deploy --project ID. See docs/deploy.md.'],
  },
} as const satisfies Record<string, CommandHelp>;

export type Command = keyof typeof commands;

/** The help text of a command. */
export const helpFor = (command: Command): CommandHelp => commands[command];
