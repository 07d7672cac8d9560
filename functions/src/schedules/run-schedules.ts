import { collections } from '@frontage/model/paths';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { onSchedule } from 'firebase-functions/scheduler';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { carryOut } from './carry-out.ts';

// What is left is due a minute later still.
const most = 200;

/**
 * Carries out what is due, and what was due before while nothing ran, in its order. What fails without an answer stays and
 * is tried again a minute later.
 */
export async function runDue(store: Firestore, now: Date): Promise<void> {
  const due = await store
    .collection(collections.schedules)
    .where('state', '==', 'waiting')
    .where('at', '<=', Timestamp.fromDate(now))
    .orderBy('at')
    .limit(most)
    .get();
  for (const { ref } of due.docs) {
    try {
      logger.info(`${ref.path}: ${(await carryOut(store, ref, now)) ?? 'no longer due'}`);
    } catch (error) {
      logger.error(`${ref.path} was not carried out`, error);
    }
  }
}

export const runSchedules = onSchedule(
  { ...scale.minutely, schedule: '* * * * *', timeZone: 'Etc/UTC', region: functionsRegion },
  async ({ scheduleTime }) => {
    // The clock of the machine may be a little behind that of the scheduler.
    await runDue(firestore(), new Date(Math.max(Date.now(), Date.parse(scheduleTime))));
  },
);
