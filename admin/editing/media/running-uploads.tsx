import { createContext, use, useState, type ReactNode } from 'react';

/** An uploaded image with the same bytes as a file. */
export interface KnownImage {
  url: string;
  /** Its name for editors. */
  name: string;
}

interface NewUpload {
  /** The hash of the content; null for an upload that is not compared. */
  hash: string | null;
  /** Finds an image with this content in the library. */
  find: () => Promise<KnownImage | null>;
  upload: () => Promise<KnownImage>;
}

/** The uploads of a screen, over all fields. */
export interface RunningUploads {
  /** Whether an upload is running. */
  isAny(): boolean;
  /**
   * Uploads a file unless the same content is in the library, or was uploaded on this screen: two equal files at once
   * are uploaded once. `isKnown` is true for an image that exists already.
   */
  uploadOnce(upload: NewUpload): Promise<{ image: KnownImage; isKnown: boolean }>;
  /** Forgets an upload that was deleted or whose file was replaced. */
  forget(url: string): void;
}

function runningUploads(): RunningUploads {
  let running = 0;
  /** By hash of their content; null if an upload failed. */
  const contents = new Map<string, Promise<KnownImage | null>>();
  const during = async (upload: () => Promise<KnownImage>) => {
    running += 1;
    try {
      return await upload();
    } finally {
      running -= 1;
    }
  };
  return {
    isAny: () => running > 0,
    async uploadOnce({ hash, find, upload }) {
      if (hash === null) return { image: await during(upload), isKnown: false };
      for (let earlier = contents.get(hash); earlier; earlier = contents.get(hash)) {
        const image = await earlier;
        if (image) return { image, isKnown: true };
      }
      const { promise, resolve } = Promise.withResolvers<KnownImage | null>();
      contents.set(hash, promise);
      try {
        const known = await find();
        const image = known ?? (await during(upload));
        resolve(image);
        return { image, isKnown: known !== null };
      } catch (error) {
        contents.delete(hash);
        resolve(null);
        throw error;
      }
    },
    forget: (url) => {
      for (const [hash, content] of contents)
        void content.then((image) => image?.url === url && contents.get(hash) === content && contents.delete(hash));
    },
  };
}

const Context = createContext<RunningUploads | null>(null);

export function RunningUploadsProvider({ children }: { children: ReactNode }) {
  const [uploads] = useState(runningUploads);
  return <Context value={uploads}>{children}</Context>;
}

export function useRunningUploads(): RunningUploads {
  const uploads = use(Context);
  if (!uploads) throw new Error('useRunningUploads outside RunningUploadsProvider');
  return uploads;
}
