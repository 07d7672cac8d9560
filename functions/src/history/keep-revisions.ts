import { serverLimits } from '@frontage/model/limits';
import { collectionOf, embedKind } from '@frontage/model/kinds/kinds';
import { collections, isDocumentId, revisionId } from '@frontage/model/paths';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { deleteEach } from '../content/documents.ts';
import { expiryOf, type RevisionPlan, splitPath, type Written } from './plan-revisions.ts';

/** Whether documents like that at `path` have embed code. */
const isOfEmbedKind = (path: string): boolean => embedKind !== null && path.startsWith(`${collectionOf(embedKind)}/`);

/** The revisions of a document to purge. */
interface HistoryRange {
  path: string;
  /** Restricts the purge to revisions written before this time. */
  before?: Timestamp;
}

// The maximum number of values in one query.
const perQuery = 30;

/** Deletes revisions, and for demos also their stored embeds. */
export async function purgeHistory(firestore: Firestore, ranges: readonly HistoryRange[]): Promise<void> {
  const demos = ranges.filter(({ path }) => isOfEmbedKind(path));
  await purge(firestore, collections.revisions, ranges);
  await purge(firestore, collections.revisionEmbeds, demos);
}

async function purge(firestore: Firestore, collection: string, ranges: readonly HistoryRange[]): Promise<void> {
  const until = new Map(ranges.map(({ path, before }) => [path, before]));
  const paths = [...until.keys()];
  for (let from = 0; from < paths.length; from += perQuery) {
    const batch = paths.slice(from, from + perQuery);
    const found = await firestore.collection(collection).where('document', 'in', batch).select('document', 'at').get();
    const matching = found.docs.filter((revision) => {
      const [before, at] = [until.get(String(revision.get('document'))), revision.get('at') as unknown];
      return !before || (at instanceof Timestamp && at.valueOf() < before.valueOf());
    });
    await deleteEach(
      firestore,
      matching.map(({ ref }) => ref),
    );
  }
}

/** The document that stores the embed code of a demo as committed at the given time. */
export const revisionEmbed = (firestore: Firestore, demoId: string, { seconds, nanoseconds }: Timestamp) =>
  firestore.collection(collections.revisionEmbeds).doc(`${demoId}_${seconds}.${String(nanoseconds).padStart(9, '0')}`);

// A write retires one revision, and with it at most the embeds written since the previous revision.
const perRevision = 20;

/**
 * Sets the expiry of embeds that only retired revisions use. The newest embed that is not later than `retired` is
 * skipped, because later revisions may still use it.
 */
async function expireEmbeds(firestore: Firestore, demoPath: string, retired: Timestamp): Promise<void> {
  const found = await firestore
    .collection(collections.revisionEmbeds)
    .where('document', '==', demoPath)
    .where('at', '<=', retired)
    .orderBy('at', 'desc')
    .offset(1)
    .limit(perRevision)
    .get();
  const batch = firestore.batch();
  for (const embed of found.docs) {
    if (embed.get('expires_at') === null) batch.update(embed.ref, { expires_at: expiryOf(retired) });
  }
  await batch.commit();
}

/** The approximate number of characters of a revision. */
export const sizeOf = ({ after }: Written): number =>
  Object.values(after).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length,
    0,
  );

/**
 * Sets the expiry of embeds that only retired revisions use, and deletes the history of earlier documents with the ids of
 * created ones.
 */
export async function expireReplaced(
  firestore: Firestore,
  written: readonly Written[],
  retired: RevisionPlan['retired'],
): Promise<void> {
  const demos = retired.filter(({ path }) => isOfEmbedKind(path));
  for (const { path, at } of demos) await expireEmbeds(firestore, path, at);
  const created = written.filter(({ before, after }) => before === null && after.rev === 1);
  await purgeHistory(
    firestore,
    created.map(({ path, at }) => ({ path, before: at })),
  );
}

/** Whether the ids of a document's revisions are short enough. */
export function hasHistory({ path, after }: Written): boolean {
  const { collection, id } = splitPath(path);
  const fits = isDocumentId(revisionId(collection, id, after.rev + serverLimits.revisionsKept));
  if (!fits) logger.warn(`${path} has no history: its id is too long`);
  return fits;
}
