import { helpFor, type Command } from './command-table.ts';
import type { Failure } from './failure.ts';
import { isEmbedded } from './local-project.ts';

/** The target of a command. */
type Work =
  /** A whole stack on this machine. */
  | 'stack'
  /** A history of releases. */
  | 'releases'
  /** A history of releases, and Firebase Hosting. */
  | 'hosting'
  /** A history of releases that it opens itself. */
  | 'service'
  /** Content alone, or no project at all. */
  | 'content';

const workOf: Record<Command, Work> = {
  start: 'stack',
  dev: 'stack',
  preview: 'stack',
  build: 'releases',
  plan: 'releases',
  verify: 'releases',
  status: 'releases',
  releases: 'releases',
  rollback: 'releases',
  unpin: 'releases',
  export: 'releases',
  deploy: 'hosting',
  serve: 'service',
  import: 'content',
  backup: 'content',
  restore: 'content',
  migrate: 'content',
  uploads: 'content',
  compile: 'content',
  doctor: 'content',
  setup: 'content',
};

/** Where the history of releases is that a command works on. */
export type Home =
  /** The data folder, with its own embedded Firebase. */
  | { kind: 'local' }
  /** A place that any number of machines share. */
  | { kind: 'shared'; state: string }
  /** A folder of this machine, of a hosted project whose service has its history elsewhere. */
  | { kind: 'apart'; warning: string };

/** The inputs that select it: `state` is the named shared history. */
interface Asked {
  command: Command;
  project: string;
  state?: string | undefined;
}

/** Where a command finds the releases of its project, or why it does not work on that project. */
export function homeOf({ command, project, state, data }: Asked & { data: string }): Home | Failure {
  const work = workOf[command];
  const isHosted = !isEmbedded(project);
  if (work === 'stack' && isHosted) {
    const next = `Use an id that begins with demo-. For a hosted project: npx frontage serve --project ${project}`;
    return { what: `${project} may be a hosted project, and "${command}" is for local ones`, next };
  }
  if (work === 'service' || work === 'content' || work === 'stack') return { kind: 'local' };
  if (state !== undefined) return { kind: 'shared', state };
  if (isHosted) {
    const warning =
      `Without --state this works on ${data}/hosted/${project}, which only deploys from this folder follow. The history ` +
      'of a service is where it was started with: --state gs://BUCKET/PREFIX, or FRONTAGE_STATE';
    return { kind: 'apart', warning };
  }
  if (work === 'hosting') {
    return { what: `"${project}" is a local project`, next: 'Name a hosted one: npm run deploy -- --project ID' };
  }
  return { kind: 'local' };
}

const takesState = (command: Command): boolean =>
  helpFor(command).options?.some(([name]) => name.startsWith('--state ')) ?? false;

/** The shared history: the named one, else FRONTAGE_STATE. */
export function stateFor({ command, project, state }: Asked): string | undefined {
  // An embedded project has its history in the data folder, even if the shell has FRONTAGE_STATE set for a hosted one.
  const isEnough =
    takesState(command) && (!isEmbedded(project) || process.env['FIRESTORE_EMULATOR_HOST'] !== undefined);
  return state ?? ((isEnough && process.env['FRONTAGE_STATE']) || undefined);
}

/** Whether a command works on releases that are not the data folder's own. */
export const isElsewhere = ({ project, state }: Omit<Asked, 'command'>): boolean =>
  state !== undefined || !isEmbedded(project);
