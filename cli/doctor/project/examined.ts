import type { Targets } from '../../hosted.ts';
import type { Finding } from '../finding.ts';
import type { Google } from '../google.ts';

/** A project and its expected configuration. */
export interface Examined extends Targets {
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
}

/** One check. Returns its findings. @throws GoogleRefusal if the request is refused */
export interface Check {
  name: string;
  examine(project: Examined): Promise<Finding[]>;
}

/**
 * Whether .firebaserc has no entry of the project. This is reported as one problem instead of one per site and bucket.
 */
export const isUnknownToFirebaserc = ({ sites, buckets }: Pick<Examined, 'sites' | 'buckets'>): boolean =>
  [...Object.values(sites), ...Object.values(buckets)].every((name) => name === undefined);
