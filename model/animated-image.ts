/** Whether an image has several frames: an animated PNG, WebP or GIF. */
export function isAnimated(bytes: Uint8Array): boolean {
  const text = (at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length));
  if (text(1, 3) === 'PNG') return isAnimatedPng(bytes, text);
  // The extended header states an animation in its flags.
  if (text(0, 4) === 'RIFF' && text(8, 8) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 2) !== 0;
  return text(0, 3) === 'GIF' && framesOfGif(bytes) > 1;
}

/** The chunk of an animation precedes the pixels. */
function isAnimatedPng(bytes: Uint8Array, text: (at: number, length: number) => string): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = text(at + 4, 4);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

const colorTableSize = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The number of frames of a GIF, at most 2. */
function framesOfGif(bytes: Uint8Array): number {
  const byte = (at: number): number => bytes[at] ?? 0;
  const afterBlocks = (start: number): number => {
    let at = start;
    while (at < bytes.length && byte(at) !== 0) at += byte(at) + 1;
    return at + 1;
  };
  let frames = 0;
  let at = 13 + colorTableSize(byte(10));
  while (at < bytes.length && frames < 2) {
    if (byte(at) === 0x21) at = afterBlocks(at + 2);
    else if (byte(at) === 0x2c) {
      frames += 1;
      at = afterBlocks(at + 11 + colorTableSize(byte(at + 9)));
    } else break;
  }
  return frames;
}
