import {
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
} from 'firebase/storage';
import type { FirebaseStorage } from 'firebase/storage';
import { storageRules } from './client.ts';

export type Operation = (storage: FirebaseStorage, path: string) => Promise<unknown>;

export const png = { contentType: 'image/png' };
export const small = new Uint8Array(10);
export const large = new Uint8Array(2_000);

export const read: Operation = (storage, path) => getBytes(ref(storage, path));
export const head: Operation = (storage, path) => getMetadata(ref(storage, path));
export const link: Operation = (storage, path) => getDownloadURL(ref(storage, path));
export const listFolder: Operation = (storage, path) => listAll(ref(storage, path).parent!);
export const put =
  (data = small, metadata: object = png): Operation =>
  (storage, path) =>
    uploadBytes(ref(storage, path), data, metadata);
export const changeContentType: Operation = (storage, path) =>
  updateMetadata(ref(storage, path), { contentType: 'text/plain' });
export const remove: Operation = (storage, path) => deleteObject(ref(storage, path));

export const ada = { user_id: 'ada', sub: 'ada', roles: ['editor'] };
export const bob = { user_id: 'bob', sub: 'bob' };
export const signedOut = undefined;

/** One operation, its rules, and whether they allow it. */
export interface RulesCase {
  fact: string;
  rules: string;
  as: typeof ada | typeof bob | undefined;
  /** Object name. `new/` is replaced by a unique folder. */
  path?: string;
  /** Whether the object exists before the operation. */
  exists?: boolean;
  operation: Operation;
  allowed: boolean;
}

/** Rules for every object. */
export const images = (condition: string): string => storageRules(`    match /{path=**} { ${condition} }`);
