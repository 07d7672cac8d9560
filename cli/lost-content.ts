import { collections } from '@frontage/model/paths';
import { firestoreWords } from '@frontage/pipeline/adapters/refusal-words';
import type { Pipeline } from '@frontage/pipeline/trigger/control';
import type { Failure } from './failure.ts';
import type { Firebase } from './firebase.ts';

/** What the pipeline itself writes to Firestore: it is no content. */
const ownCollections: readonly string[] = [collections.buildState, collections.releases];

interface Place {
  /** Where the release is. */
  releases: string;
  /** The ways out, a line each. */
  next: readonly string[];
}

/** A data folder, with its own local Firebase. */
export const folderPlace = (dataDir: string): Place => ({
  releases: `${dataDir}/site`,
  next: [
    `Put the content back: ${dataDir}/firebase from a copy, or a backup: npx frontage restore FILE`,
    'Or serve the release as it is: npx frontage preview',
    `Or begin anew: move ${dataDir} away, or choose another folder: npm start -- --data DIR`,
  ],
});

/** The history of a project that is hosted, or rehearsed. */
export const projectPlace = (project: string, releases: string): Place => ({
  releases,
  next: [
    `Look whether ${project} is the project, and put its content back: from a backup (npx frontage restore FILE), or npx frontage import DIR --project ${project}. Visitors keep what they have.`,
    'Or begin anew: name another place for the history, --state PLACE',
  ],
});

/**
 * A failure where Firestore holds nothing at all while there is a release made of what it held: nothing may then be
 * published, which would take the whole site away, and no example content belongs there.
 */
export async function findLostContent(
  { firestore }: Pick<Firebase, 'firestore'>,
  pipeline: Pick<Pipeline, 'documents'>,
  { releases, next }: Place,
): Promise<Failure | null> {
  if (pipeline.documents() === 0) return null;
  const found = await firestore.listCollections().catch((error: unknown) => {
    throw firestoreWords(error);
  });
  if (found.some(({ id }) => !ownCollections.includes(id))) return null;
  return {
    what: `There is a release in ${releases}, but the Firestore it was made from is empty`,
    next: next.join('\n'),
  };
}
