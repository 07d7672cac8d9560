import { createHash } from 'node:crypto';
import { collections, isDocumentId } from '@frontage/model/paths';
import { imageAccess, type Viewer } from '@frontage/model/permissions';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import { type Refusal, refuse } from '../call/auth.ts';

// `upload_states/{name}` says of an upload, also of one whose document of the library is missing or in the trash:
// - `shown_at`: set when a document that names the upload is reviewed, and by the pipeline before it commits a release
//   that shows the upload;
// - `replacing_until`: an author replaces its file. The pipeline waits until it is removed or over.

/** The last part of the path is unique: a random name of the browser. Other names may be no document ids, such as `..`. */
export function uploadState(firestore: Firestore, path: string): DocumentReference {
  const name = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const id = isDocumentId(name) ? name : createHash('sha256').update(path).digest('hex');
  return firestore.collection(collections.uploadStates).doc(id);
}

export const wasShown = (state: DocumentSnapshot | undefined): boolean => state?.get('shown_at') !== undefined;

/**
 * Null if a user may change an image, else the reason. `stored` are its fields in the library or in the trash. Both must
 * be read in the transaction that changes the image: then the pipeline has marked it before, or waits for the change.
 */
export function imageRefusal(
  viewer: Viewer,
  stored: Readonly<Record<string, unknown>>,
  state: DocumentSnapshot | undefined,
): Refusal | null {
  const { created_by, is_unshown } = stored;
  const access = imageAccess(viewer, {
    created_by: typeof created_by === 'string' ? created_by : null,
    is_unshown: is_unshown === true && !wasShown(state),
  });
  return access === 'yes' ? null : refuse(access === 'shown' ? 'imageShown' : 'notAllowed');
}

// Longer than a call takes.
const replacingMs = 60_000;

export const beginReplacing = (now: Date) => ({ replacing_until: Timestamp.fromMillis(now.getTime() + replacingMs) });
export function isBeingReplaced(state: DocumentSnapshot | undefined, now: Date): boolean {
  const until: unknown = state?.get('replacing_until');
  return until instanceof Timestamp && until.toMillis() > now.getTime();
}

export const endReplacing = { replacing_until: FieldValue.delete() };
