import { withoutMetadata } from '@frontage/model/image-metadata';
import { mediaPlace, newMedia } from '@frontage/model/media';
import { collections, trashId } from '@frontage/model/paths';
import { can } from '@frontage/model/permissions';
import { uploadMetadata } from '@frontage/model/uploads';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { getDownloadURL } from 'firebase-admin/storage';
import { readViewer, refuse } from '../call/auth.ts';
import { defineCall } from '../call/define-call.ts';
import { storage } from '../firebase.ts';
import { bucketNames } from '../params.ts';
import { fileFacts, type FileVersion, readFile, writeFile } from './keep-media.ts';
import { uploadProblem } from './upload-problem.ts';

// Milliseconds after which an upload can no longer replace a file: it may be used by then.
const freshFor = 60 * 60_000;

/**
 * Replaces the file of an image by an upload, at the same address, so that everything that names the address shows the
 * new file at once. The upload gets the earlier file and moves to the trash: the same call with exchanged files undoes
 * the replacement.
 */
export const replaceMedia = defineCall('replaceMedia', async ({ input, caller, firestore, now }) => {
  const place = mediaPlace(input.id);
  const other = mediaPlace(input.by);
  if (place?.bucket !== other?.bucket || !place || !other || input.id === input.by) return refuse('notInTrash');
  const document = firestore.collection(collections.media).doc(input.id);
  const trashed = firestore.collection(collections.trash).doc(trashId(collections.media, input.by));
  const [media, entry] = await firestore.getAll(document, trashed);
  const owner: unknown = media?.get('created_by');
  const viewer = await firestore.runTransaction((transaction) => readViewer(firestore, transaction, caller));
  const subject = { what: collections.media, owner: typeof owner === 'string' ? owner : null };
  if (!media?.exists || !can(viewer, 'update', subject)) return refuse('notAllowed');

  const bucket = storage().bucket(bucketNames[place.bucket].value());
  const [file, upload] = [bucket.file(place.path), bucket.file(other.path)];
  if (!(await file.exists())[0] || !(await upload.exists())[0]) return refuse('notInTrash');
  const [before, uploaded] = await Promise.all([readFile(file), readFile(upload)]);
  const after = { ...uploaded, bytes: withoutMetadata(uploaded.bytes) };
  const isFresh = now.getTime() - Date.parse(after.createdAt) < freshFor;
  const isOwn = isFresh && after.own[uploadMetadata.uploader] === caller.uid;
  const trashedOwner: unknown = entry?.get('data.created_by');
  const trashedSubject = { what: collections.media, owner: typeof trashedOwner === 'string' ? trashedOwner : null };
  const mayUse = entry?.exists ? can(viewer, 'update', trashedSubject) : isOwn;
  if (!mayUse) return refuse('notAllowed');
  const type = { contentType: after.type, contentEncoding: undefined };
  if (uploadProblem({ bucket: place.bucket, ...type, bytes: after.bytes }) !== null) return refuse('notAllowed');
  // Another replacement came first, or this one is repeated.
  if (fileFacts(before.bytes).md5 !== input.md5) return refuse('contention');

  // The earlier file is kept first, so that a failure loses nothing.
  const isKept = await writeFile(upload, { ...before, own: { ...before.own, ...tokenOf(after) } }, after.generation);
  const isReplaced =
    isKept && (await writeFile(file, { ...after, own: { ...after.own, ...tokenOf(before) } }, before.generation));
  if (!isReplaced) return refuse('contention');

  const named = (own: FileVersion['own'], name: string) => String(own[uploadMetadata.name] ?? name);
  await describeExchange(firestore, {
    ...{ id: input.id, by: input.by, uid: caller.uid },
    now: { ...fileFacts(after.bytes), name: named(after.own, other.path), type: after.type },
    earlier: {
      ...{ ...newMedia, ...fileFacts(before.bytes), name: named(before.own, place.path), type: before.type },
      ...{ bucket: place.bucket, path: other.path, url: await getDownloadURL(upload) },
    },
  });
  return {};
});

const tokenKey = 'firebaseStorageDownloadTokens';
/** The token of a file's address, which stays with the address. */
const tokenOf = ({ own }: FileVersion) => ({ [tokenKey]: String(own[tokenKey] ?? '') });

interface Exchange {
  id: string;
  by: string;
  uid: string;
  /** The facts of the new file. */
  now: Record<string, unknown> & { md5: string };
  /** The earlier file, as a separate image. */
  earlier: object;
}

/** Describes the exchanged files in the library and the trash, in one transaction. */
const describeExchange = (firestore: Firestore, { id, by, uid, now, earlier }: Exchange): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const media = firestore.collection(collections.media);
    const trashed = firestore.collection(collections.trash).doc(trashId(collections.media, by));
    const [document, upload] = await transaction.getAll(media.doc(id), media.doc(by), trashed);
    const at = FieldValue.serverTimestamp();
    const stamps = { updated_at: at, updated_by: uid };
    // The trigger of the written file may have come first.
    if (document?.get('md5') !== now.md5)
      transaction.update(media.doc(id), { ...now, rev: FieldValue.increment(1), ...stamps });
    if (upload?.exists) transaction.delete(media.doc(by));
    const created = { rev: 1, created_at: at, created_by: uid };
    transaction.set(trashed, {
      ...{ collection: collections.media, id: by, deleted_by: uid, deleted_at: at },
      data: { ...created, ...upload?.data(), ...earlier, ...stamps },
    });
  });
