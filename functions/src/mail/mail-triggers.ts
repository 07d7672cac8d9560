import { documentState } from '@frontage/model/build-state';
import { draftDocument } from '@frontage/model/draft';
import {
  type About,
  failureLetter,
  launchLetter,
  leftOutLetter,
  type Letter,
  publishedLetter,
  returnedLetter,
  reviewNews,
  type ReviewNews,
  scheduleLetter,
  submittedLetter,
} from './letters.ts';
import { actionOfMember, memberPath } from '@frontage/model/launch';
import { adminPaths, collections } from '@frontage/model/paths';
import { scheduleDocument } from '@frontage/model/schedule';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { serverDurations } from '@frontage/model/limits';
import * as logger from 'firebase-functions/logger';
import { effectiveRoles } from '@frontage/model/permissions';
import { type Role, userRolesDocument } from '@frontage/model/user';
import type { Auth } from 'firebase-admin/auth';
import { kindOf, kinds } from '@frontage/model/kinds';
import type { Data } from '@frontage/model/changes/write';
import { takeAttempt } from '../rate-limit.ts';
import { isRestored } from '../content/restores.ts';
import { auth, firestore } from '../firebase.ts';
import { adminUrl, functionsRegion, smtpUrl } from '../params.ts';
import { scale } from '../scale.ts';
import { timestampsToIso } from '../content/documents.ts';
import { readLaunch } from '../launches/stored-launch.ts';
import { sendOnce } from './send-mail.ts';

const editors: Record<string, (id: string) => string> = {
  [collections.pages]: adminPaths.page,
  [collections.demos]: adminPaths.demo,
  [collections.sections]: adminPaths.section,
};

/** A document's title in an email, from the document or its draft, and the URL of its editor. */
function documentLinkOf(collection: string, id: string, data: Data | undefined): About {
  const kind = kindOf(collection);
  const name: unknown = kind ? data?.[kinds[kind].nameField] : `Settings: ${id.replaceAll('_', ' ')}`;
  const path = editors[collection]?.(id) ?? adminPaths.settings;
  return {
    name: typeof name === 'string' && name !== '' ? name : id,
    link: adminUrl(path),
  };
}

interface Recipient {
  uid: string;
  email: string;
}

/** The accounts of these uids that can receive email: not disabled, with an address. */
async function recipientsOf(auth: Auth, uids: readonly string[]): Promise<Recipient[]> {
  if (uids.length === 0) return [];
  const { users } = await auth.getUsers(uids.map((uid) => ({ uid })));
  return users.flatMap(({ uid, email, disabled }) => (email === undefined || disabled ? [] : [{ uid, email }]));
}

/** The given uids without those that are not active staff: emails contain internal information. */
async function staffAmong(firestore: Firestore, uids: readonly string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  const users = firestore.collection(collections.userRoles);
  const found = await firestore.getAll(...uids.map((uid) => users.doc(uid)));
  return found.filter(isStaff).map(({ id }) => id);
}

function isStaff(stored: DocumentSnapshot): boolean {
  const user = userRolesDocument.safeParse(stored.data()).data ?? null;
  return effectiveRoles(user, { required: false, used: false }).length > 0;
}

// The maximum number of accounts in one lookup.
const maxRecipients = 100;

/** The uids of active users that have one of the roles; at most `maxRecipients`. */
async function usersWithRole(firestore: Firestore, roles: readonly Role[]): Promise<string[]> {
  const found = await firestore
    .collection(collections.userRoles)
    .where('roles', 'array-contains-any', [...roles])
    .limit(maxRecipients)
    .get();
  return found.docs.filter(isStaff).map(({ id }) => id);
}

const options = <Collection extends string>(collection: Collection) => ({
  ...scale.documentTrigger,
  document: `${collection}/{id}` as const,
  region: functionsRegion,
  retry: true,
  secrets: [smtpUrl],
});

// Repeated submitting and withdrawing must not fill mailboxes: waiting proposals are listed in the admin anyway.
const submissionBudget = (uid: string) => ({ key: `mail of reviews|${uid}`, max: 40, windowMs: 60 * 60_000 });

const draftIn = (snapshot: DocumentSnapshot | undefined) =>
  draftDocument.safeParse(timestampsToIso(snapshot?.data())).data ?? null;

/** Emails users able to publish about a submitted proposal, and its author about the result. */
export const mailReviews = onDocumentWritten(options(collections.drafts), async (event) => {
  const [before, after] = [draftIn(event.data?.before), draftIn(event.data?.after)];
  const news = reviewNews(before, after);
  const draft = after ?? before;
  if (news === null || draft === null || (await isRestored(firestore(), event.data))) return;
  const { collection, id } = draft;
  const document = await firestore().collection(collection).doc(id).get();
  const about = documentLinkOf(collection, id, { ...document.data(), ...draft.data });
  switch (news.news) {
    case 'submitted': {
      const budgets = [submissionBudget(news.by)];
      const attempt = await takeAttempt(firestore(), { budgets, now: new Date() });
      if (!attempt.allowed) return;
      const readers = await usersWithRole(
        firestore(),
        collection === collections.settings ? ['admin'] : ['admin', 'editor'],
      );
      await notify(
        event,
        readers.filter((uid) => uid !== news.by),
        submittedLetter(about, { by: news.name, message: news.message }),
      ).catch(async (error: unknown) => {
        // The redelivered event is the same submission.
        await attempt.refund();
        throw error;
      });
      break;
    }
    case 'returned':
      await notify(event, [news.to], returnedLetter(about, news.note));
      break;
    case 'ended':
      if (isPublished(document, event.time, news)) await notify(event, [news.to], publishedLetter(about));
  }
});

/** Whether another user deleted the draft in a write of its document, which publishes it. */
function isPublished(
  document: DocumentSnapshot,
  time: string,
  { to }: Extract<ReviewNews, { news: 'ended' }>,
): boolean {
  const at: unknown = document.get('updated_at');
  const isSameWrite = at instanceof Timestamp && Math.abs(at.toMillis() - Date.parse(time)) < 1_000;
  return isSameWrite && document.get('updated_by') !== to;
}

/** Emails the creator of a schedule that failed. */
export const mailFailedSchedules = onDocumentWritten(options(collections.schedules), async (event) => {
  const schedule = scheduleDocument.safeParse(timestampsToIso(event.data?.after.data())).data;
  if (schedule?.state !== 'failed' || schedule.reason === null) return;
  if (event.data?.before.get('state') === 'failed' || (await isRestored(firestore(), event.data))) return;
  const { collection, id, by, action, reason } = schedule;
  const document = await firestore().collection(collection).doc(id).get();
  await notify(event, [by], scheduleLetter(documentLinkOf(collection, id, document.data()), { action, reason }));
});

/**
 * Emails owner and planner of a launch that was not published at its time, or only in part, and the owner of a returned
 * one.
 */
export const mailLaunches = onDocumentWritten(options(collections.launches), async (event) => {
  const launch = readLaunch(event.data?.after.data());
  const before = readLaunch(event.data?.before.data());
  // Only a planned publication that failed has both a time before and failures after. One by hand names the documents
  // that it left out on the screen.
  const failed = launch?.planned === null && launch.failures.length > 0 ? before?.planned : null;
  const isPublishedNow = launch?.state === 'published' && before?.state === 'open';
  const partial =
    isPublishedNow && launch.left_out.length > 0 && launch.published_by === before.planned?.by ? before.planned : null;
  const planned = failed ?? partial;
  const returned = launch?.returned?.at === before?.returned?.at ? null : launch?.returned;
  if (!launch || (!planned && !returned) || (await isRestored(firestore(), event.data))) return;
  const about = { name: launch.name, link: adminUrl(adminPaths.launch(event.data?.after.id ?? '')) };
  if (returned) await notify(event, [launch.owner], returnedLetter(about, returned.note));
  if (!planned) return;
  const problems = await Promise.all(
    (failed ? launch.failures : launch.left_out).map(async ({ document, reason }) => {
      if (document === null) return { name: launch.name, action: null, reason };
      const [collection = '', id = ''] = document.split('/');
      const { name } = documentLinkOf(collection, id, (await firestore().doc(document).get()).data());
      const member = (failed ? launch : before)?.members.find((one) => memberPath(one) === document);
      return { name, action: member ? actionOfMember(member) : null, reason };
    }),
  );
  const letter = failed ? launchLetter(about, problems) : leftOutLetter(about, problems);
  await notify(event, [...new Set([launch.owner, planned.by])], letter);
});

/**
 * Emails the last editor of a document that could not be published; not while the site is pinned, which is intended.
 */
export const mailFailedPublishes = onDocumentWritten(options(collections.buildState), async (event) => {
  const state = documentState.safeParse(timestampsToIso(event.data?.after.data())).data;
  if (state?.state !== 'failed' || state.rev === null) return;
  const before = event.data?.before;
  if (before?.get('state') === 'failed' && before.get('rev') === state.rev) return;
  const [document, current] = await firestore().getAll(
    firestore().doc(state.document),
    firestore().collection(collections.buildState).doc('current'),
  );
  const by: unknown = document?.get('updated_by');
  if (typeof by !== 'string' || current?.get('pinned') === true) return;
  const [collection = '', id = ''] = state.document.split('/');
  const letter = failureLetter(documentLinkOf(collection, id, document?.data()), {
    shownAt: state.shown_at,
    problems: state.problems,
  });
  await notify(event, [by], letter);
});

interface OccurredEvent {
  id: string;
  /** ISO 8601. */
  time: string;
}

/**
 * Emails users about an event, once each, if they are still staff. Throws if the mail server did not accept an email,
 * so that the platform redelivers the event. Events older than a day are dropped.
 */
async function notify({ id, time }: OccurredEvent, uids: readonly string[], letter: Letter): Promise<void> {
  if (Date.now() - Date.parse(time) > serverDurations.newsWorthTelling) {
    logger.error(`The emails about ${id} were not sent for a day and will not be retried`);
    return;
  }
  const recipients = await recipientsOf(auth(), await staffAmong(firestore(), uids));
  const outcomes = await Promise.allSettled(
    recipients.map(({ uid, email }) => sendOnce(firestore(), { id: `${id}_${uid}`, to: email, letter })),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
