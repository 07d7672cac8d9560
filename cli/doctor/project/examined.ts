import type { Targets } from '../../hosted.ts';
import type { Finding } from '../finding.ts';
import type { Google } from '../google.ts';

/** A project and its expected configuration. */
export interface Examined extends Targets {
  project: string;
  google: Google;
  /** Text of the rules by their file. */
  rules: { 'firestore.rules': string; 'storage.rules': string };
  /** Text of firestore.indexes.json. */
  indexes: string;
  /** Names of all functions. */
  functions: readonly string[];
  /** Where they are to run. */
  region: string;
  /** Settings of the environment, and behind them those in functions/.env.PROJECT and functions/.env. */
  setting: (name: string) => string | undefined;
  /** Signs in at a mail server: the error code, or null. */
  tryMailServer: (url: string) => Promise<string | null>;
  /** The history of releases that is named: `gs://BUCKET/PREFIX`. */
  state: string | undefined;
  /** Fix problems that can be fixed from here. */
  fixes: boolean;
}

/** One check. Returns its findings. @throws GoogleRefusal if the request is refused */
export interface Check {
  name: string;
  examine(project: Examined): Promise<Finding[]>;
}

/** Whether .firebaserc has nothing of the project at all, which is one mistake and not six. */
export const isUnknownToFirebaserc = ({ sites, buckets }: Pick<Examined, 'sites' | 'buckets'>): boolean =>
  [...Object.values(sites), ...Object.values(buckets)].every((name) => name === undefined);
