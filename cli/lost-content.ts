import { join } from 'node:path';
import type { Pipeline } from '@frontage/pipeline/pipeline';
import type { Failure } from './failure.ts';
import type { Firebase } from './firebase.ts';

/**
 * A failure where Firestore holds nothing at all while there is a release made of what it held: nothing may then be
 * published, which would take the whole site away, and no example content belongs there.
 */
export async function findLostContent(
  { firestore }: Pick<Firebase, 'firestore'>,
  pipeline: Pick<Pipeline, 'live'>,
  dataDir: string,
): Promise<Failure | null> {
  if (!pipeline.live() || (await firestore.listCollections()).length > 0) return null;
  return {
    what: `There is a release in ${join(dataDir, 'site')}, but the Firestore it was made from is empty`,
    next: [
      `Put the content back: ${join(dataDir, 'firebase')} from a backup.`,
      'Or serve the release as it is: npx frontage preview',
      `Or begin anew: move ${dataDir} away, or choose another folder: npm start -- --data DIR`,
    ].join('\n'),
  };
}
