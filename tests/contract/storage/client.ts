import { deleteApp, initializeApp } from 'firebase/app';
import { connectStorageEmulator, getStorage } from 'firebase/storage';
import type { FirebaseStorage } from 'firebase/storage';
import type { Target } from '../target.ts';

/** The claims of a token; `sub` and `user_id` are the uid. */
export type Claims = { sub: string; user_id: string; [claim: string]: unknown };

export const BUCKET = 'contract-bucket';

let count = 0;

/** A separate Storage client: signed in as `user`, or signed out. */
export function openStorage(
  { project, hosts }: Target,
  user?: Claims,
  bucket = BUCKET,
): { storage: FirebaseStorage; close(): Promise<void> } {
  count += 1;
  const app = initializeApp({ projectId: project, apiKey: 'any', storageBucket: bucket }, `storage-${count}`);
  const storage = getStorage(app);
  storage.maxUploadRetryTime = 5_000;
  storage.maxOperationRetryTime = 5_000;
  const [host = '', port = ''] = hosts.storage.split(':');
  connectStorageEmulator(storage, host, Number(port), user === undefined ? {} : { mockUserToken: user });
  return { storage, close: () => deleteApp(app) };
}

/** An unused object name. */
export function newName(name = 'file.txt'): string {
  count += 1;
  return `${Date.now()}-${count}/${name}`;
}

/** Replaces the rules, like @firebase/rules-unit-testing. */
export async function putRules({ hosts }: Target, content: string): Promise<void> {
  const answer = await fetch(`http://${hosts.storage}/internal/setRules`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules: { files: [{ name: 'storage.rules', content }] } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

export const storageRules = (body: string): string =>
  `rules_version = '2';\nservice firebase.storage {\n  match /b/{bucket}/o {\n${body}\n  }\n}\n`;

export const OPEN = storageRules('    match /{path=**} { allow read, write; }');
