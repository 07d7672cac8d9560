import { collections } from '@frontage/model/paths';
import { explainFirestoreError } from '@frontage/pipeline/adapters/refusal-words';
import type { Pipeline } from '@frontage/pipeline/trigger/pipeline-interface';
import type { Failure } from './failure.ts';
import type { Firebase } from './firebase.ts';

/** Collections written by the pipeline: not content. */
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
    'Or serve the current release: npx frontage preview',
    `Or start over: move ${dataDir} away, or choose another folder: npm start -- --data DIR`,
  ],
});

/** The history of a project that is hosted, or rehearsed. */
export const projectPlace = (project: string, releases: string): Place => ({
  releases,
  next: [
    `Check that ${project} is the right project, then restore its content: npx frontage restore FILE, or npx frontage import DIR --project ${project}. Visitors keep the live release.`,
    'Or start over with another place for the history: --state PLACE',
  ],
});

/**
 * A failure if Firestore is empty although a release with documents exists. Publishing would remove the whole site, and example
 * content must not be added.
 */
export async function findLostContent(
  { firestore }: Pick<Firebase, 'firestore'>,
  pipeline: Pick<Pipeline, 'documents'>,
  { releases, next }: Place,
): Promise<Failure | null> {
  if (pipeline.documents() === 0) return null;
  const found = await firestore.listCollections().catch((error: unknown) => {
    throw explainFirestoreError(error);
  });
  if (found.some(({ id }) => !ownCollections.includes(id))) return null;
  return {
    what: `There is a release in ${releases}, but the Firestore it was made from is empty`,
    next: next.join('\n'),
  };
}
