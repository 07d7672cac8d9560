/**
 * The bytes of a JPEG, PNG, WebP or SVG without metadata: positions, cameras, names, comments, previews and data after
 * the image. Orientation and color profile stay, because the image is displayed by them. The pixels are not encoded
 * again. Only parts that are needed for display are copied, so unknown parts and the rest of a damaged file go too.
 * Files of other types, and files without metadata, are returned unchanged.
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array {
  const stripped = strip(bytes);
  return stripped.length === bytes.length && stripped.every((byte, at) => byte === bytes[at]) ? bytes : stripped;
}

function strip(bytes: Uint8Array): Uint8Array {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return stripJpeg(bytes);
  if (startsWith(bytes, pngSignature)) return stripPng(bytes);
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 4) === 'WEBP') return stripWebp(bytes);
  return looksLikeSvg(bytes) ? stripSvg(bytes) : bytes;
}

/** Whether a file starts like an SVG. */
export const looksLikeSvg = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*<(\?xml|!--|svg|!DOCTYPE)/i.test(new TextDecoder().decode(bytes.subarray(0, 256)));

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

const latin = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

const asciiBytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// ── Orientation, the one part of Exif data that stays ────────────────────────────────────────────────────────────

const orientationTag = 0x0112;

/** The orientation in Exif data (a TIFF structure), 1 to 8; 1 if it is missing or invalid. */
function orientationOf(exif: Uint8Array): number {
  const order = latin(exif, 0, 2);
  if (exif.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const isLittle = order === 'II';
  const view = viewOf(exif);
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > exif.length) return 1;
  const entries = view.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > exif.length) return 1;
    if (view.getUint16(entry, isLittle) !== orientationTag) continue;
    const isLong = view.getUint16(entry + 2, isLittle) === 4;
    const value = isLong ? view.getUint32(entry + 8, isLittle) : view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Exif data that states an orientation and nothing else. */
const exifOf = (orientation: number): Uint8Array =>
  Uint8Array.from([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, orientationTag >> 8, orientationTag & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);

// ── JPEG: segments ───────────────────────────────────────────────────────────────────────────────────────────────

const exifName = 'Exif\0\0';
const colorProfileName = 'ICC_PROFILE\0';

const jpeg = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2 } as const;
const adobe = 0xee;
// Segments in which the decoder's tables, frames and restart intervals stand.
const isDecoding = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xdf && marker !== 0xc8) || marker === 0x01;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const hasNoLength = (marker: number): boolean => isRestart(marker) || marker === 0x01;

function stripJpeg(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  let orientation = 1;
  let end: Uint8Array = new Uint8Array();
  let at = 2;
  for (;;) {
    // Any number of fill bytes may precede a marker.
    while (at < bytes.length && (bytes[at] !== 0xff || bytes[at + 1] === 0xff || bytes[at + 1] === 0)) at += 1;
    const marker = bytes[at + 1];
    if (marker === jpeg.endOfImage) end = Uint8Array.of(0xff, marker);
    if (marker === undefined || marker === jpeg.endOfImage) break;
    const start = at;
    at += 2;
    if (marker === jpeg.startOfImage || hasNoLength(marker)) continue;
    const length = at + 1 < bytes.length ? viewOf(bytes).getUint16(at) : 0;
    if (length < 2 || at + length > bytes.length) break;
    const segment = bytes.subarray(start, at + length);
    const content = segment.subarray(4);
    at += length;
    if (marker === jpeg.app1 && latin(content, 0, exifName.length) === exifName) {
      orientation = orientation === 1 ? orientationOf(content.subarray(exifName.length)) : orientation;
    } else if (marker === jpeg.startOfScan) {
      const next = endOfScan(bytes, at);
      kept.push(segment, bytes.subarray(at, next));
      at = next;
    } else kept.push(...displayed(marker, segment, content));
  }
  const exif = orientation === 1 ? [] : [jpegSegment(jpeg.app1, [asciiBytes(exifName), exifOf(orientation)])];
  // JFIF data must be the first segment.
  const isFirst = kept[0]?.[1] === jpeg.app0 ? 1 : 0;
  return concat([
    Uint8Array.of(0xff, jpeg.startOfImage),
    ...kept.slice(0, isFirst),
    ...exif,
    ...kept.slice(isFirst),
    end,
  ]);
}

/** A segment as far as it decides how the image is displayed. */
function displayed(marker: number, segment: Uint8Array, content: Uint8Array): Uint8Array[] {
  if (isDecoding(marker)) return [segment];
  // The transformation of the colors.
  if (marker === adobe && latin(content, 0, 5) === 'Adobe') return [jpegSegment(marker, [content.subarray(0, 12)])];
  if (marker === jpeg.app2 && latin(content, 0, colorProfileName.length) === colorProfileName) return [segment];
  if (marker !== jpeg.app0 || latin(content, 0, 5) !== 'JFIF\0' || content.length < 12) return [];
  // Version and density, without the preview image.
  return [jpegSegment(marker, [content.subarray(0, 12), Uint8Array.of(0, 0)])];
}

function jpegSegment(marker: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = concat(parts);
  const length = content.length + 2;
  return concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), content]);
}

/** Where the coded pixels from `start` end: at the next marker that is not part of them. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

// ── PNG: chunks ──────────────────────────────────────────────────────────────────────────────────────────────────

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Pixels, colors, transparency, density and animation. */
const displayedChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);

function stripPng(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, pngSignature.length)];
  let orientation = 1;
  let header = 0;
  for (let at = pngSignature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) break;
    const type = latin(bytes, at + 4, 4);
    if (type === 'eXIf') orientation = orientationOf(bytes.subarray(at + 8, end - 4));
    if (displayedChunks.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IHDR') header = kept.length;
    if (type === 'IEND') break;
    at = end;
  }
  if (orientation !== 1) kept.splice(header, 0, pngChunk('eXIf', exifOf(orientation)));
  return concat(kept);
}

function pngChunk(type: string, content: Uint8Array): Uint8Array {
  const body = concat([asciiBytes(type), content]);
  const frame = new Uint8Array(body.length + 8);
  frame.set(body, 4);
  viewOf(frame).setUint32(0, content.length);
  viewOf(frame).setUint32(body.length + 4, checksum(body));
  return frame;
}

/** CRC-32, as PNG uses it. */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

// ── WebP: chunks of a RIFF file ──────────────────────────────────────────────────────────────────────────────────

const webpChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const frameChunks = new Set(['VP8 ', 'VP8L', 'ALPH']);
const [frameHeader, hasExif, hasXmp] = [16, 0x08, 0x04];

interface Chunk {
  type: string;
  content: Uint8Array;
}

/** The chunks between two places. A chunk that ends outside is left out, with all after it. */
function webpChunksIn(bytes: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = viewOf(bytes).getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) break;
    chunks.push({ type: latin(bytes, at, 4), content: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function webpChunk({ type, content }: Chunk): Uint8Array {
  const length = new Uint8Array(4);
  viewOf(length).setUint32(0, content.length, true);
  return concat([asciiBytes(type), length, content, new Uint8Array(content.length % 2)]);
}

function stripWebp(bytes: Uint8Array): Uint8Array {
  const end = Math.min(bytes.length, 8 + (bytes.length < 8 ? 0 : viewOf(bytes).getUint32(4, true)));
  const chunks = webpChunksIn(bytes.subarray(12, end));
  const exif = chunks.find(({ type }) => type === 'EXIF')?.content ?? new Uint8Array();
  const isNamed = latin(exif, 0, exifName.length) === exifName;
  const orientation = orientationOf(isNamed ? exif.subarray(exifName.length) : exif);
  const kept = chunks.flatMap(({ type, content }): Chunk[] => {
    if (type === 'VP8X') return [{ type, content: withFlags(content, orientation !== 1) }];
    if (type === 'ANMF') return [{ type, content: stripFrame(content) }];
    return webpChunks.has(type) ? [{ type, content }] : [];
  });
  const last = orientation === 1 ? [] : [{ type: 'EXIF', content: exifOf(orientation) }];
  const body = concat([asciiBytes('WEBP'), ...[...kept, ...last].map(webpChunk)]);
  const size = new Uint8Array(4);
  viewOf(size).setUint32(0, body.length, true);
  return concat([asciiBytes('RIFF'), size, body]);
}

/** The header of a WebP that names its parts. */
function withFlags(header: Uint8Array, isRotated: boolean): Uint8Array {
  const flags = ((header[0] ?? 0) & ~(hasExif | hasXmp)) | (isRotated ? hasExif : 0);
  return concat([Uint8Array.of(flags), header.subarray(1, 10)]);
}

const stripFrame = (frame: Uint8Array): Uint8Array =>
  concat([
    frame.subarray(0, frameHeader),
    ...webpChunksIn(frame.subarray(frameHeader))
      .filter(({ type }) => frameChunks.has(type))
      .map(webpChunk),
  ]);

// ── SVG: comments, metadata elements, and attributes of editors ──────────────────────────────────────────────────

const comments = /<!--(?:(?!--)[\s\S])*-->/g;
const tags = /<(\/?)([A-Za-z_][\w:.-]*)((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>/g;
// Attributes with another prefix are of drawing programs, such as inkscape:export-filename with the path of a file.
const isDisplayedAttribute = (name: string): boolean => /^(?:[^:]*|(?:xlink|xml|xmlns):.*)$/.test(name);

function stripSvg(bytes: Uint8Array): Uint8Array {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
  const source = text.replaceAll(comments, '');
  const kept: string[] = [];
  // Number of open metadata elements.
  let depth = 0;
  let at = 0;
  for (const { 0: tag, 1: slash = '', 2: name = '', 3: rest = '', index } of source.matchAll(tags)) {
    if (depth === 0) kept.push(source.slice(at, index));
    at = index + tag.length;
    if (name !== 'metadata') {
      if (depth === 0) kept.push(`<${slash}${name}${withoutForeign(rest)}>`);
    } else if (slash === '/') depth = Math.max(0, depth - 1);
    else if (!rest.endsWith('/')) depth += 1;
  }
  kept.push(source.slice(at));
  return new TextEncoder().encode(kept.join(''));
}

/** The attributes of an element without those of drawing programs. */
function withoutForeign(rest: string): string {
  const attributes = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    attributes.lastIndex = at;
    const [whole, name = ''] = attributes.exec(rest) ?? [];
    if (whole === undefined) return kept.join('') + rest.slice(at);
    if (isDisplayedAttribute(name)) kept.push(whole);
    at += whole.length;
  }
}
