import { useMemo } from 'react';
import { useFirebase, type Firebase } from './firebase.tsx';
import { createFirestore, type Firestore } from './firestore/client.ts';

/** The database of this project, read and written as the signed-in user. */
export const openFirestore = ({ auth, config }: Firebase): Firestore => createFirestore(auth, config);

export function useFirestore(): Firestore {
  const firebase = useFirebase();
  return useMemo(() => openFirestore(firebase), [firebase]);
}
