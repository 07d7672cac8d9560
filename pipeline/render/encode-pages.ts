/** Bytes of several pages lie one after another: a buffer for each costs more than its bytes. */
export type EncodePage = (body: string | Uint8Array) => Uint8Array<ArrayBuffer>;

// Larger than most pages; the unused rest is never touched.
const roomForPage = 16 * 2 ** 10;
const mostBytesOfUnit = 3;

/** Encodes this many pages as UTF-8 in few, unshared buffers. */
export function openEncoder(pages: number): EncodePage {
  const encoder = new TextEncoder();
  let room = new Uint8Array(pages * roomForPage);
  const takeRoom = (size: number): Uint8Array<ArrayBuffer> => {
    const taken = room.subarray(0, size);
    room = room.subarray(size);
    return taken;
  };
  const atLeast = (size: number): void => {
    if (room.length < size) room = new Uint8Array(Math.max(size, pages * roomForPage));
  };
  return (body) => {
    if (typeof body !== 'string') {
      atLeast(body.length);
      room.set(body);
      return takeRoom(body.length);
    }
    const first = encoder.encodeInto(body, room);
    if (first.read === body.length) return takeRoom(first.written);
    atLeast(body.length * mostBytesOfUnit);
    return takeRoom(encoder.encodeInto(body, room).written);
  };
}

/** A body as a separate buffer. */
export const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;
