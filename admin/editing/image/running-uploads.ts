let running = 0;

/** Whether any image is on its way, on whichever field of the screen. */
export const isUploading = (): boolean => running > 0;

/** Counts `upload` as on its way until it settles. */
export async function countUpload<T>(upload: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await upload();
  } finally {
    running -= 1;
  }
}
