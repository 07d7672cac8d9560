import { createHash } from 'node:crypto';
import { durations } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { Timestamp, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import { deleteEach } from '../content/delete-each.ts';
import { listUploads, type StoredUpload, type Uploads } from './find-unused.ts';

/** The time at which each unused upload was first recorded as unused, by `keyOf`. */
export async function readUnusedSince(firestore: Firestore): Promise<Map<string, Timestamp>> {
  const { docs } = await firestore.collection(collections.unusedUploads).get();
  return new Map(
    docs.flatMap((document) => {
      const since: unknown = document.get('since');
      return since instanceof Timestamp ? [[document.id, since] as const] : [];
    }),
  );
}

/** The key of one upload; another upload of the same name has another key. */
export const keyOf = ({ bucket, name, generation }: StoredUpload): string =>
  createHash('sha256').update(`${bucket}/${name}#${generation}`).digest('hex');

/**
 * Records unused uploads, removes the record of those that are used again, and deletes those that were unused for 30
 * days, after another check.
 */
export async function purgeUnused(uploads: Uploads, now: Date): Promise<{ unused: number; deleted: number }> {
  const { firestore, storage, names } = uploads;
  const recorded = await readUnusedSince(firestore);
  const unused = unusedOf(await listUploads(uploads));
  const isDue = (upload: StoredUpload): boolean =>
    (recorded.get(keyOf(upload))?.toMillis() ?? Infinity) <= now.getTime() - durations.unusedUploadKept;
  // The scan takes a while, during which a reference may have been restored.
  const due = unused.some(isDue) ? unusedOf(await listUploads(uploads)).filter(isDue) : [];
  for (const { bucket, name, generation } of due) {
    await storage.bucket(names[bucket]).file(name, { generation }).delete({ ignoreNotFound: true });
  }
  const record = (key: string): DocumentReference => firestore.collection(collections.unusedUploads).doc(key);
  const stillUnused = new Set(unused.map(keyOf));
  for (const upload of due) stillUnused.delete(keyOf(upload));
  for (const key of stillUnused) if (!recorded.has(key)) await record(key).set({ since: Timestamp.fromDate(now) });
  await deleteEach(firestore, [...recorded.keys()].filter((key) => !stillUnused.has(key)).map(record));
  return { unused: stillUnused.size, deleted: due.length };
}

const unusedOf = (all: readonly StoredUpload[]): StoredUpload[] => all.filter(({ isUsed }) => !isUsed);
