import { kindOf, kinds } from '@frontage/model/kinds';
import { limits } from '@frontage/model/limits';
import { describeRevision, type WrittenDocument } from '@frontage/model/history/describe-revision';
import { collections, isDocumentId, revisionId } from '@frontage/model/paths';
import { settingDocument } from '@frontage/model/settings';
import type { Data } from '@frontage/model/writes/write';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { expiryOf } from './expiry.ts';
import { expireEmbeds } from './keep-embed.ts';
import { purgeHistory } from './purge-history.ts';

/** One write of a document or a setting, and the moment of its commit. */
export interface Written extends WrittenDocument {
  at: Timestamp;
}

/**
 * Keeps a document as a write left it, however often and in whatever order writes are told of: of two that left the same
 * `rev`, the later counts, and nothing of what was deleted under its id before comes back.
 */
export async function keepRevision(firestore: Firestore, written: Written): Promise<void> {
  const { path, before, after, at } = written;
  const [collection = '', id = ''] = path.split('/');
  const revisionOf = (rev: number) => firestore.collection(collections.revisions).doc(revisionId(collection, id, rev));
  if (!isDocumentId(revisionId(collection, id, after.rev + limits.revisionsKept))) {
    logger.warn(`${path} has no history: its id is too long`);
    return;
  }
  const retired = await firestore.runTransaction(async (transaction) => {
    const [first, same, old, newer] = await transaction.getAll(
      ...[1, after.rev, Math.max(1, after.rev - limits.revisionsKept), after.rev + limits.revisionsKept].map(
        revisionOf,
      ),
    );
    if ((first && isLater(first, at)) || (same && isLater(same, at))) return null;
    transaction.set(revisionOf(after.rev), {
      document: path,
      rev: after.rev,
      created_by: textOrNull(after['created_by']),
      data: keptFields(collection, after),
      by: textOrNull(after['updated_by']),
      at,
      ...describeRevision(written),
      expires_at: newer?.exists ? expiryOf(at) : null,
    });
    if (after.rev <= limits.revisionsKept || !old?.exists || old.get('expires_at') !== null) return null;
    const oldAt = old.get('at') as Timestamp;
    transaction.update(old.ref, { expires_at: expiryOf(oldAt) });
    return oldAt;
  });
  if (retired && collection === collections.demos) await expireEmbeds(firestore, path, retired);
  if (before === null && after.rev === 1) await purgeHistory(firestore, path, at);
}

const isLater = (revision: DocumentSnapshot, at: Timestamp): boolean => {
  const its: unknown = revision.get('at');
  return its instanceof Timestamp && its.valueOf() > at.valueOf();
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The fields a document is meant to have. Whatever else an import left in it, a password among it, is not kept. */
function keptFields(collection: string, data: Data): Data {
  const kind = kindOf(collection);
  const { shape } = kind ? kinds[kind].schema : settingDocument;
  return Object.fromEntries(Object.entries(data).filter(([field]) => Object.hasOwn(shape, field)));
}
