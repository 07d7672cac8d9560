import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostingApiOptions } from '@frontage/pipeline/adapters/hosting/call';
import { functionsRegion, root, settingsOf } from '../configuration.ts';
import type { Flags } from '../flags.ts';
import { readTargets } from '../hosted.ts';
import { isEmbedded } from '../local-project.ts';
import { defaultCredentials, openGoogle, ownerCredentials } from './google.ts';
import type { Examined } from './project/examined.ts';

interface OpenedProject {
  examined: Examined;
  /** Options for requests to its Hosting site. */
  hosting: HostingApiOptions;
}

/**
 * Opens the Google APIs of a project; null for an embedded project, unless `GOOGLE_API` is the address of a stand-in
 * for all of Google's APIs. A hosted project always uses Google's own addresses, because requests carry credentials.
 */
export async function openProject({ project, state, fix }: Flags): Promise<OpenedProject | null> {
  const standIn = isEmbedded(project) ? process.env['GOOGLE_API'] : undefined;
  if (isEmbedded(project) && !standIn) return null;
  const credentials = standIn ? ownerCredentials : await defaultCredentials(project);
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const targets = readTargets(project);
  return {
    hosting: {
      project,
      site: targets.sites.site ?? project,
      token: () => credentials.token(),
      ...(standIn && { baseUrl: `${standIn}/firebasehosting.googleapis.com` }),
    },
    examined: {
      project,
      google: openGoogle({ credentials, ...(standIn && { scheme: `${standIn}/` }) }),
      ...targets,
      rules: { 'firestore.rules': read('firestore.rules'), 'storage.rules': read('storage.rules') },
      indexes: read('firestore.indexes.json'),
      functions: Object.keys(await import('@frontage/functions/index')),
      region: functionsRegion(project),
      setting: settingsOf(project),
      tryMailServer: async (url) => (await import('@frontage/functions/mail/smtp')).tryServer(url),
      state,
      fixes: fix,
    },
  };
}
