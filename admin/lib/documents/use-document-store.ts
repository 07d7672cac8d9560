import { useMemo } from 'react';
import { useFirebase, type Firebase } from '../firebase.tsx';
import { firestoreStore } from '../firestore/client.ts';
import type { DocumentStore } from './document-store.ts';

/** Opens the store of this project for the signed-in user. */
export const openDocumentStore = ({ auth, config }: Firebase): DocumentStore => firestoreStore(auth, config);

export function useDocumentStore(): DocumentStore {
  const firebase = useFirebase();
  return useMemo(() => openDocumentStore(firebase), [firebase]);
}
