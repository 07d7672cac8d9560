import { importFormat } from './import-files.ts';

/** A command as its help shows it. */
export interface CommandHelp {
  /** What follows it. */
  operand: string | null;
  does: string;
  /** What else there is to know, a line each. */
  more?: readonly string[];
  /** Options that not every command has. */
  options?: readonly (readonly [string, string])[];
  /** What its exit code says beside 0 (done) and 2 (could not). */
  no?: string;
}

const sharedState = [
  '--state PLACE',
  'history of releases: gs://BUCKET/PREFIX or DIR, which any number of machines may share',
] as const;

/** Every command. */
export const commands = {
  start: {
    operand: null,
    does: 'start everything locally: Firebase, site, admin, embed origin, pipeline',
    more: [
      'Fills an empty folder with the example content, releases it and follows every change until it is stopped:',
      'Ctrl+C, SIGINT or SIGTERM; nothing is lost. With --json the event "ready" names every address.',
    ],
  },
  dev: {
    operand: null,
    does: 'start, recompile the site when its source changes, serve the admin with hot reload',
  },
  build: {
    operand: null,
    options: [sharedState],
    does: 'compile what is stale and release the content as it is now',
    more: ['A running instance publishes by itself: this is refused beside one.'],
  },
  preview: {
    operand: null,
    does: 'serve the live release without Firebase',
  },
  plan: {
    operand: null,
    options: [sharedState],
    does: 'say what a publish would change, writing nothing',
  },
  verify: {
    operand: null,
    does: 'compare the live release with a from-scratch build; exit 1 where they differ',
    more: ['A site that is pinned is compared with the release it is pinned to.'],
    options: [['--repair', 'make damaged files anew first'], sharedState],
    no: 'they differ; the addresses are listed',
  },
  status: {
    operand: null,
    options: [sharedState],
    does: 'say what is live, what it is pinned to, what is left out and whether an instance runs',
    no: 'there is no release yet',
  },
  releases: {
    operand: null,
    options: [sharedState],
    does: 'list the releases kept, the live one with a star',
  },
  rollback: {
    operand: 'ID',
    options: [sharedState],
    does: 'serve an earlier release, and pin the site to it',
    more: [
      'What has been unpublished, deleted or protected since stays away. Edits are read but not shown until: frontage unpin',
      'A running instance is asked to do it. The releases kept: frontage releases',
      'With --project ID --state PLACE it is one commit to the history a service publishes from, and waits until visitors have it.',
    ],
  },
  unpin: {
    operand: null,
    options: [sharedState],
    does: 'let the site follow its content again after a rollback',
  },
  export: {
    operand: 'DIR',
    options: [sharedState],
    does: 'write the live release as plain files for any web server',
    more: [
      'DIR is replaced whole if an earlier export wrote it or it is empty, and refused if it holds anything else.',
    ],
  },
  import: {
    operand: 'DIR',
    does: 'load content from JSON files, one a collection, into Firestore',
    more: [
      'DIR holds any of these, each an object of documents by id (1 to 1,500 bytes, no slash):',
      '',
      ...importFormat(),
      '',
      'A document that is there is replaced; one that would not change is skipped; none is deleted. A demo that is',
      'protected keeps its password, which no file holds. A document that is not valid is named with field and message,',
      'and the rest goes in. A file that cannot be read stops the import before anything is written.',
    ],
    no: 'some documents were refused; the rest is in',
  },
  backup: {
    operand: 'FILE',
    does: 'write documents, uploads and accounts to one file',
    more: [
      'Beside a running instance too: documents are as they were at one moment. The same content gives the same bytes.',
      'It holds drafts, hashes and email addresses and is readable by its owner alone. It holds no password, no second',
      'factor and no release. FILE must not exist.',
    ],
  },
  restore: {
    operand: 'FILE',
    does: 'put a backup into a project that holds nothing yet',
    more: [
      'A damaged file and a project that is not empty are refused before anything is written. One that was cut off goes',
      'on when it is run again. Accounts come back without passwords and second factors: their owners ask for a new',
      'password by Forgot password. docs/keep.md says more.',
    ],
  },
  migrate: {
    operand: null,
    options: [['--dry-run', 'count what would change, and write nothing']],
    does: 'bring stored documents to the shapes this version writes',
    more: [
      'To be run once after an upgrade, with a backup taken: deploy first, then migrate; people may go on working. One that',
      'was cut off is run again, and changes nothing twice. Summaries for the lists of the back office are made where there',
      'are none.',
    ],
  },
  uploads: {
    operand: null,
    options: [['--unused', 'only those that nothing names']],
    does: 'list the uploaded images, and which of them nothing names',
    more: [
      'Documents, drafts, versions and the trash name uploads. One that nothing has named for 30 days is deleted by the',
      'daily purge.',
    ],
  },
  compile: {
    operand: null,
    does: 'compile the templates of the site, and no more',
    more: ['Into FRONTAGE_COMPILED, or compiled/ in the data folder: what starts later finds them there.'],
  },
  serve: {
    operand: null,
    does: 'run the pipeline as a service: hints, sweep, releases, Firebase Hosting',
    more: [
      'Answers POST /hooks/publish (signed), GET /healthz, /status and /metrics on --port, PORT or 8080; logs JSON lines.',
      'Reads PUBLISH_WEBHOOK_SECRET and STATUS_TOKEN. docs/deploy.md says how to run it.',
    ],
    options: [sharedState],
  },
  setup: {
    operand: null,
    does: 'write .firebaserc and functions/.env.PROJECT for a hosted project, and say what is left to type',
    more: [
      'Names the project: npx frontage setup --project ID. What is set already stays, and is told where it differs.',
      'Reads FUNCTIONS_REGION, PUBLIC_ADMIN_ORIGIN and PUBLISH_WEBHOOK_URL; makes a SETUP_CODE. No secret is written into',
      'a file that git keeps. It may be run again.',
    ],
  },
  doctor: {
    operand: null,
    does: 'say what this machine, and with --project what a hosted project lacks, why, and what to type',
    more: [
      'Of the machine: Node, packages, disk, memory, ports, the browser of the tests, the data folder.',
      'Of a project: what Google’s APIs say of billing, APIs, roles, Firestore, rules, indexes, buckets, accounts, secrets,',
      'Hosting, functions; whether the pipeline believes a signed hint; and how long a deployment of one file takes, to a',
      'preview channel that is removed again. Values of secrets are not shown. Nothing is changed without --fix.',
    ],
    options: [['--fix', 'put right what can be from here: the second factor'], sharedState],
    no: 'something is missing',
  },
  deploy: {
    operand: null,
    options: [sharedState],
    does: 'send the live release to Firebase Hosting, changed files only',
    more: ['Names the project: npx frontage deploy --project ID. docs/deploy.md says what it needs.'],
  },
} as const satisfies Record<string, CommandHelp>;

export type Command = keyof typeof commands;

/** What a command's help shows. */
export const helpFor = (command: Command): CommandHelp => commands[command];
