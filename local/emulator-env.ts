/** `host:port` of each service; an omitted service gets no variable. */
export interface EmulatorHosts {
  functions?: string | undefined;
  auth?: string | undefined;
  storage?: string | undefined;
  firestore?: string | undefined;
}

/**
 * The environment in which firebase-admin and firebase-functions connect to the local services instead of Google's. It
 * must be set before either is imported: both read parts of it at load time.
 *
 * METADATA_SERVER_DETECTION=none keeps google-auth-library from detecting Google Cloud with network requests.
 */
export function emulatorEnv(project: string, hosts: EmulatorHosts): Record<string, string> {
  const { functions, auth, storage, firestore } = hosts;
  return {
    GCLOUD_PROJECT: project,
    GOOGLE_CLOUD_PROJECT: project,
    FIREBASE_CONFIG: JSON.stringify({ projectId: project, storageBucket: `${project}.appspot.com` }),
    METADATA_SERVER_DETECTION: 'none',
    FUNCTIONS_EMULATOR: 'true',
    ...(auth !== undefined && { FIREBASE_AUTH_EMULATOR_HOST: auth }),
    ...(firestore !== undefined && { FIRESTORE_EMULATOR_HOST: firestore }),
    ...(storage !== undefined && {
      FIREBASE_STORAGE_EMULATOR_HOST: storage,
      STORAGE_EMULATOR_HOST: `http://${storage}`,
    }),
    ...(functions !== undefined && { FUNCTIONS_EMULATOR_HOST: functions }),
  };
}
