import { collections } from '@frontage/model/paths';
import { explainFirestoreError } from '@frontage/pipeline/explain-errors';
import type { Pipeline } from '@frontage/pipeline';
import type { Failure } from '../runtime/failure.ts';
import type { Firebase } from './firebase.ts';

/** Collections that the pipeline writes. They are not content. */
const pipelineCollections: readonly string[] = [collections.buildState, collections.releases];

interface Place {
  /** Location of the release history. */
  releases: string;
  /** Possible next steps, one per line. */
  next: readonly string[];
}

/** Next steps for a data folder with its local Firebase. */
export const folderRecovery = (dataDir: string): Place => ({
  releases: `${dataDir}/site`,
  next: [
    `Restore the content: copy ${dataDir}/firebase back, or restore a backup: npx frontage restore FILE`,
    'Or serve the current release: npx frontage preview',
    `Or start over: move ${dataDir} away, or choose another folder: npm start -- --data DIR`,
  ],
});

/** Next steps for a hosted or rehearsed project whose history is at `releases`. */
export const projectRecovery = (project: string, releases: string): Place => ({
  releases,
  next: [
    `Check that ${project} is the right project, then restore its content: npx frontage restore FILE, or npx frontage import DIR --project ${project}. Visitors keep the live release.`,
    'Or start over with another release history: --state PLACE',
  ],
});

/**
 * Fails if Firestore is empty although a release with documents exists: publishing would remove the whole site. Example
 * content must not be added in that case.
 */
export async function findLostContent(
  { firestore }: Pick<Firebase, 'firestore'>,
  pipeline: Pick<Pipeline, 'documents' | 'lost'>,
  { releases, next }: Place,
): Promise<Failure | null> {
  if (pipeline.documents() === 0 && pipeline.lost() === null) return null;
  const found = await firestore.listCollections().catch((error: unknown) => {
    throw explainFirestoreError(error);
  });
  if (found.some(({ id }) => !pipelineCollections.includes(id))) return null;
  return {
    what: `There is a release in ${releases}, but the Firestore it was made from is empty`,
    next: next.join('\n'),
  };
}
