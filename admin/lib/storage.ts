import type { Bucket } from '@frontage/model/paths';
import { connectStorageEmulator, getStorage, type FirebaseStorage } from 'firebase/storage';
import { hostAndPort } from './config.ts';
import type { Firebase } from './firebase.tsx';

/** One of the product's buckets; repeated calls return the same instance. */
export function openBucket({ app, config }: Firebase, bucket: Bucket): FirebaseStorage {
  const storage = getStorage(app, `gs://${config.buckets?.[bucket] ?? bucket}`);
  if (config.emulators) connectStorageEmulator(storage, ...hostAndPort(config.emulators.storage));
  return storage;
}
