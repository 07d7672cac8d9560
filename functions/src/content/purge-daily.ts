import * as logger from 'firebase-functions/logger';
import { onSchedule } from 'firebase-functions/scheduler';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { purgeExpired } from './purge.ts';

export const purgeDaily = onSchedule(
  { ...scale.daily, schedule: 'every day 03:00', region: functionsRegion, retryCount: 3 },
  async () => {
    logger.info('Purged what had expired', await purgeExpired(firestore(), new Date()));
  },
);
