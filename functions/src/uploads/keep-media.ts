import { createHash, randomUUID } from 'node:crypto';
import { restoreMarker } from '@frontage/model/backup-collections';
import { withoutMetadata } from '@frontage/model/image-metadata';
import { isUploadName, type Media, mediaId, newMedia } from '@frontage/model/media';
import { type Bucket, buckets, collections, trashId } from '@frontage/model/paths';
import { uploadMetadata } from '@frontage/model/uploads';
import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Storage } from 'firebase-admin/storage';
import imageSize from 'image-size';
import { uploadProblem } from './upload-problem.ts';
import { uploadState, wasShown } from './upload-states.ts';

/** A stored upload. */
export type StoredFile = ReturnType<ReturnType<Storage['bucket']>['file']>;

/** A stored file as it is now. */
export interface FileVersion {
  bytes: Uint8Array;
  type: string;
  /** The metadata of the upload: name, uploader, and the token of its address. */
  own: Readonly<Record<string, unknown>>;
  generation: number;
  createdAt: string;
}

export async function readFile(file: StoredFile): Promise<FileVersion> {
  const [{ contentType = '', metadata = {}, generation, timeCreated = '' }] = await file.getMetadata();
  const [bytes] = await file.download({ decompress: false });
  return { bytes, type: contentType, own: metadata, generation: Number(generation), createdAt: timeCreated };
}

const preconditionFailed = 412;

/** Writes a file over the version `generation`; false if it has another one now. */
export async function writeFile(
  file: StoredFile,
  { bytes, type, own }: Pick<FileVersion, 'bytes' | 'type' | 'own'>,
  generation: number,
): Promise<boolean> {
  const metadata = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, String(value)]));
  try {
    await file.save(Buffer.from(bytes), {
      resumable: false,
      preconditionOpts: { ifGenerationMatch: generation },
      metadata: { contentType: type, cacheControl: 'no-cache', metadata },
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === preconditionFailed) return false;
    throw error;
  }
}

/**
 * Replaces a stored image by the same one without metadata such as the position: pages show an upload at its address
 * until the pipeline has processed it. Returns false if it has none. A restore stores files exactly as they were.
 */
export async function removeMetadata({
  firestore,
  file,
  bytes,
}: Pick<Upload, 'firestore' | 'file' | 'bytes'>): Promise<boolean> {
  const stripped = withoutMetadata(bytes);
  if (stripped === bytes || (await firestore.doc(restoreMarker).get()).get('is_done') === false) return false;
  const version = await readFile(file);
  // Another version has its own event.
  if (Buffer.compare(version.bytes, bytes) !== 0) return true;
  await writeFile(file, { ...version, bytes: stripped }, version.generation);
  return true;
}

/** An upload without a problem, to be described in the library. */
interface Upload {
  firestore: Firestore;
  bucket: Bucket;
  file: StoredFile;
  bytes: Uint8Array;
  /** Reports the outcome without writing. */
  isDry?: boolean;
  /** Whether a release may have shown the upload already. */
  mayBeShown?: boolean;
}

/**
 * Creates the library's document of an upload, or updates the facts of its file if the file was replaced. An upload
 * whose document is in the trash stays there. Repeated calls change nothing.
 */
export async function keepMedia({
  firestore,
  bucket,
  file,
  bytes,
  isDry = false,
  mayBeShown = false,
}: Upload): Promise<Kept> {
  const id = mediaId(bucket, file.name);
  if (id === null) return 'unchanged';
  const document = firestore.collection(collections.media).doc(id);
  const trashed = firestore.collection(collections.trash).doc(trashId(collections.media, id));
  const [metadata] = await file.getMetadata();
  const own = metadata.metadata ?? {};
  const uploader = textOr(own[uploadMetadata.uploader], null);
  const name = textOr(own[uploadMetadata.name], file.name).slice(0, 255).replaceAll('\0', '');
  const found = { name, type: metadata.contentType ?? '', ...fileFacts(bytes) };
  const [stored, entry] = await firestore.getAll(document, trashed);
  if (entry?.exists || stored?.get('md5') === found.md5) return 'unchanged';
  if (isDry) return stored?.exists ? 'updated' : 'created';
  const url = await addressOf(file, own);
  return firestore.runTransaction(async (transaction): Promise<Kept> => {
    const references = [document, trashed, firestore.doc(restoreMarker), uploadState(firestore, file.name)] as const;
    const [before, inTrash, restore, state] = await transaction.getAll(...references);
    // A restore writes the document itself, after the upload.
    if (restore?.get('is_done') === false) return 'unchanged';
    if (inTrash?.exists || before?.get('md5') === found.md5) return 'unchanged';
    const now = { ...found, url, updated_at: FieldValue.serverTimestamp(), updated_by: uploader };
    if (before?.exists) {
      transaction.update(document, { ...now, rev: FieldValue.increment(1) });
      return 'updated';
    }
    const createdAt = Timestamp.fromDate(new Date(metadata.timeCreated ?? Date.now()));
    const origin = { bucket, path: file.name, rev: 1, created_at: createdAt, created_by: uploader };
    const isUnshown = !mayBeShown && isUploadName(file.name) && !wasShown(state);
    transaction.create(document, { ...newMedia, ...origin, ...now, ...(isUnshown && { is_unshown: true }) });
    return 'created';
  });
}

type Kept = 'created' | 'updated' | 'unchanged';

const textOr = <Other>(value: unknown, other: Other): string | Other =>
  typeof value === 'string' && value !== '' ? value : other;

/** The facts of an image that follow from its bytes. */
export const fileFacts = (bytes: Uint8Array): Pick<Media, 'bytes' | 'md5' | 'width' | 'height'> => ({
  bytes: bytes.byteLength,
  md5: createHash('md5').update(bytes).digest('base64'),
  ...sizeOf(bytes),
});

/** The size of an image as displayed, in pixels; null for each side that it does not state. */
function sizeOf(bytes: Uint8Array): { width: number | null; height: number | null } {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    const [across, down] = orientation > 4 ? [height, width] : [width, height];
    return { width: pixels(across), height: pixels(down) };
  } catch {
    // A drawing without a size, or a damaged image, which the site does not show.
    return { width: null, height: null };
  }
}

const pixels = (length: number): number | null => (length >= 1 ? Math.round(length) : null);

/** The key of the token in a file's metadata. */
export const tokenKey = 'firebaseStorageDownloadTokens';

/**
 * The download address of an upload. An upload from elsewhere than the admin gets a token first. The library's
 * `getDownloadURL` is not used: it sends Google's emulator no credentials, so that the rules refuse it.
 */
export async function addressOf(file: StoredFile, own: Readonly<Record<string, unknown>>): Promise<string> {
  const [given] = textOr(own[tokenKey], '').split(',');
  const token = given || randomUUID();
  if (!given) await file.setMetadata({ metadata: { [tokenKey]: token } });
  const origin = process.env['STORAGE_EMULATOR_HOST'] ?? 'https://firebasestorage.googleapis.com';
  return `${origin}/v0/b/${file.bucket.name}/o/${encodeURIComponent(file.name)}?alt=media&token=${token}`;
}

/** Deletes the library's document of an upload that no longer exists, also from the trash. */
export async function removeMedia(firestore: Firestore, bucket: Bucket, file: StoredFile): Promise<void> {
  const id = mediaId(bucket, file.name);
  // The event of a replaced file also reports a deletion.
  if (id === null || (await file.exists())[0]) return;
  await firestore.collection(collections.media).doc(id).delete();
  await firestore.collection(collections.trash).doc(trashId(collections.media, id)).delete();
}

interface AddUploads {
  firestore: Firestore;
  storage: Storage;
  /** The names of the buckets in Cloud Storage, by their names in the code. */
  names: Readonly<Record<Bucket, string>>;
  isDry: boolean;
  /** Called for each upload that is added or refused; `problem` is the reason of a refusal. */
  onUpload: (upload: { bucket: Bucket; name: string; kept: Kept; problem: string | null }) => void;
}

/** Removes the metadata of all uploads, and adds them to the library, except those that it contains. */
export async function addUploads({ firestore, storage, names, isDry, onUpload }: AddUploads): Promise<void> {
  for (const bucket of Object.values(buckets)) {
    const [files] = await storage.bucket(names[bucket]).getFiles();
    for (const file of files) {
      const [found] = await file.download({ decompress: false });
      const { contentType, contentEncoding } = file.metadata;
      const problem = uploadProblem({ bucket, contentType, contentEncoding, bytes: found });
      const upload = { firestore, bucket, file, isDry, mayBeShown: true };
      const kept = problem === null ? await keepMedia({ ...upload, bytes: found }) : 'unchanged';
      // After its document exists, because the event of the written file would add it as an unshown one.
      if (problem === null && !isDry && (await removeMetadata({ firestore, file, bytes: found })))
        await keepMedia({ ...upload, bytes: (await file.download({ decompress: false }))[0] });
      if (problem !== null || kept !== 'unchanged') onUpload({ bucket, name: file.name, kept, problem });
    }
  }
}
