import { connectFirestoreEmulator, getFirestore, type Firestore } from 'firebase/firestore/lite';
import { useMemo } from 'react';
import { hostAndPort } from './config.ts';
import { useFirebase, type Firebase } from './firebase.tsx';

/** The database of this project; the same one however often it is asked for. */
export function openFirestore({ app, config }: Firebase): Firestore {
  const firestore = getFirestore(app);
  if (config.emulators) connectFirestoreEmulator(firestore, ...hostAndPort(config.emulators.firestore));
  return firestore;
}

export function useFirestore(): Firestore {
  const firebase = useFirebase();
  return useMemo(() => openFirestore(firebase), [firebase]);
}
