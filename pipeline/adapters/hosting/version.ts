import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import PQueue from 'p-queue';
import type { HostingApi } from './api.ts';
import type { ServingConfig } from './version-config.ts';

/** A file to be served; `path` begins with a slash. */
export interface HostedFile {
  path: string;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  read(): Promise<Uint8Array>;
}

/** SHA-256 of a file's compressed bytes, by SHA-256 of its bytes. Stored so that a file is compressed once. */
export interface PackedHashes {
  get(hash: string): string | undefined;
  set(hash: string, packed: string): void;
}

export interface NewVersion {
  config: ServingConfig;
  /** The files to add to `base`, or all files without `base`. */
  files: readonly HostedFile[];
  /** The version to copy, and the paths that are not copied. */
  base?: { version: string; without: readonly string[] };
  packed: PackedHashes;
}

export interface MadeVersion {
  /** Resource name of the version. */
  version: string;
  /** Number of files that Hosting did not have. */
  uploaded: number;
}

/** Makes a finalized version. Bytes that Hosting has from any earlier version are not uploaded again. */
export async function makeVersion(api: HostingApi, { config, files, base, packed }: NewVersion): Promise<MadeVersion> {
  // Compressed bytes are kept for a while, because Hosting usually requires them right after their hash is declared.
  const fresh = new Map<string, Buffer>();
  let freshBytes = 0;
  const keepCompressed = (hash: string, bytes: Buffer): void => {
    freshBytes += bytes.length;
    if (freshBytes <= maxFreshBytes) fresh.set(hash, bytes);
  };
  const declaring = mapConcurrently(files, 8, async (file) => {
    const known = packed.get(file.hash);
    if (known !== undefined) return { file, hash: known };
    const bytes = await pack(file);
    const hash = hashOf(bytes);
    packed.set(file.hash, hash);
    keepCompressed(hash, bytes);
    return { file, hash };
  });
  const creating = base ? api.cloneVersion(base.version, base.without) : api.createVersion(config);
  const [version, declared] = await Promise.all([creating, declaring]);
  const { required, upload } =
    declared.length === 0
      ? { required: [], upload: null }
      : await api.populate(version, new Map(declared.map(({ file, hash }) => [file.path, hash])));
  const fileOf = new Map(declared.map(({ file, hash }) => [hash, file]));
  await mapConcurrently(required, 100, async (hash) => {
    const file = fileOf.get(hash);
    if (!file) throw new Error(`Hosting requires ${hash}, which was not declared`);
    await upload?.(hash, fresh.get(hash) ?? (await pack(file)));
  });
  await api.finalize(version);
  return { version, uploaded: required.length };
}

const maxFreshBytes = 16 * 1024 * 1024;

// Hosting identifies a file by the hash of its compressed bytes. If the level changes, all files are uploaded again.
const compress = promisify(gzip);
const pack = async ({ read }: HostedFile): Promise<Buffer> => compress(await read(), { level: 9 });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Runs `work` for all items, `atOnce` of them concurrently. Hosting accepts hundreds of concurrent uploads. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return new PQueue({ concurrency: atOnce }).addAll(items.map((item) => () => work(item)));
}
