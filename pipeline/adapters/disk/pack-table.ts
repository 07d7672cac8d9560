/**
 * The table at the start of a pack: the number of blobs, then for each, in the order of their hashes, the hash, the
 * offset and the length of its bytes. Zeros mark a removed blob.
 */
export interface PackTable {
  bytes: Buffer;
  /** Blobs that have not been removed. */
  count: number;
}

export interface PackEntry {
  start: number;
  length: number;
  /** Offset of `start` and `length` in the pack. */
  place: number;
}

const countSize = 4;
const hashSize = 32;
export const placeSize = 8;
const entrySize = hashSize + placeSize;

/** Creates a pack of these blobs, given by hash. Returns its parts in order, its size and its table. */
export function packOf(blobs: ReadonlyMap<string, Uint8Array>): {
  parts: Uint8Array[];
  size: number;
  table: PackTable;
} {
  const sorted = [...blobs].sort(([one], [other]) => (one < other ? -1 : 1));
  const table = Buffer.alloc(countSize + sorted.length * entrySize);
  table.writeUInt32LE(sorted.length);
  let start = table.length;
  for (const [index, [hash, { length }]] of sorted.entries()) {
    const at = countSize + index * entrySize;
    table.write(hash, at, 'hex');
    table.writeUInt32LE(start, at + hashSize);
    table.writeUInt32LE(length, at + hashSize + 4);
    start += length;
  }
  const parts = [table, ...sorted.map(([, blob]) => blob)];
  return { parts, size: start, table: { bytes: table, count: sorted.length } };
}

/** Reads the table of a file of this size; null if the file does not start with a table. */
export function readTable(size: number, read: (into: Buffer, at: number) => void): PackTable | null {
  if (size < countSize) return null;
  const count = Buffer.alloc(countSize);
  read(count, 0);
  const length = countSize + count.readUInt32LE() * entrySize;
  if (length > size) return null;
  const bytes = Buffer.alloc(length);
  read(bytes, 0);
  const table = { bytes, count: 0 };
  for (let at = countSize; at < length; at += entrySize) if (placeAt(table, at)) table.count += 1;
  return table;
}

export function* hashesIn(table: PackTable): Generator<string> {
  for (const [hash] of sizesIn(table)) yield hash;
}

/** Hashes and sizes of the blobs in a table. */
export function* sizesIn(table: PackTable): Generator<[hash: string, size: number]> {
  for (let at = countSize; at < table.bytes.length; at += entrySize) {
    const entry = placeAt(table, at);
    if (entry) yield [table.bytes.toString('hex', at, at + hashSize), entry.length];
  }
}

/** The entry of a blob; null if the table does not contain it. */
export function entryOf(table: PackTable, hash: string): PackEntry | null {
  const wanted = Buffer.from(hash, 'hex');
  let [low, high] = [0, (table.bytes.length - countSize) / entrySize];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = countSize + middle * entrySize;
    const order = table.bytes.compare(wanted, 0, hashSize, at, at + hashSize);
    if (order === 0) return placeAt(table, at);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}

/** Removes a blob from the table. Returns its entry, or null if the table does not contain it. */
export function forgetEntry(table: PackTable, hash: string): PackEntry | null {
  const entry = entryOf(table, hash);
  if (entry === null) return null;
  table.bytes.fill(0, entry.place, entry.place + placeSize);
  table.count -= 1;
  return entry;
}

/** The entry at an offset of the table; null if its blob was removed. */
function placeAt({ bytes }: PackTable, at: number): PackEntry | null {
  const place = at + hashSize;
  const start = bytes.readUInt32LE(place);
  return start === 0 ? null : { start, length: bytes.readUInt32LE(place + 4), place };
}
