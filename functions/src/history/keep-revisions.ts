import { serverLimits } from '@frontage/model/limits';
import { collections, isDocumentId, revisionId, trashId } from '@frontage/model/paths';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { createOnce, deleteEach } from '../content/documents.ts';
import {
  expiryOf,
  neededRevisionIds,
  planRevisions,
  splitPath,
  type StoredRevision,
  type Written,
} from './plan-revisions.ts';

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
  const demos = ranges.filter(({ path }) => path.startsWith(`${collections.demos}/`));
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

interface WrittenEmbed {
  demoId: string;
  code: string;
  /** The commit time. */
  at: Timestamp;
}

/** Stores a demo's embed code, once even for duplicate events; not for a demo that was purged. */
export async function keepEmbed(firestore: Firestore, { demoId, code, at }: WrittenEmbed): Promise<void> {
  const [demo, trashed] = await firestore.getAll(
    firestore.collection(collections.demos).doc(demoId),
    firestore.collection(collections.trash).doc(trashId(collections.demos, demoId)),
  );
  if (!demo?.exists && !trashed?.exists) return;
  const createdBy: unknown = demo?.exists ? demo.get('created_by') : trashed?.get('data.created_by');
  await createOnce(revisionEmbed(firestore, demoId, at), {
    document: `${collections.demos}/${demoId}`,
    iframe_url: code,
    created_by: typeof createdBy === 'string' ? createdBy : null,
    at,
    expires_at: null,
  });
}

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
 * Stores the revisions of a batch of writes. It handles duplicate and unordered events: of two writes with the same
 * `rev` the later one counts, and revisions of an earlier document with the same id are kept apart. A batch takes a few
 * requests and is stored completely or not at all.
 */
export async function keepRevisions(firestore: Firestore, all: readonly Written[]): Promise<void> {
  const written = all.filter(hasHistory);
  const revisions = firestore.collection(collections.revisions);
  const ids = new Set(written.flatMap(neededRevisionIds));
  if (ids.size === 0) return;
  const retired = await firestore.runTransaction(async (transaction) => {
    const snapshots = await transaction.getAll(...Array.from(ids, (id) => revisions.doc(id)));
    const plan = planRevisions(written, new Map(snapshots.flatMap(storedIn)));
    for (const [id, revision] of plan.kept) transaction.set(revisions.doc(id), revision);
    for (const [id, expires_at] of plan.expiring) transaction.update(revisions.doc(id), { expires_at });
    return plan.retired;
  });
  const demos = retired.filter(({ path }) => path.startsWith(`${collections.demos}/`));
  for (const { path, at } of demos) await expireEmbeds(firestore, path, at);
  const created = written.filter(({ before, after }) => before === null && after.rev === 1);
  await purgeHistory(
    firestore,
    created.map(({ path, at }) => ({ path, before: at })),
  );
}

const storedIn = (revision: DocumentSnapshot): [string, StoredRevision][] =>
  revision.exists
    ? [
        [
          revision.id,
          { at: revision.get('at') as Timestamp, expires_at: revision.get('expires_at') as Timestamp | null },
        ],
      ]
    : [];

function hasHistory({ path, after }: Written): boolean {
  const { collection, id } = splitPath(path);
  const fits = isDocumentId(revisionId(collection, id, after.rev + serverLimits.revisionsKept));
  if (!fits) logger.warn(`${path} has no history: its id is too long`);
  return fits;
}
