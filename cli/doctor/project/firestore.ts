import { z } from 'zod';
import { advice, missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';

const database = z.object({ locationId: z.string(), type: z.string() });

/** The multi-regions of Firestore, by the beginning of the regions they consist of. */
const multiRegions: Record<string, string> = { nam5: 'us-', nam7: 'us-', eur3: 'europe-' };

/**
 * The default database, its mode and where it is.
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
          next: `gcloud firestore databases create --database '(default)' --location ${placeFor(region)} --type firestore-native --project ${project}`,
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
      ...nearness(found.locationId, { region, project }),
    ];
  },
};

function nearness(location: string, { region, project }: Pick<Examined, 'region' | 'project'>): Finding[] {
  const begins = multiRegions[location] ?? `${location.split('-')[0] ?? ''}-`;
  if (region.startsWith(begins)) return [];
  return [
    advice('firestore.location', {
      what: `Firestore is in ${location}, the functions are in ${region}`,
      why: 'Every call and hint crosses regions, including names and emails of staff',
      next: `Write FUNCTIONS_REGION=${begins}… into functions/.env.${project}, then: npx firebase deploy --only functions --project ${project}`,
    }),
  ];
}

const placeFor = (region: string): string =>
  Object.entries(multiRegions).find(([, begins]) => region.startsWith(begins))?.[0] ?? region;
