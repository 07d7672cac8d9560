import type { Failure } from '../runtime/failure.ts';
import { isEmbedded } from './local-project.ts';

/** The kind of data that a command works on. */
export type Work =
  /** All servers on this machine. */
  | 'stack'
  /** The release history. */
  | 'releases'
  /** The release history and Firebase Hosting. */
  | 'hosting'
  /** The release history, which the command opens itself. */
  | 'service'
  /** Content only, or no project. */
  | 'content';

/** Location of the release history of a command. */
export type HistoryLocation =
  /** The data folder with its embedded Firebase. */
  | { kind: 'local' }
  /** A bucket prefix or folder that several machines share. */
  | { kind: 'shared'; state: string }
  /** A folder on this machine for a hosted project, without relation to the history of the project's service. */
  | { kind: 'separate'; warning: string };

/** The inputs that determine the location. `state` is the location of the shared history, if set. */
interface LocationInputs {
  project: string;
  state?: string | undefined;
}

/** Location of the releases of a command's project; fails if the command does not support the project. */
export function historyLocationOf(
  { command, project, state, data }: LocationInputs & { command: string; data: string },
  work: Work,
): HistoryLocation | Failure {
  const isHosted = !isEmbedded(project);
  if (work === 'stack' && isHosted) {
    const next = `Use an id that begins with demo-. For a hosted project: npx frontage serve --project ${project}`;
    return { what: `${project} may be a hosted project, but "${command}" works only on local ones`, next };
  }
  if (work === 'service' || work === 'content' || work === 'stack') return { kind: 'local' };
  if (state !== undefined) return { kind: 'shared', state };
  if (isHosted) {
    const warning =
      `Without --state this command uses the release history in ${data}/hosted/${project}, not the one of a service. ` +
      'To use the history of a service, repeat its --state gs://BUCKET/PREFIX or FRONTAGE_STATE';
    return { kind: 'separate', warning };
  }
  if (work === 'hosting') {
    return { what: `"${project}" is a local project`, next: 'Name a hosted one: npm run deploy -- --project ID' };
  }
  return { kind: 'local' };
}

/** Location of the shared history: `--state`, else FRONTAGE_STATE if the command takes a location and it applies. */
export function stateFor({ project, state }: LocationInputs, takesState: boolean): string | undefined {
  // An embedded project has its history in the data folder, even if FRONTAGE_STATE is set for a hosted one.
  const usesVariable = takesState && (!isEmbedded(project) || process.env['FIRESTORE_EMULATOR_HOST'] !== undefined);
  return state ?? ((usesVariable && process.env['FRONTAGE_STATE']) || undefined);
}

/** Whether the releases of a command are outside the data folder's local site. */
export const hasSeparateHistory = ({ project, state }: LocationInputs): boolean =>
  state !== undefined || !isEmbedded(project);
