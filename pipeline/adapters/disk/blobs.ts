import { hash as digest, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, DiskFullError } from '../../site/blobs.ts';
import type { PageSink } from '../../render/render-routes.ts';
import { openBackgroundThread } from './background-thread.ts';
import { noFreeBlock } from './disk-full.ts';
import { explainFolderError } from './file-access.ts';
import { eraseBytes, type Erasure } from './erase-bytes.ts';
import { type PackEntry, Packs } from './packs.ts';

/** The file of a blob that is not in a pack. */
export const blobPath = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2));

/** SHA-256 of bytes, hex. */
export const hashBytes = (bytes: Uint8Array): string => digest('sha256', bytes, 'hex');

const packsFolder = 'packs';
// Pack size: large enough for few packs per site, small enough to buffer in memory.
const packSize = 4 * 2 ** 20;
// Fewer blobs than this are written as separate files, which can be removed completely.
const fewestPacked = 64;
// Fewer blobs than this are removed at once, because starting a thread takes longer.
const fewestInThread = 64;

/**
 * Stores blobs as files below `folder`, or in packs if many are added together. A finished file is renamed, so that
 * readers see only complete files. Files are not flushed to the disk one by one: a killed process loses nothing, and
 * after a power cut the pipeline checks the blobs and renders missing ones again.
 */
export class DiskBlobs implements Blobs {
  readonly #folder: string;
  readonly #packs: Packs;
  readonly #known = new Set<string>();
  readonly #shards = new Set<string>();
  readonly #eraser = openBackgroundThread<Erasure, null>(new URL('./erase-thread.ts', import.meta.url));
  // Forgotten blobs may be in packs, in files, or in both.
  readonly #forgottenInPacks = new Map<string, PackEntry[] | null>();
  readonly #forgotten = new Set<string>();
  readonly #erasing = new Set<string>();
  #erasure: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
    this.#packs = new Packs(join(folder, packsFolder));
  }

  async write(bytes: Uint8Array): Promise<string> {
    const hash = hashBytes(bytes);
    if (!this.isHere(hash)) await this.writeFile(hash, bytes);
    return hash;
  }

  together(): PageSink {
    return new PackWriter(this);
  }

  async read(hash: string): Promise<Uint8Array | null> {
    const isWhole = (bytes: Uint8Array | null): bytes is Uint8Array => bytes !== null && hashBytes(bytes) === hash;
    const packed = await this.#packs.read(hash, 'known');
    if (isWhole(packed)) return packed;
    const alone = await readFile(this.#pathOf(hash)).catch(nullIfMissing);
    if (isWhole(alone)) return alone;
    const packedSince = await this.#packs.read(hash, 'all');
    return isWhole(packedSince) ? packedSince : null;
  }

  async holds({ hash, size }: { hash: string; size: number }, thorough: boolean): Promise<boolean> {
    const isHeld = this.#sizeOf(hash) === size && (!thorough || (await this.read(hash)) !== null);
    if (isHeld) this.#known.add(hash);
    return isHeld;
  }

  async lost(blobs: ReadonlyMap<string, number>, thorough: boolean): Promise<Set<string>> {
    const packed = this.#packs.sizes();
    const lost = new Set<string>();
    for (const [hash, size] of blobs) {
      if (!thorough && packed.get(hash) === size) this.#known.add(hash);
      else if (!(await this.holds({ hash, size }, thorough))) lost.add(hash);
    }
    return lost;
  }

  async remove(hash: string): Promise<void> {
    this.forget([hash]);
    await this.eraseForgotten();
  }

  forget(hashes: readonly string[]): void {
    for (const hash of hashes) {
      this.#known.delete(hash);
      this.#forgotten.add(hash);
    }
    for (const { file, entries } of this.#packs.forget(hashes)) {
      const before = this.#forgottenInPacks.get(file) ?? [];
      this.#forgottenInPacks.set(file, entries && [...before, ...entries]);
    }
  }

  async eraseForgotten(): Promise<void> {
    while (this.#erasing.size > 0) await this.#erasure;
    const hashes = [...this.#forgotten];
    const order = this.#takeForgotten();
    if (order === null) return;
    if (hashes.length < fewestInThread) return eraseBytes(order);
    for (const hash of hashes) this.#erasing.add(hash);
    const work = this.#eraser.ask(order).finally(() => this.#erasing.clear());
    this.#erasure = work.catch(() => undefined);
    await work;
  }

  full(): DiskFullError | null {
    return noFreeBlock(this.#folder);
  }

  sweep(isWanted: (hash: string) => boolean): void {
    const folder = this.#folder;
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder)) {
      if (entry.startsWith('.')) rmSync(join(folder, entry), { force: true });
      else if (entry !== packsFolder) sweepShard(join(folder, entry), (rest) => isWanted(entry + rest));
    }
    this.#packs.sweep(isWanted);
  }

  /** Whether a blob that was written or found here is still stored. */
  isHere(hash: string): boolean {
    return this.#known.has(hash) && this.#sizeOf(hash) !== null;
  }

  /** Writes a blob as one file, after a running removal of its earlier file. */
  async writeFile(hash: string, bytes: Uint8Array): Promise<void> {
    while (this.#erasing.has(hash)) await this.#erasure;
    this.#forgotten.delete(hash);
    const shard = hash.slice(0, 2);
    const unfinished = join(this.#folder, `.${randomUUID()}`);
    // Synchronous, because passing a page to another thread and waiting for it takes ten times as long as writing it.
    try {
      if (!this.#shards.has(shard)) mkdirSync(join(this.#folder, shard), { recursive: true });
      this.#shards.add(shard);
      writeFileSync(unfinished, bytes);
      renameSync(unfinished, this.#pathOf(hash));
    } catch (error) {
      removeIfPossible(unfinished);
      throw explainFolderError(error, this.#folder);
    }
    this.#known.add(hash);
  }

  /** Writes blobs as one pack. */
  async writePack(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    try {
      await this.#packs.write(blobs);
    } catch (error) {
      throw explainFolderError(error, join(this.#folder, packsFolder));
    }
    for (const hash of blobs.keys()) this.#known.add(hash);
  }

  #pathOf(hash: string): string {
    return blobPath(this.#folder, hash);
  }

  #sizeOf(hash: string): number | null {
    return this.#packs.size(hash, 'known') ?? this.#fileSize(hash) ?? this.#packs.size(hash, 'all');
  }

  #fileSize(hash: string): number | undefined {
    const isLeaving = this.#forgotten.has(hash) || this.#erasing.has(hash);
    return isLeaving ? undefined : statSync(this.#pathOf(hash), { throwIfNoEntry: false })?.size;
  }

  /** The removal of all forgotten blobs; null if there are none. */
  #takeForgotten(): Erasure | null {
    if (this.#forgotten.size === 0 && this.#forgottenInPacks.size === 0) return null;
    const packs = Array.from(this.#forgottenInPacks, ([file, entries]) => ({ file, entries }));
    const files = Array.from(this.#forgotten, (hash) => this.#pathOf(hash));
    this.#forgottenInPacks.clear();
    this.#forgotten.clear();
    return { packs, files };
  }
}

/** Stores added blobs in packs. While one pack is written, the next one is filled. */
class PackWriter implements PageSink {
  readonly #blobs: DiskBlobs;
  #waiting = new Map<string, Uint8Array>();
  #size = 0;
  #written: ReadonlyMap<string, Uint8Array> = new Map();
  #writing: Promise<unknown> = Promise.resolve();
  readonly #transferred = new Set<ArrayBuffer>();

  constructor(blobs: DiskBlobs) {
    this.#blobs = blobs;
  }

  async add(hash: string, bytes: Uint8Array): Promise<void> {
    if (this.#waiting.has(hash) || this.#blobs.isHere(hash)) return;
    this.#waiting.set(hash, bytes);
    this.#size += bytes.length;
    if (this.#size >= packSize) await this.#beginPack();
  }

  leave(buffers: Iterable<ArrayBuffer>): void {
    for (const buffer of buffers) this.#transferred.add(buffer);
    this.#freeBuffers();
  }

  async end(): Promise<void> {
    while (this.#waiting.size >= fewestPacked) await this.#beginPack();
    await this.#writing;
    for (const [hash, bytes] of this.#waiting) await this.#blobs.writeFile(hash, bytes);
    this.#waiting.clear();
    this.#size = 0;
    this.#freeBuffers();
  }

  /** Writes the buffered blobs after the previous pack; the caller that adds or ends receives a failure. */
  async #beginPack(): Promise<void> {
    const before = this.#writing;
    await before;
    // Of several callers waiting for one pack, the first writes the blobs of all.
    if (this.#writing !== before) return;
    this.#written = this.#waiting;
    this.#waiting = new Map();
    this.#size = 0;
    this.#writing = this.#blobs.writePack(this.#written).then(() => {
      this.#written = new Map();
      this.#freeBuffers();
    });
    this.#writing.catch(() => undefined);
  }

  /** Frees the memory of buffers at once. Otherwise V8 would collect all garbage whenever some packs were added. */
  #freeBuffers(): void {
    const needed = new Set([...this.#waiting.values(), ...this.#written.values()].map(({ buffer }) => buffer));
    for (const buffer of this.#transferred) {
      if (needed.has(buffer)) continue;
      this.#transferred.delete(buffer);
      buffer.transfer(0);
    }
  }
}

function sweepShard(shard: string, isWanted: (rest: string) => boolean): void {
  for (const rest of readdirSync(shard)) if (!isWanted(rest)) rmSync(join(shard, rest), { force: true });
}

/** Removes an unfinished file. A failure must not hide the error of writing it. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The next writer removes it.
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
