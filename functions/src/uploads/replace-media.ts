import { mediaPlace, newMedia } from '@frontage/model/media';
import { collections, trashId } from '@frontage/model/paths';
import { uploadMetadata } from '@frontage/model/uploads';
import { type DocumentReference, FieldValue, type Firestore } from 'firebase-admin/firestore';
import { type Claims, readViewer, type Refusal, refuse } from '../call/auth.ts';
import { defineCall } from '../call/define-call.ts';
import { storage } from '../firebase.ts';
import { bucketNames } from '../params.ts';
import {
  addressOf,
  fileFacts,
  type FileVersion,
  keepMedia,
  readFile,
  removeMetadata,
  tokenKey,
  writeFile,
} from './keep-media.ts';
import { uploadProblem } from './upload-problem.ts';
import { beginReplacing, endReplacing, imageRefusal, isBeingReplaced, uploadState } from './upload-states.ts';

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
  const bucket = storage().bucket(bucketNames[place.bucket].value());
  const [file, upload] = [bucket.file(place.path), bucket.file(other.path)];
  if (!(await file.exists())[0] || !(await upload.exists())[0]) return refuse('notInTrash');
  const [before, found] = await Promise.all([readFile(file), readFile(upload)]);
  const type = { contentType: found.type, contentEncoding: undefined };
  if (uploadProblem({ bucket: place.bucket, ...type, bytes: found.bytes }) !== null) return refuse('notAllowed');
  const isFresh = now.getTime() - Date.parse(found.createdAt) < freshFor;
  const isOwn = isFresh && found.own[uploadMetadata.uploader] === caller.uid;
  // The trigger of the upload, which does the same, may come later.
  const isRewritten = await removeMetadata({ firestore, file: upload, bytes: found.bytes });
  const after = isRewritten ? await readFile(upload) : found;
  if (isOwn) await keepMedia({ firestore, bucket: place.bucket, file: upload, bytes: after.bytes });
  const states = [uploadState(firestore, place.path), uploadState(firestore, other.path)];

  const begun = await beginReplacement({ firestore, caller, ids: input, states, isOwn, now });
  if (begun !== null) return begun;
  try {
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
        ...{ bucket: place.bucket, path: other.path, url: await addressOf(upload, after.own) },
      },
    });
    return {};
  } finally {
    await Promise.all(states.map((state) => state.set(endReplacing, { merge: true })));
  }
});

interface Replacement {
  firestore: Firestore;
  caller: Claims;
  ids: { id: string; by: string };
  /** The states of both uploads. */
  states: readonly DocumentReference[];
  /** Whether `by` is a fresh upload of the caller. */
  isOwn: boolean;
  now: Date;
}

/**
 * Null if the caller may exchange the files, else the reason. A release that is to show one of them waits until the
 * replacement has ended: both files change at their addresses, which no transaction covers.
 */
const beginReplacement = ({ firestore, caller, ids, states, isOwn, now }: Replacement): Promise<Refusal | null> =>
  firestore.runTransaction(async (transaction) => {
    const viewer = await readViewer(firestore, transaction, caller);
    const media = firestore.collection(collections.media);
    const trashed = firestore.collection(collections.trash).doc(trashId(collections.media, ids.by));
    const references = [media.doc(ids.id), media.doc(ids.by), trashed, ...states];
    const [document, upload, entry, state, uploadedState] = await transaction.getAll(...references);
    const stored = document?.data();
    if (stored === undefined) return refuse('notAllowed');
    const refused = imageRefusal(viewer, stored, state);
    if (refused !== null) return refused;
    const inTrash: unknown = entry?.get('data');
    if (!entry?.exists && !isOwn) return refuse('notAllowed');
    const other = entry?.exists ? { ...(typeof inTrash === 'object' && inTrash) } : (upload?.data() ?? {});
    const otherRefused = imageRefusal(viewer, other, uploadedState);
    if (otherRefused !== null) return otherRefused;
    // Its end would let a release begin during this one.
    if (isBeingReplaced(state, now) || isBeingReplaced(uploadedState, now)) return refuse('contention');
    for (const one of states) transaction.set(one, beginReplacing(now), { merge: true });
    return null;
  });

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
    const [document, upload, entry] = await transaction.getAll(media.doc(id), media.doc(by), trashed);
    const inTrash: unknown = entry?.get('data');
    const at = FieldValue.serverTimestamp();
    const stamps = { updated_at: at, updated_by: uid };
    // The trigger of the written file may have come first.
    if (document?.get('md5') !== now.md5)
      transaction.update(media.doc(id), { ...now, rev: FieldValue.increment(1), ...stamps });
    if (upload?.exists) transaction.delete(media.doc(by));
    const created = { rev: 1, created_at: at, created_by: uid };
    transaction.set(trashed, {
      ...{ collection: collections.media, id: by, deleted_by: uid, deleted_at: at },
      data: { ...created, ...(typeof inTrash === 'object' && inTrash), ...upload?.data(), ...earlier, ...stamps },
    });
  });
