import type { HostingApiOptions } from '@frontage/pipeline/hosting';
import type { Targets } from '../target/hosted-project.ts';
import type { Google } from './google.ts';

/** The result of one check. */
export type Finding =
  | { check: string; state: 'ok'; what: string }
  /**
   * `missing` prevents a working deployment, `advice` does not, `unasked` means that the check could not run. `next` is
   * the remedy, as a command to type where possible.
   */
  | { check: string; state: 'missing' | 'advice' | 'unasked'; what: string; why: string; next: string };

export type FindingText = Omit<Extract<Finding, { why: string }>, 'check' | 'state'>;

export const ok = (check: string, what: string): Finding => ({ check, state: 'ok', what });
export const missing = (check: string, words: FindingText): Finding => ({ check, state: 'missing', ...words });
export const advice = (check: string, words: FindingText): Finding => ({ check, state: 'advice', ...words });
export const unasked = (check: string, words: FindingText): Finding => ({ check, state: 'unasked', ...words });

/** Exit code of all checks: 1 if something is missing, else 2 if a check could not run, else 0. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'missing')) return 1;
  return findings.some(({ state }) => state === 'unasked') ? 2 : 0;
}

/** A project and its expected configuration. */
export interface LocalProject extends Targets {
  project: string;
  google: Google;
  /** Text of the rules, by file name. */
  rules: { 'firestore.rules': string; 'storage.rules': string };
  /** Text of firestore.indexes.json. */
  indexes: string;
  /** Names of all functions in this repository. */
  functions: readonly string[];
  /** Region in which the functions must run. */
  region: string;
  /** Returns a setting from the environment, else from functions/.env.PROJECT, else from functions/.env. */
  setting: (name: string) => string | undefined;
  /** Signs in to a mail server. Returns the error code, or null on success. */
  tryMailServer: (url: string) => Promise<string | null>;
  /** Location of the release history from `--state`, such as `gs://BUCKET/PREFIX`. */
  state: string | undefined;
  /** Whether checks fix the problems that they can fix (`--fix`). */
  fixes: boolean;
  /** Whether all checks run (`--deep`), or only those that a first deployment needs. */
  isDeep: boolean;
  /** Options for requests to its Hosting site; null if no deployment can be timed. */
  hostingApi: HostingApiOptions | null;
}

/** A project with the deployed values of settings that are missing on this machine. */
export interface Examined extends LocalProject {
  /** Parameters of the deployed functions. */
  deployed: Record<string, string | undefined>;
  /** Returns a setting of this machine only. */
  localSetting: LocalProject['setting'];
}

/** The requests and evaluation of a check. @throws GoogleRefusal if a request is refused */
export type Ask = (project: Examined) => Promise<Finding[]> | Finding[];

/**
 * Whether .firebaserc has no entry of the project. This is reported as one problem instead of one per site and bucket.
 */
export const isUnknownToFirebaserc = ({ sites, buckets }: Pick<Examined, 'sites' | 'buckets'>): boolean =>
  [...Object.values(sites), ...Object.values(buckets)].every((name) => name === undefined);
