import type { DocumentData, DocumentReference } from 'firebase-admin/firestore';

const alreadyExists = 6;

/** Whether creating a document failed because it exists, which happens with duplicate events. */
export const isAlreadyExistsError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === alreadyExists;

/** Creates a document; false if it already exists. */
export async function createOnce(document: DocumentReference, data: DocumentData): Promise<boolean> {
  try {
    await document.create(data);
    return true;
  } catch (error) {
    if (isAlreadyExistsError(error)) return false;
    throw error;
  }
}
