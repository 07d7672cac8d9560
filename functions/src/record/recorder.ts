import { collections } from '@frontage/model/paths';
import type { DocumentData, DocumentReference, DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore';
import { batchCalls } from '../content/batch-calls.ts';
import { expireReplaced, hasHistory, sizeOf } from '../history/keep-revisions.ts';
import { neededRevisionIds, planRevisions, type StoredRevision, type Written } from '../history/plan-revisions.ts';

/** A document that records a write. An existing one is kept, because it records the same event. */
export interface NewDocument {
  document: DocumentReference;
  data: DocumentData;
  /** Approximate bytes in a commit, with its index entries. */
  size: number;
}

/** The records of one write. */
export interface Recording {
  revision: Written | null;
  documents: readonly NewDocument[];
}

/**
 * Returns a function that stores the records of a write. Concurrent calls share transactions; each recording is stored
 * completely or not at all, and one that cannot be stored fails alone.
 */
export const createRecorder = (firestore: () => Firestore): ((recording: Recording) => Promise<void>) =>
  batchCalls<Recording>({
    act: (recordings) => storeRecordings(firestore(), recordings),
    // A commit has at most 10 MiB, of UTF-8.
    maxItems: 100,
    maxSize: 2 * 2 ** 20,
    sizeOf: ({ revision, documents }) =>
      documents.reduce((sum, { size }) => sum + size, revision === null ? 0 : sizeOf(revision)),
    retriesItemsAlone: true,
  });

/**
 * Stores the records of several writes in one transaction. It handles duplicate and unordered events: of two writes with
 * the same `rev` the later one counts, revisions of an earlier document with the same id are kept apart, and an existing
 * document is kept.
 */
export async function storeRecordings(firestore: Firestore, recordings: readonly Recording[]): Promise<void> {
  const written = recordings.flatMap(({ revision }) => revision ?? []).filter(hasHistory);
  const revisions = firestore.collection(collections.revisions);
  const revisionIds = [...new Set(written.flatMap(neededRevisionIds))];
  const documents = new Map(
    recordings.flatMap((recording) => recording.documents).map((one) => [one.document.path, one]),
  );
  const read = [
    ...revisionIds.map((id) => revisions.doc(id)),
    ...[...documents.values()].map(({ document }) => document),
  ];
  if (read.length === 0) return;
  const retired = await firestore.runTransaction(async (transaction) => {
    const snapshots = await transaction.getAll(...read);
    const stored = snapshots.splice(0, revisionIds.length);
    const plan = planRevisions(written, new Map(stored.flatMap(storedIn)));
    for (const [id, revision] of plan.kept) transaction.set(revisions.doc(id), revision);
    for (const [id, expires_at] of plan.expiring) transaction.update(revisions.doc(id), { expires_at });
    for (const { ref, exists } of snapshots) {
      const one = documents.get(ref.path);
      if (!exists && one) transaction.create(ref, one.data);
    }
    return plan.retired;
  });
  await expireReplaced(firestore, written, retired);
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
