import { hasEmbed, type Kind, kindOf, kinds, slugKindOf } from '@frontage/model/kinds/kinds';
import { durations } from '@frontage/model/limits';
import { type Bucket, collections, slugId } from '@frontage/model/paths';
import { olderSchedulePath, scheduleActions, schedulePath } from '@frontage/model/schedule';
import { documentPath, draftEmbedPath, draftPath, secretPath } from '@frontage/model/changes/write';
import { type Firestore, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { onSchedule } from 'firebase-functions/scheduler';
import { purgeHistory } from '../history/keep-revisions.ts';
import { firestore, storage } from '../firebase.ts';
import { bucketNames, functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { purgeUnused } from '../uploads/unused-uploads.ts';
import { deleteAll } from './documents.ts';

const perBatch = 200;

/** The paths of the documents that a deletion keeps for a restore. */
const remainingPaths = (kind: Kind, id: string): string[] => [
  draftPath(kind, id),
  ...scheduleActions.flatMap((action) => {
    const schedule = { collection: kinds[kind].collection, id, action };
    return [schedulePath(schedule), olderSchedulePath(schedule)];
  }),
  ...(hasEmbed(kind) ? [draftEmbedPath(id), secretPath(id)] : []),
];

/** The prefix of the ids of a kind's slugs; null for a kind without slugs. */
function slugPrefix(kind: Kind): string | null {
  const slugKind = slugKindOf(kind);
  return slugKind && slugId(slugKind, '');
}

/**
 * Purges trash entries after 30 days and returns their number. The history and related documents of an entry are purged
 * too, unless a document with the same id exists again.
 */
async function purgeTrash(firestore: Firestore, before: Timestamp): Promise<number> {
  const expired = firestore.collection(collections.trash).where('deleted_at', '<', before).orderBy('deleted_at');
  let purged = 0;
  let last: QueryDocumentSnapshot | undefined;
  for (;;) {
    const found = await (last ? expired.startAfter(last) : expired).limit(perBatch).get();
    last = found.docs.at(-1);
    for (const { ref } of found.docs) {
      purged += await firestore.runTransaction(async (transaction) => {
        const entry = await transaction.get(ref);
        const deletedAt: unknown = entry.get('deleted_at');
        if (!(deletedAt instanceof Timestamp) || deletedAt.toMillis() >= before.toMillis()) return 0;
        // Purged with its file, unless the file is used (`purgeUnused`).
        if (entry.get('collection') === collections.media) return 0;
        const kind = kindOf(String(entry.get('collection')));
        const id = String(entry.get('id'));
        const existing = kind && (await transaction.get(firestore.doc(documentPath(kind, id))));
        const slugs = await transaction.get(firestore.collection(collections.slugs).where('id', '==', id));
        const prefix = kind && slugPrefix(kind);
        const ownSlugs = slugs.docs.flatMap((slug) =>
          prefix !== null && slug.id.startsWith(prefix) ? [slug.ref.path] : [],
        );
        const related = kind && existing?.exists === false ? [...remainingPaths(kind, id), ...ownSlugs] : [];
        // The history is purged before the commit, so that a failure repeats the whole purge.
        if (existing?.exists === false) await purgeHistory(firestore, [{ path: existing.ref.path }]);
        for (const path of [ref.path, ...related]) transaction.delete(firestore.doc(path));
        return 1;
      });
    }
    if (found.size < perBatch) return purged;
  }
}

const withExpiry = [
  collections.rateLimits,
  collections.sealedHashes,
  collections.presence,
  collections.revisions,
  collections.revisionEmbeds,
  collections.launchVersions,
  collections.previewLinks,
  collections.mail,
  collections.passwordRequests,
];

/** Removes expired documents: trash, tombstones, revisions, rate limits, sealed hashes, presence, links and invites. */
export async function purgeExpired(firestore: Firestore, now: Date): Promise<{ trash: number; expired: number }> {
  const ago = (ms: number): Timestamp => Timestamp.fromMillis(now.getTime() - ms);
  let expired = 0;
  for (const collection of withExpiry) {
    expired += await deleteAll(firestore.collection(collection).where('expires_at', '<', ago(0)));
  }
  const oldTombstones = firestore.collection(collections.tombstones).where('deleted_at', '<', ago(durations.trashKept));
  expired += await deleteAll(oldTombstones);
  const oldInvites = firestore.collection(collections.invites).where('expires_at', '<', ago(durations.trashKept));
  expired += await deleteAll(oldInvites);
  return { trash: await purgeTrash(firestore, ago(durations.trashKept)), expired };
}

/** The names of the buckets in Cloud Storage, by their names in the code. */
const namesOfBuckets = () =>
  Object.fromEntries(Object.entries(bucketNames).map(([bucket, name]) => [bucket, name.value()])) as Record<
    Bucket,
    string
  >;

export const purgeDaily = onSchedule(
  { ...scale.daily, schedule: 'every day 03:00', region: functionsRegion, retryCount: 3 },
  async () => {
    const now = new Date();
    logger.info('Purged expired documents', await purgeExpired(firestore(), now));
    logger.info(
      'Purged unused uploads',
      await purgeUnused({ firestore: firestore(), storage: storage(), names: namesOfBuckets() }, now),
    );
  },
);
