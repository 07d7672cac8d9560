import type { ImageRecord } from '../release/store.ts';
import type { ContentState } from './content-state.ts';
import { publicImages } from './image-addresses.ts';
import type { ImageLibrary, ProcessedImage } from './image-library.ts';

export interface LoadedImages {
  /** Images that were not known before. */
  added: ImageRecord[];
  /** What is wrong with images, by every document looked at. */
  messages: ReadonlyMap<string, string[]>;
  /** Documents with an image whose source did not answer: another time it may. */
  unreachable: ReadonlySet<string>;
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
  const failed = new Map<string, Failed>();
  const messages = new Map<string, string[]>();
  const unreachable = new Set<string>();
  for (const [document, images] of publicImages(content, library.buckets, only)) {
    for (const image of images) {
      const { address } = image;
      if (known.has(address) || added.has(address)) continue;
      const processed: ProcessedImage | Failed =
        failed.get(address) ?? (await library.process(image).catch(outOfReach));
      if (processed.ok) {
        added.set(address, processed.record);
        continue;
      }
      failed.set(address, processed);
      messages.set(document, [...(messages.get(document) ?? []), processed.message]);
      if ('isPassing' in processed) unreachable.add(document);
    }
  }
  return { added: [...added.values()], messages, unreachable };
}

interface Failed {
  ok: false;
  message: string;
  /** It may be otherwise the next time. */
  isPassing?: true;
}

const outOfReach = (error: unknown): Failed => ({
  ok: false,
  message: `The image could not be read: ${error instanceof Error ? error.message : String(error)}`,
  isPassing: true,
});
