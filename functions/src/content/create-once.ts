import type { DocumentData, DocumentReference } from 'firebase-admin/firestore';

const alreadyExists = 6;

/** Creates a document; false where it is there already, as an event may come more than once. */
export async function createOnce(document: DocumentReference, data: DocumentData): Promise<boolean> {
  try {
    await document.create(data);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === alreadyExists) return false;
    throw error;
  }
}
