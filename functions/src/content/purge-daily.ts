import type { Bucket } from '@frontage/model/paths';
import * as logger from 'firebase-functions/logger';
import { onSchedule } from 'firebase-functions/scheduler';
import { firestore, storage } from '../firebase.ts';
import { bucketNames, functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { purgeUnused } from '../uploads/purge-unused.ts';
import { purgeExpired } from './purge.ts';

/** The names of the buckets in Cloud Storage, by their names in the code. */
const namesOfBuckets = () =>
  Object.fromEntries(Object.entries(bucketNames).map(([bucket, name]) => [bucket, name.value()])) as Record<
    Bucket,
    string
  >;

export const purgeDaily = onSchedule(
  { ...scale.daily, schedule: 'every day 03:00', region: functionsRegion, retryCount: 3 },
  async () => {
    const now = new Date();
    logger.info('Purged expired documents', await purgeExpired(firestore(), now));
    logger.info(
      'Purged unused uploads',
      await purgeUnused({ firestore: firestore(), storage: storage(), names: namesOfBuckets() }, now),
    );
  },
);
