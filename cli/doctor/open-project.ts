import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionsRegion, root, settingsOf } from '../configuration.ts';
import type { Flags } from '../flags.ts';
import { readTargets } from '../hosted.ts';
import { isEmbedded } from '../local-project.ts';
import { defaultCredentials, openGoogle, ownerCredentials, type Credentials } from './google.ts';
import type { Examined } from './project/examined.ts';

/** A project and who asks about it. */
export interface OpenedProject {
  examined: Examined;
  credentials: Credentials;
  /** Base address of Hosting's API where that is not Google's. */
  hostingApi: string | undefined;
}

/**
 * What `doctor` asks of a project; null where there is none: an embedded project, unless `GOOGLE_API` names a stand-in for
 * all of Google's APIs. A hosted project is never asked elsewhere, for the credentials go along.
 */
export async function openProject({ project, state, fix }: Flags): Promise<OpenedProject | null> {
  const standIn = isEmbedded(project) ? process.env['GOOGLE_API'] : undefined;
  if (isEmbedded(project) && !standIn) return null;
  const credentials = standIn ? ownerCredentials : await defaultCredentials(project);
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  return {
    credentials,
    hostingApi: standIn && `${standIn}/firebasehosting.googleapis.com`,
    examined: {
      project,
      google: openGoogle({ credentials, ...(standIn && { scheme: `${standIn}/` }) }),
      ...readTargets(project),
      rules: { 'firestore.rules': read('firestore.rules'), 'storage.rules': read('storage.rules') },
      indexes: read('firestore.indexes.json'),
      functions: Object.keys(await import('@frontage/functions/index')),
      region: functionsRegion(project),
      setting: settingsOf(project),
      state,
      mends: fix,
    },
  };
}
