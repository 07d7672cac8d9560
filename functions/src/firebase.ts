import { getApps, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';

// The platform, or the environment of local Firebase, sets the project; firebase-admin keeps one app per process.
const app = () => getApps().find(({ name }) => name === '[DEFAULT]') ?? initializeApp();

export const firestore = (): Firestore => getFirestore(app());
export const auth = (): Auth => getAuth(app());
export const storage = (): Storage => getStorage(app());
