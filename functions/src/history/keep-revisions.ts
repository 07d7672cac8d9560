import { limits } from '@frontage/model/limits';
import { collections, isDocumentId, revisionId } from '@frontage/model/paths';
import type { Timestamp, DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { expireEmbeds } from './keep-embed.ts';
import { neededRevisionIds, splitPath, planRevisions, type StoredRevision, type Written } from './plan-revisions.ts';
import { purgeHistory } from './purge-history.ts';

export type { Written };

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
  const fits = isDocumentId(revisionId(collection, id, after.rev + limits.revisionsKept));
  if (!fits) logger.warn(`${path} has no history: its id is too long`);
  return fits;
}
