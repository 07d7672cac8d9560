import type { ImageRecord } from '../release/store.ts';
import type { ContentState } from './content-state.ts';
import { publicImages } from './image-addresses.ts';
import type { ImageLibrary } from './image-library.ts';

export interface LoadedImages {
  /** Images that were not known before. */
  added: ImageRecord[];
  /** What is wrong with images, by every document looked at. */
  messages: ReadonlyMap<string, string[]>;
}

interface Wanted {
  content: ContentState;
  known: ReadonlyMap<string, ImageRecord>;
  /** The documents to look at; null for all. */
  only: ReadonlySet<string> | null;
}

/** Processes the images of public content that are not known yet. One that cannot be used does not stop the others. */
export async function loadImages(library: ImageLibrary, { content, known, only }: Wanted): Promise<LoadedImages> {
  const added = new Map<string, ImageRecord>();
  const failed = new Map<string, string>();
  const messages = new Map<string, string[]>();
  for (const [document, images] of publicImages(content, library.buckets, only)) {
    for (const image of images) {
      const { address } = image;
      if (known.has(address) || added.has(address)) continue;
      if (!failed.has(address)) {
        const processed = await library.process(image).catch((error: unknown) => ({
          ok: false as const,
          message: `The image could not be read: ${error instanceof Error ? error.message : String(error)}`,
        }));
        if (processed.ok) added.set(address, processed.record);
        else failed.set(address, processed.message);
      }
      const message = failed.get(address);
      if (message !== undefined) messages.set(document, [...(messages.get(document) ?? []), message]);
    }
  }
  return { added: [...added.values()], messages };
}
