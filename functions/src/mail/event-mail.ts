import { documentState } from '@frontage/model/build-state';
import type { Data } from '@frontage/model/changes/write';
import { draftDocument } from '@frontage/model/draft';
import { editorPath, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { actionOfMember, memberPath } from '@frontage/model/launch';
import { adminPaths, collections } from '@frontage/model/paths';
import { type Schedule, scheduleDocument, scheduleIn } from '@frontage/model/schedule';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { timestampsToIso } from '../content/documents.ts';
import { firestore } from '../firebase.ts';
import { readLaunch } from '../launches/stored-launch.ts';
import { adminUrl } from '../params.ts';
import type { NewDocument } from '../record/recorder.ts';
import { isTimeOf, type WriteEvent } from '../record/write-event.ts';
import {
  type About,
  failureLetter,
  launchLetter,
  leftOutLetter,
  publishedLetter,
  returnedLetter,
  reviewNews,
  scheduleLetter,
  submittedLetter,
} from './letters.ts';
import { queuedMail } from './mail-queue.ts';

// The emails of the table in `triggers.ts`. Null for a write that needs none.

/** A document's title in an email, from the document or its draft, and the URL of its editor. */
function documentLinkOf(collection: string, id: string, data: Data | undefined): About {
  const kind = kindOf(collection);
  const name: unknown = kind ? data?.[kinds[kind].nameField] : `Settings: ${id.replaceAll('_', ' ')}`;
  const path = kind ? editorPath(kind, id) : adminPaths.settings;
  return {
    name: typeof name === 'string' && name !== '' ? name : id,
    link: adminUrl(path),
  };
}

const draftIn = (snapshot: DocumentSnapshot) => draftDocument.safeParse(timestampsToIso(snapshot.data())).data ?? null;

/** To users able to publish about a submitted proposal, and to its author about the result. */
export async function reviewMail(write: WriteEvent): Promise<NewDocument | null> {
  const [before, after] = [draftIn(write.before), draftIn(write.after)];
  const news = reviewNews(before, after);
  const draft = after ?? before;
  if (news === null || draft === null) return null;
  const { collection, id } = draft;
  const document = await firestore().collection(collection).doc(id).get();
  const about = documentLinkOf(collection, id, { ...document.data(), ...draft.data });
  switch (news.news) {
    case 'submitted':
      return queuedMail(write, {
        recipients: { roles: collection === collections.settings ? ['admin'] : ['admin', 'editor'], except: news.by },
        letter: submittedLetter(about, { by: news.name, message: news.message }),
        by: news.by,
      });
    case 'returned':
      return queuedMail(write, { recipients: { uids: [news.to] }, letter: returnedLetter(about, news.note) });
    case 'ended': {
      // Another user deleted the draft in a write of its document, which publishes it.
      const isPublished = isTimeOf(write, document.get('updated_at')) && document.get('updated_by') !== news.to;
      return isPublished
        ? queuedMail(write, { recipients: { uids: [news.to] }, letter: publishedLetter(about) })
        : null;
    }
  }
}

/** To the creator of a schedule of an earlier version of the admin that failed. */
export async function scheduleMail(write: WriteEvent): Promise<NewDocument | null> {
  const schedule = scheduleDocument.safeParse(timestampsToIso(write.after.data())).data;
  return schedule && write.before.get('state') !== 'failed' ? failedScheduleMail(write, schedule) : null;
}

async function failedScheduleMail(
  write: WriteEvent,
  { collection, id, by, action, state, reason }: Schedule,
): Promise<NewDocument | null> {
  if (state !== 'failed' || reason === null) return null;
  const document = await firestore().collection(collection).doc(id).get();
  const about = documentLinkOf(collection, id, document.data());
  return queuedMail(write, { recipients: { uids: [by] }, letter: scheduleLetter(about, { action, reason }) });
}

/**
 * To owner and planner of a launch, or the creator of a schedule, that was not published at its time, or only in part,
 * and to the owner of a returned one.
 */
export async function launchMail(write: WriteEvent): Promise<NewDocument | null> {
  const launch = readLaunch(write.after.data());
  const before = readLaunch(write.before.data());
  if (!launch) return null;
  const schedule = scheduleIn(launch);
  if (schedule) return before?.planned ? failedScheduleMail(write, schedule) : null;
  const about = { name: launch.name, link: adminUrl(adminPaths.launch(write.document.id)) };
  const { returned } = launch;
  if (returned && returned.at !== before?.returned?.at)
    return queuedMail(write, { recipients: { uids: [launch.owner] }, letter: returnedLetter(about, returned.note) });
  // Only a planned publication that failed has both a time before and failures after. One by hand names the documents
  // that it left out on the screen.
  const failed = launch.planned === null && launch.failures.length > 0 ? before?.planned : null;
  const isPublishedNow = launch.state === 'published' && before?.state === 'open';
  const partial =
    isPublishedNow && launch.left_out.length > 0 && launch.published_by === before.planned?.by ? before.planned : null;
  const planned = failed ?? partial;
  if (!planned) return null;
  const problems = await Promise.all(
    (failed ? launch.failures : launch.left_out).map(async ({ document, reason }) => {
      if (document === null) return { name: launch.name, action: null, reason };
      const [collection = '', id = ''] = document.split('/');
      const { name } = documentLinkOf(collection, id, (await firestore().doc(document).get()).data());
      const member = (failed ? launch : before)?.members.find((one) => memberPath(one) === document);
      return { name, action: member ? actionOfMember(member) : null, reason };
    }),
  );
  return queuedMail(write, {
    recipients: { uids: [...new Set([launch.owner, planned.by])] },
    letter: failed ? launchLetter(about, problems) : leftOutLetter(about, problems),
  });
}

/**
 * To the last editor of a document that could not be published; not while the site is pinned, which is intended.
 */
export async function publishMail(write: WriteEvent): Promise<NewDocument | null> {
  const state = documentState.safeParse(timestampsToIso(write.after.data())).data;
  if (state?.state !== 'failed' || state.rev === null) return null;
  if (write.before.get('state') === 'failed' && write.before.get('rev') === state.rev) return null;
  const [document, current] = await firestore().getAll(
    firestore().doc(state.document),
    firestore().collection(collections.buildState).doc('current'),
  );
  const by: unknown = document?.get('updated_by');
  if (typeof by !== 'string' || current?.get('pinned') === true) return null;
  const [collection = '', id = ''] = state.document.split('/');
  const letter = failureLetter(documentLinkOf(collection, id, document?.data()), {
    shownAt: state.shown_at,
    problems: state.problems,
  });
  return queuedMail(write, { recipients: { uids: [by] }, letter });
}
