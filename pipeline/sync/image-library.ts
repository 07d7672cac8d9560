import type { ImageRecord } from '../release/store.ts';
import type { ImageAddress } from './image-addresses.ts';

export type ProcessedImage = { ok: true; record: ImageRecord } | { ok: false; message: string };

/** Turns uploaded images into the files the site serves. */
export interface ImageLibrary {
  /** Real names of our own buckets; images anywhere else are left where they are. */
  buckets: ReadonlySet<string>;
  /** Reads and processes one image. What is wrong with it is an answer; a source out of reach throws. */
  process(image: ImageAddress): Promise<ProcessedImage>;
}

/** For content whose images are in no bucket of ours. */
export const noImages: ImageLibrary = {
  buckets: new Set(),
  process: ({ address }) => Promise.resolve({ ok: false, message: `${address} is in no known bucket` }),
};
