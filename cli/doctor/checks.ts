import type { Ask, Examined, Finding } from './check.ts';
import {
  browserFinding,
  dataFindings,
  diskFinding,
  memoryFinding,
  portsFinding,
  versionFinding,
  type Machine,
} from './machine.ts';
import { access, grants, uploadRules } from './project/access.ts';
import { accounts, appCheck } from './project/accounts.ts';
import { content, firestore, indexes, rules } from './project/firestore.ts';
import { callers, functions, functionsAccount, parameters } from './project/functions.ts';
import { deployment, hosting, origins } from './project/hosting.ts';
import { apis, billing, clock, settings } from './project/project-settings.ts';
import { mail, secretsPresent, setupCode } from './project/secrets.ts';
import { service, webhook } from './project/service.ts';
import { state, uploads } from './project/storage.ts';

/**
 * A check of a hosted project. `ask` sends its requests and returns its findings: `ok`, or a problem with its
 * consequence and the command that fixes it.
 */
export interface Check {
  id: string;
  title: string;
  /** Runs only with `--deep`: a first deployment does not depend on it. */
  isDeep?: true;
  ask: Ask;
}

type FinalCheck = Omit<Check, 'ask'> & {
  ask(project: Examined, earlier: readonly Finding[]): Promise<Finding[]> | Finding[];
};

/** All checks of a hosted project, in the order in which their findings are fixed. They run concurrently. */
export const projectChecks: readonly Check[] = [
  { id: 'project', title: 'the Firebase project, its web app and the configured origins', ask: settings },
  { id: 'billing', title: 'the billing account', ask: billing },
  { id: 'apis', title: 'the enabled APIs', ask: apis },
  { id: 'access.own', title: 'roles of these credentials and of the account of the pipeline', ask: access },
  { id: 'firestore.database', title: 'mode and location of the database', ask: firestore },
  { id: 'rules', title: 'the rules in force are those of this repository', ask: rules },
  { id: 'firestore.indexes', title: 'indexes, exemptions and expiry of documents', ask: indexes },
  { id: 'buckets', title: 'the buckets for uploads', ask: uploads },
  { id: 'access.upload-rules', title: 'the rules of uploads may read Firestore', isDeep: true, ask: uploadRules },
  { id: 'state', title: 'the private bucket of the release history, with --state', ask: state },
  { id: 'accounts', title: 'sign-in of staff', ask: accounts },
  { id: 'secrets', title: 'the secrets of functions and pipeline', ask: secretsPresent },
  { id: 'access.grants', title: 'rights of the pipeline on each bucket and secret', isDeep: true, ask: grants },
  { id: 'mail', title: 'the mail server accepts name and password', isDeep: true, ask: mail },
  { id: 'setup-code', title: 'the code of the first administrator', ask: setupCode },
  { id: 'content', title: 'stored documents have the shapes of this version', isDeep: true, ask: content },
  { id: 'hosting', title: 'the three Hosting sites', ask: hosting },
  { id: 'origins', title: 'domains of site, admin and embeds', isDeep: true, ask: origins },
  { id: 'app-check', title: 'App Check is not enforced without its key', isDeep: true, ask: appCheck },
  { id: 'functions', title: 'deployed functions, their region, runtime and parameters', ask: functions },
  { id: 'access.functions', title: 'roles of the account of the functions', isDeep: true, ask: functionsAccount },
  { id: 'functions.callers', title: 'browsers may call the public functions', isDeep: true, ask: callers },
  { id: 'pipeline', title: 'settings of the Cloud Run service', isDeep: true, ask: service },
  { id: 'webhook', title: 'the pipeline answers, and accepts signed hints and STATUS_TOKEN', ask: webhook },
];

/** Checks that need the findings or responses of the others. */
export const finalChecks: readonly FinalCheck[] = [
  {
    id: 'functions.parameters',
    title: 'deployed parameters are also in functions/.env.PROJECT',
    isDeep: true,
    ask: parameters,
  },
  { id: 'clock', title: 'the clock of this machine', ask: clock },
  { id: 'deployment', title: 'duration of a one-file deployment to a preview channel', isDeep: true, ask: deployment },
];

/** Checks of this machine. */
export const machineChecks: readonly (Omit<Check, 'ask'> & { ask(machine: Machine): Finding[] })[] = [
  { id: 'machine.node', title: 'the version of Node', ask: (machine) => versionFinding(machine, 'node') },
  {
    id: 'machine.firebase-tools',
    title: 'the installed packages',
    ask: (machine) => versionFinding(machine, 'firebase-tools'),
  },
  { id: 'machine.disk', title: 'free disk space', ask: diskFinding },
  { id: 'machine.memory', title: 'memory', ask: memoryFinding },
  { id: 'machine.ports', title: 'the eight ports of npm start', ask: portsFinding },
  { id: 'machine.data', title: 'the data folder can be written to, and its files are intact', ask: dataFindings },
  { id: 'machine.browser', title: 'a browser for the tests', ask: browserFinding },
];
