import type { DocumentData, DocumentReference } from 'firebase-admin/firestore';

const alreadyExists = 6;

/** Whether a document could not be created because it is there, as an event may come more than once. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === alreadyExists;

/** Creates a document; false where it is there already. */
export async function createOnce(document: DocumentReference, data: DocumentData): Promise<boolean> {
  try {
    await document.create(data);
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    throw error;
  }
}
