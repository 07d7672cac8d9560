import { z } from 'zod';
import { advice, missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';

const database = z.object({ locationId: z.string(), type: z.string() });

/** Firestore's multi-regions, each with the prefix of the regions in it. */
const multiRegions: Record<string, string> = { nam5: 'us-', nam7: 'us-', eur3: 'europe-' };

/**
 * Checks whether the default database exists, is in native mode and is close to the functions.
 * @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases
 */
export const firestore: Check = {
  name: 'firestore.database',
  examine: async ({ project, google, region }) => {
    const address = `firestore.googleapis.com/v1/projects/${project}/databases/(default)`;
    const found = await google.get(address, database);
    if (!found) {
      return [
        missing('firestore.database', {
          what: `${project} has no Firestore database`,
          why: 'It holds all content. Its location cannot be changed later: choose one close to staff and visitors',
          next: `gcloud firestore databases create --database '(default)' --location ${locationFor(region)} --type firestore-native --project ${project}`,
        }),
      ];
    }
    if (found.type !== 'FIRESTORE_NATIVE') {
      return [
        missing('firestore.database', {
          what: `The database is in ${found.type === 'DATASTORE_MODE' ? 'Datastore mode' : found.type}, not in native mode`,
          why: 'Only native mode has security rules and clients in browsers. An empty database can be switched',
          next: `gcloud firestore databases update --database '(default)' --type firestore-native --project ${project}`,
        }),
      ];
    }
    return [
      ok('firestore.database', `Firestore is in ${found.locationId}, native mode`),
      ...locationFinding(found.locationId, { region, project }),
    ];
  },
};

function locationFinding(location: string, { region, project }: Pick<Examined, 'region' | 'project'>): Finding[] {
  const prefix = multiRegions[location] ?? `${location.split('-')[0] ?? ''}-`;
  if (region.startsWith(prefix)) return [];
  return [
    advice('firestore.location', {
      what: `Firestore is in ${location}, the functions are in ${region}`,
      why: 'Every call and hint crosses regions, including names and emails of staff',
      next: `Write FUNCTIONS_REGION=${prefix}… into functions/.env.${project}, then: npx firebase deploy --only functions --project ${project}`,
    }),
  ];
}

const locationFor = (region: string): string =>
  Object.entries(multiRegions).find(([, prefix]) => region.startsWith(prefix))?.[0] ?? region;
