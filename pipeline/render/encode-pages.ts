/** Encodes a page as UTF-8 into a buffer shared by several pages: a separate buffer costs more than its bytes. */
export type EncodePage = (body: string | Uint8Array) => Uint8Array<ArrayBuffer>;

// Larger than most pages. The unused rest of a buffer is never touched.
const bytesPerPage = 16 * 2 ** 10;
// UTF-8 takes at most 3 bytes for a UTF-16 code unit.
const maxBytesPerUnit = 3;

/** Opens an encoder for this many pages. No other encoder uses its buffers. */
export function openEncoder(pages: number): EncodePage {
  const encoder = new TextEncoder();
  let free = new Uint8Array(pages * bytesPerPage);
  const take = (size: number): Uint8Array<ArrayBuffer> => {
    const taken = free.subarray(0, size);
    free = free.subarray(size);
    return taken;
  };
  const ensureFree = (size: number): void => {
    if (free.length < size) free = new Uint8Array(Math.max(size, pages * bytesPerPage));
  };
  return (body) => {
    if (typeof body !== 'string') {
      ensureFree(body.length);
      free.set(body);
      return take(body.length);
    }
    const first = encoder.encodeInto(body, free);
    if (first.read === body.length) return take(first.written);
    ensureFree(body.length * maxBytesPerUnit);
    return take(encoder.encodeInto(body, free).written);
  };
}

/** The bytes of a body. Text is encoded as UTF-8 in a separate buffer. */
export const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;
