import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';

export interface Firebase {
  auth: Auth;
  firestore: Firestore;
  storage: Storage;
  close(): Promise<void>;
}

/**
 * Opens firebase-admin for a project: the local Firebase if the emulator variables are set, else the hosted one with
 * application default credentials.
 */
export function openFirebase(project: string): Firebase {
  // Without this, client libraries look for a metadata server that only exists on Google's machines.
  if (process.env['FIRESTORE_EMULATOR_HOST']) process.env['METADATA_SERVER_DETECTION'] = 'none';
  const app = initializeApp({ projectId: project }, `frontage-${project}`);
  // Each client is loaded when it is used: loading takes up to a tenth of a second.
  return {
    get auth() {
      return getAuth(app);
    },
    get firestore() {
      return getFirestore(app);
    },
    get storage() {
      return getStorage(app);
    },
    close: () => deleteApp(app),
  };
}
