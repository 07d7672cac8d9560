import { collections } from '@frontage/model/paths';
import { Timestamp, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { onSchedule } from 'firebase-functions/scheduler';
import { firestore } from '../firebase.ts';
import { isTransientError } from '../content/documents.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { runDueLaunches } from '../launches/launches.ts';
import { carryOut, markFailed } from './carry-out.ts';

const perPage = 200;

/**
 * Carries out all due and overdue schedules in order. A schedule that throws is marked as failed; after a temporary
 * error of the database it is retried a minute later. Neither delays the following schedules.
 */
export async function runDue(store: Firestore, now: Date): Promise<void> {
  const due = store
    .collection(collections.schedules)
    .where('state', '==', 'waiting')
    .where('at', '<=', Timestamp.fromDate(now))
    .orderBy('at')
    .limit(perPage);
  let page = await due.get();
  for (;;) {
    for (const { ref } of page.docs) await runOne(store, ref, now);
    const last = page.docs.at(-1);
    if (last === undefined || page.size < perPage) return;
    page = await due.startAfter(last).get();
  }
}

async function runOne(store: Firestore, reference: DocumentReference, now: Date): Promise<void> {
  try {
    logger.info(`${reference.path}: ${(await carryOut(store, reference, now)) ?? 'no longer due'}`);
  } catch (error) {
    logger.error(`${reference.path} was not carried out`, error);
    if (isTransientError(error)) return;
    await markFailed(store, reference, now).catch((failure: unknown) => {
      logger.error(`${reference.path} could not be marked as failed`, failure);
    });
  }
}

export const runSchedules = onSchedule(
  { ...scale.minutely, schedule: '* * * * *', timeZone: 'Etc/UTC', region: functionsRegion },
  async ({ scheduleTime }) => {
    // The machine's clock may be slightly behind the scheduler's.
    const now = new Date(Math.max(Date.now(), Date.parse(scheduleTime)));
    await runDue(firestore(), now);
    await runDueLaunches(firestore(), now);
  },
);
