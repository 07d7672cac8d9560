import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Finds Google's emulators on this machine: components of the Google Cloud CLI, else downloads of firebase-tools.

/** A Java program. */
export interface Jar {
  path: string;
  /** The class to start; null for the one that the file names. */
  main: string | null;
}

const folderOfJavas = '/usr/lib/jvm';

/** The first Java of at least this version: of JAVA_HOME, on the PATH, or below /usr/lib/jvm; null if there is none. */
export function findJava(version: number): string | null {
  const home = process.env['JAVA_HOME'];
  const installed = existsSync(folderOfJavas) ? readdirSync(folderOfJavas).toSorted() : [];
  const candidates = [
    ...(home === undefined ? [] : [join(home, 'bin', 'java')]),
    'java',
    ...installed.map((name) => join(folderOfJavas, name, 'bin', 'java')),
  ];
  return candidates.find((java) => javaVersion(java) >= version) ?? null;
}

/** The major version; 0 if it does not start. */
function javaVersion(java: string): number {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

/** Google's Firestore emulator. */
export function findFirestore(): Jar | null {
  const component = componentFile('cloud-firestore-emulator/cloud-firestore-emulator.jar');
  if (component !== null)
    return { path: component, main: 'com.google.cloud.datastore.emulator.firestore.CloudFirestore' };
  const path = newestDownload(/^cloud-firestore-emulator-v.*\.jar$/);
  return path === null ? null : { path, main: null };
}

/** The program of Google's Pub/Sub emulator. */
export function findPubSub(): string | null {
  const program = 'pubsub-emulator/bin/cloud-pubsub-emulator';
  const download = newestDownload(/^pubsub-emulator-[\d.]+$/);
  return componentFile(program) ?? (download === null ? null : join(download, program));
}

/** The program that evaluates storage rules for the Storage emulator of firebase-tools. It is only a download. */
export const findStorageRules = (): string | null => newestDownload(/^cloud-storage-rules-runtime-v.*\.jar$/);

function componentFile(path: string): string | null {
  const { status, stdout } = spawnSync('gcloud', ['info', '--format=value(installation.sdk_root)'], {
    encoding: 'utf8',
  });
  const file = join((stdout ?? '').trim(), 'platform', path);
  return status === 0 && existsSync(file) ? file : null;
}

function newestDownload(name: RegExp): string | null {
  const folder = process.env['FIREBASE_EMULATORS_PATH'] ?? join(homedir(), '.cache/firebase/emulators');
  const found = existsSync(folder) ? readdirSync(folder).filter((file) => name.test(file)) : [];
  const newest = found.toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true })).at(-1);
  return newest === undefined ? null : join(folder, newest);
}
