import { collections } from '@frontage/model/paths';
import { type DocumentReference, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { onSchedule } from 'firebase-functions/scheduler';
import { isTransientError } from '../content/documents.ts';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { carryOut, markFailed } from './carry-out.ts';
import { launchesOf } from './stored-launch.ts';

const perPage = 200;

/**
 * Carries out all due and overdue launches and schedules in order of their times. One that throws is marked as failed;
 * after a temporary error of the database it is retried a minute later. Neither delays the following ones.
 */
export async function runDue(store: Firestore, now: Date): Promise<void> {
  const schedules = store.collection(collections.schedules).where('state', '==', 'waiting');
  for await (const reference of inOrder([dueOf(schedules, 'at', now), dueOf(launchesOf(store), 'planned.at', now)]))
    await runOne(store, reference, now);
}

interface Due {
  at: number;
  reference: DocumentReference;
}

/** The due documents of a query by time, some hundred at a time. */
async function* dueOf(query: Query, field: string, now: Date): AsyncGenerator<Due, undefined> {
  const due = query.where(field, '<=', Timestamp.fromDate(now)).orderBy(field).limit(perPage);
  let page = await due.get();
  for (;;) {
    yield* page.docs.map((found) => ({ at: (found.get(field) as Timestamp).toMillis(), reference: found.ref }));
    const last = page.docs.at(-1);
    if (last === undefined || page.size < perPage) return;
    page = await due.startAfter(last).get();
  }
}

/** Merges lists that are sorted by time. */
async function* inOrder(lists: readonly AsyncGenerator<Due, undefined>[]): AsyncGenerator<DocumentReference> {
  const heads = await Promise.all(lists.map(async (list) => ({ list, next: (await list.next()).value })));
  for (;;) {
    const [head] = heads
      .filter(({ next }) => next !== undefined)
      .toSorted((a, b) => (a.next?.at ?? 0) - (b.next?.at ?? 0));
    if (!head?.next) return;
    yield head.next.reference;
    head.next = (await head.list.next()).value;
  }
}

async function runOne(store: Firestore, reference: DocumentReference, now: Date): Promise<void> {
  try {
    const problems = await carryOut(store, reference, now);
    const outcome = problems?.map(({ reason }) => reason).join(', ');
    logger.info(`${reference.path}: ${outcome === undefined ? 'no longer due' : outcome || 'done'}`);
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
  },
);
