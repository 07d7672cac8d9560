import { getBytes, ref, uploadBytes } from 'firebase/storage';
import type { FirebaseStorage, StorageReference } from 'firebase/storage';
import { afterAll, beforeAll } from 'vitest';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { newName, OPEN, openStorage, putRules } from './client.ts';

export type Case = [fact: string, check: () => Promise<void>];

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = async (reference: StorageReference): Promise<string> =>
  new TextDecoder().decode(await getBytes(reference));

/** Registers hooks that start a Storage service with open rules, and returns a browser SDK client for it. */
export function useStorage() {
  let running: { target: Target; client: ReturnType<typeof openStorage> } | undefined;
  beforeAll(async () => {
    const target = await openTarget({ only: ['storage'] });
    await putRules(target, OPEN);
    running = { target, client: openStorage(target) };
  });
  afterAll(async () => {
    await running?.client.close();
    await running?.target.stop();
  });
  const started = (): NonNullable<typeof running> => {
    if (running === undefined) throw new Error('Not started.');
    return running;
  };
  const storage = (): FirebaseStorage => started().client.storage;
  const newRef = (name?: string): StorageReference => ref(storage(), newName(name));
  return {
    target: () => started().target,
    storage,
    newRef,
    async uploaded(text = 'content', metadata = {}): Promise<StorageReference> {
      const reference = newRef();
      await uploadBytes(reference, bytes(text), metadata);
      return reference;
    },
  };
}
