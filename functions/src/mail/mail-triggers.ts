import { documentState } from '@frontage/model/build-state';
import { draftDocument } from '@frontage/model/draft';
import {
  failureLetter,
  publishedLetter,
  returnedLetter,
  scheduleLetter,
  submittedLetter,
} from '@frontage/model/mail/letters';
import { reviewNews, type ReviewNews } from '@frontage/model/mail/review-news';
import { collections } from '@frontage/model/paths';
import { scheduleDocument } from '@frontage/model/schedule';
import { Timestamp, type DocumentSnapshot } from 'firebase-admin/firestore';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { takeAttempt } from '../attempts/take-attempt.ts';
import { isRestored } from '../content/is-restored.ts';
import { firestore } from '../firebase.ts';
import { functionsRegion, smtpUrl } from '../params.ts';
import { scale } from '../scale.ts';
import { timestampsToIso } from '../schedules/timestamps-to-iso.ts';
import { documentLinkOf } from './document-link.ts';
import { usersWithRole } from './recipients.ts';
import { notify } from './notify.ts';

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
