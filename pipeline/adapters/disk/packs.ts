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
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { entryOf, forgetEntry, hashesIn, packOf, placeSize, readTable, sizesIn, type PackTable } from './pack-table.ts';

/** Whether to search the known packs only, or also those written by other processes since. */
type Look = 'known' | 'anew';

/** Many blobs in few files: storing one costs writing its bytes, not creating a file. */
export interface Packs {
  /** Writes blobs as one file, which appears whole. */
  write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** The bytes of a blob, unchecked; null if no pack holds it. */
  read(hash: string, look: Look): Promise<Uint8Array | null>;
  /** The size of a blob; null when no pack holds it whole. */
  size(hash: string, look: Look): number | null;
  /** The sizes of all that known packs hold whole, by hash. */
  sizes(): ReadonlyMap<string, number>;
  /** Overwrites a blob in every pack that holds it. A pack that holds nothing more is removed. */
  remove(hash: string): void;
  /** Removes unwanted blobs and remains of interrupted writes. */
  sweep(isWanted: (hash: string) => boolean): void;
}

interface Pack {
  name: string;
  file: string;
  size: number;
  table: PackTable;
}

/** Packs as files below `folder`. Other processes may read them while one writes. */
export function openPacks(folder: string): Packs {
  const packs = new Map<string, Pack>();
  const holders = new Map<string, Pack>();
  // Blobs that are in other packs too, as where two processes have written them.
  const elsewhere = new Map<string, Pack[]>();

  const isPresent = (pack: Pack | undefined): pack is Pack => pack !== undefined && packs.get(pack.name) === pack;

  /** With the texts of its hashes that are held anyway, where there are such. */
  const take = (pack: Pack, hashes: Iterable<string> = hashesIn(pack.table)): void => {
    packs.set(pack.name, pack);
    for (const hash of hashes) {
      const earlier = holders.get(hash);
      if (isPresent(earlier)) elsewhere.set(hash, [...(elsewhere.get(hash) ?? []), earlier]);
      holders.set(hash, pack);
    }
  };
  /** Lists the packs again: another process may have written or removed some. */
  const look = (): void => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
    const present = new Set(names);
    for (const name of [...packs.keys()].filter((name) => !present.has(name))) packs.delete(name);
    for (const name of names.filter((name) => !packs.has(name))) {
      const pack = readPack(name, join(folder, name));
      if (pack) take(pack);
    }
  };
  const isWhole = ({ file, size }: Pack): boolean => statSync(file, { throwIfNoEntry: false })?.size === size;
  const find = (hash: string) => {
    const pack = holders.get(hash);
    const entry = pack && isWhole(pack) ? entryOf(pack.table, hash) : null;
    return pack && entry && { file: pack.file, ...entry };
  };
  const search = (hash: string, how: Look) => {
    const found = find(hash);
    if (found || how === 'known') return found;
    look();
    return find(hash);
  };
  const erase = (pack: Pack, hash: string): void => {
    const entry = forgetEntry(pack.table, hash);
    if (!entry) return;
    if (holders.get(hash) === pack) holders.delete(hash);
    if (pack.table.count > 0) overwrite(pack.file, entry);
    else drop(pack);
  };
  const drop = ({ name, file }: Pack): void => {
    packs.delete(name);
    rmSync(file, { force: true });
  };

  look();
  return {
    write: async (blobs) => {
      const { parts, size, table } = packOf(blobs);
      const name = randomUUID();
      const unfinished = join(folder, `.${name}`);
      mkdirSync(folder, { recursive: true });
      try {
        await writeParts(unfinished, parts, size);
        await rename(unfinished, join(folder, name));
      } catch (error) {
        rmSync(unfinished, { force: true });
        throw error;
      }
      take({ name, file: join(folder, name), size, table }, blobs.keys());
    },
    read: async (hash, how) => {
      const found = search(hash, how);
      const file = found && (await open(found.file).catch(() => null));
      if (!found || !file) return null;
      try {
        const { buffer } = await file.read(Buffer.allocUnsafe(found.length), 0, found.length, found.start);
        return buffer;
      } finally {
        await file.close();
      }
    },
    size: (hash, how) => search(hash, how)?.length ?? null,
    sizes: () => new Map([...packs.values()].filter(isWhole).flatMap(({ table }) => [...sizesIn(table)])),
    remove: (hash) => {
      const all = [holders.get(hash), ...(elsewhere.get(hash) ?? [])];
      for (const pack of all.filter(isPresent)) erase(pack, hash);
      elsewhere.delete(hash);
    },
    sweep: (isWanted) => {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) if (name.startsWith('.')) rmSync(join(folder, name), { force: true });
      look();
      for (const pack of packs.values()) {
        const held = [...hashesIn(pack.table)];
        const unwanted = held.filter((hash) => !isWanted(hash));
        if (unwanted.length === held.length) drop(pack);
        else for (const hash of unwanted) erase(pack, hash);
      }
    },
  };
}

/** Writes parts as one file, as they lie in memory: put together before, they would be there twice. */
async function writeParts(path: string, parts: readonly Uint8Array[], size: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    const { bytesWritten } = await file.writev(parts);
    // A full disk takes some of it, and says so of the rest.
    if (bytesWritten < size) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten));
  } finally {
    await file.close();
  }
}

/** Null when the file is no whole pack. */
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

/** The bytes are removed first: an entry left in the table is then detected as damaged by its hash. */
function overwrite(file: string, { start, length, place }: { start: number; length: number; place: number }): void {
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, Buffer.alloc(length), 0, length, start);
    writeSync(descriptor, Buffer.alloc(placeSize), 0, placeSize, place);
  } finally {
    closeSync(descriptor);
  }
}
