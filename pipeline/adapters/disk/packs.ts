import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The packs to search: the known ones, or also those that other processes have written since. */
type Scope = 'known' | 'all';

/** Blobs to remove from one pack. */
export interface PackErasure {
  file: string;
  /** Places to overwrite; null to remove the file, because it contains no other blobs. */
  entries: readonly PackEntry[] | null;
}

interface Pack {
  name: string;
  file: string;
  size: number;
  table: PackTable;
}

/**
 * Stores many blobs in few files below `folder`. Storing a blob costs writing its bytes, but not creating a file. Other
 * processes may read the packs while one writes.
 */
export class Packs {
  readonly #folder: string;
  readonly #packs = new Map<string, Pack>();
  readonly #holders = new Map<string, Pack>();
  // Earlier packs that also contain a blob, for example because two processes have written it.
  readonly #earlierHolders = new Map<string, Pack[]>();
  // Names of packs without blobs, whose files may still exist.
  readonly #dropped = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#refresh();
  }

  /** Writes blobs as one file. Readers never see a partial file. */
  async write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const { parts, size, table } = packOf(blobs);
    const name = randomUUID();
    const unfinished = join(this.#folder, `.${name}`);
    mkdirSync(this.#folder, { recursive: true });
    try {
      await writeParts(unfinished, parts, size);
      await rename(unfinished, join(this.#folder, name));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
    this.#add({ name, file: join(this.#folder, name), size, table }, blobs.keys());
  }

  /** The bytes of a blob, without a check of their hash; null if no pack contains it. */
  async read(hash: string, scope: Scope): Promise<Uint8Array | null> {
    const found = this.#search(hash, scope);
    const file = found && (await open(found.file).catch(() => null));
    if (!found || !file) return null;
    try {
      const { buffer } = await file.read(Buffer.allocUnsafe(found.length), 0, found.length, found.start);
      return buffer;
    } finally {
      await file.close();
    }
  }

  /** The size of a blob; null if no complete pack contains it. */
  size(hash: string, scope: Scope): number | null {
    return this.#search(hash, scope)?.length ?? null;
  }

  /** The sizes of all blobs in known, complete packs, by hash. */
  sizes(): ReadonlyMap<string, number> {
    return new Map([...this.#packs.values()].filter(isWhole).flatMap(({ table }) => [...sizesIn(table)]));
  }

  /**
   * Forgets blobs in every pack that contains them. Their bytes stay in the files until the returned work is passed to
   * `erasePacks`.
   */
  forget(hashes: Iterable<string>): PackErasure[] {
    const forgotten = new Map<Pack, PackEntry[]>();
    for (const hash of hashes) {
      const all = [this.#holders.get(hash), ...(this.#earlierHolders.get(hash) ?? [])];
      this.#holders.delete(hash);
      this.#earlierHolders.delete(hash);
      for (const pack of all) {
        if (!this.#isPresent(pack)) continue;
        const entry = forgetEntry(pack.table, hash);
        const entries = forgotten.get(pack) ?? [];
        if (entry) forgotten.set(pack, entries).get(pack)?.push(entry);
      }
    }
    return Array.from(forgotten, ([{ name, file, table }, entries]) => {
      if (table.count > 0) return { file, entries };
      this.#packs.delete(name);
      this.#dropped.add(name);
      return { file, entries: null };
    });
  }

  /** Removes unwanted blobs and remains of interrupted writes. */
  sweep(isWanted: (hash: string) => boolean): void {
    const folder = this.#folder;
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) if (name.startsWith('.')) rmSync(join(folder, name), { force: true });
    this.#dropped.clear();
    this.#refresh();
    erasePacks(
      [...this.#packs.values()].flatMap(({ table }) =>
        this.forget([...hashesIn(table)].filter((hash) => !isWanted(hash))),
      ),
    );
  }

  #isPresent(pack: Pack | undefined): pack is Pack {
    return pack !== undefined && this.#packs.get(pack.name) === pack;
  }

  /** Adds a pack. `hashes` are its hashes, as strings that are in memory anyway if there are such. */
  #add(pack: Pack, hashes: Iterable<string> = hashesIn(pack.table)): void {
    this.#packs.set(pack.name, pack);
    for (const hash of hashes) {
      const earlier = this.#holders.get(hash);
      if (this.#isPresent(earlier))
        this.#earlierHolders.set(hash, [...(this.#earlierHolders.get(hash) ?? []), earlier]);
      this.#holders.set(hash, pack);
    }
  }

  /** Lists the packs again: another process may have written or removed some. */
  #refresh(): void {
    const folder = this.#folder;
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
    const present = new Set(names);
    for (const name of [...this.#packs.keys(), ...this.#dropped].filter((name) => !present.has(name))) {
      this.#packs.delete(name);
      this.#dropped.delete(name);
    }
    for (const name of names.filter((name) => !this.#packs.has(name) && !this.#dropped.has(name))) {
      const pack = readPack(name, join(folder, name));
      if (pack) this.#add(pack);
    }
  }

  #search(hash: string, scope: Scope) {
    const found = this.#find(hash);
    if (found || scope === 'known') return found;
    this.#refresh();
    return this.#find(hash);
  }

  #find(hash: string) {
    const pack = this.#holders.get(hash);
    const entry = pack && isWhole(pack) ? entryOf(pack.table, hash) : null;
    return pack && entry && { file: pack.file, ...entry };
  }
}

const isWhole = ({ file, size }: Pack): boolean => statSync(file, { throwIfNoEntry: false })?.size === size;

/** Writes parts as one file. They are not concatenated first, because they would then be in memory twice. */
async function writeParts(path: string, parts: readonly Uint8Array[], size: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    const { bytesWritten } = await file.writev(parts);
    // A full disk accepts only a part without an error. Writing the rest then throws the error.
    if (bytesWritten < size) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten));
  } finally {
    await file.close();
  }
}

/** Reads a pack; null if the file is missing or is not a complete pack. */
function readPack(name: string, file: string): Pack | null {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return null;
  const descriptor = openSync(file, 'r');
  try {
    const table = readTable(size, (bytes, at) => void readSync(descriptor, bytes, 0, bytes.length, at));
    return table && { name, file, size, table };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes blobs from packs, each of which is opened once. The bytes of a blob are overwritten before its table entry. If
 * only the bytes were overwritten, the hash shows the damage.
 */
export function erasePacks(erasures: readonly PackErasure[]): void {
  for (const { file, entries } of erasures) {
    if (entries === null) rmSync(file, { force: true });
    else if (existsSync(file)) overwrite(file, entries);
  }
}

function overwrite(file: string, entries: readonly PackEntry[]): void {
  const descriptor = openSync(file, 'r+');
  try {
    const zeros = Buffer.alloc(Math.max(placeSize, ...entries.map(({ length }) => length)));
    for (const { start, length } of entries) writeSync(descriptor, zeros, 0, length, start);
    for (const { place } of entries) writeSync(descriptor, zeros, 0, placeSize, place);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The table at the start of a pack: the number of blobs, then for each, in the order of their hashes, the hash, the
 * offset and the length of its bytes. Zeros mark a removed blob.
 */
interface PackTable {
  bytes: Buffer;
  /** Blobs that have not been removed. */
  count: number;
}

/** The place of a blob. */
export interface PackEntry {
  start: number;
  length: number;
  /** Offset of `start` and `length` in the pack. */
  place: number;
}

const countSize = 4;

const hashSize = 32;

const placeSize = 8;

const entrySize = hashSize + placeSize;

/** Creates a pack of these blobs, given by hash. Returns its parts in order, its size and its table. */
function packOf(blobs: ReadonlyMap<string, Uint8Array>): {
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
function readTable(size: number, read: (into: Buffer, at: number) => void): PackTable | null {
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

function* hashesIn(table: PackTable): Generator<string> {
  for (const [hash] of sizesIn(table)) yield hash;
}

/** Hashes and sizes of the blobs in a table. */
function* sizesIn(table: PackTable): Generator<[hash: string, size: number]> {
  for (let at = countSize; at < table.bytes.length; at += entrySize) {
    const entry = placeAt(table, at);
    if (entry) yield [table.bytes.toString('hex', at, at + hashSize), entry.length];
  }
}

/** The entry of a blob; null if the table does not contain it. */
function entryOf(table: PackTable, hash: string): PackEntry | null {
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
function forgetEntry(table: PackTable, hash: string): PackEntry | null {
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
