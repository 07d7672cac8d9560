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

/** SHA-256 of a file's compressed bytes by that of its bytes, so that a file is compressed once. */
export interface PackedHashes {
  get(hash: string): string | undefined;
  set(hash: string, packed: string): void;
}

export interface NewVersion {
  config: ServingConfig;
  /** The files it adds to `base`, or all of them. */
  files: readonly HostedFile[];
  /** The version it begins as a copy of, and the paths that are not taken over from it. */
  base?: { version: string; without: readonly string[] };
  packed: PackedHashes;
}

export interface MadeVersion {
  /** Resource name. */
  version: string;
  /** Files that Hosting did not have already. */
  uploaded: number;
}

/** Makes a finished version. Bytes that Hosting knows from any earlier version are not sent again. */
export async function makeVersion(api: HostingApi, { config, files, base, packed }: NewVersion): Promise<MadeVersion> {
  // Bytes compressed for their hash are usually required right afterwards.
  const fresh = new Map<string, Buffer>();
  let freshBytes = 0;
  const keepAWhile = (hash: string, bytes: Buffer): void => {
    freshBytes += bytes.length;
    if (freshBytes <= mostFreshBytes) fresh.set(hash, bytes);
  };
  const offering = inTurn(files, 8, async (file) => {
    const known = packed.get(file.hash);
    if (known !== undefined) return { file, hash: known };
    const bytes = await pack(file);
    const hash = hashOf(bytes);
    packed.set(file.hash, hash);
    keepAWhile(hash, bytes);
    return { file, hash };
  });
  const begun = base ? api.cloneVersion(base.version, base.without) : api.createVersion(config);
  const [version, offered] = await Promise.all([begun, offering]);
  const { required, upload } =
    offered.length === 0
      ? { required: [], upload: null }
      : await api.populate(version, new Map(offered.map(({ file, hash }) => [file.path, hash])));
  const fileOf = new Map(offered.map(({ file, hash }) => [hash, file]));
  await inTurn(required, 100, async (hash) => {
    const file = fileOf.get(hash);
    if (!file) throw new Error(`Hosting asks for ${hash}, which was not offered`);
    await upload?.(hash, fresh.get(hash) ?? (await pack(file)));
  });
  await api.finalize(version);
  return { version, uploaded: required.length };
}

const mostFreshBytes = 16 * 1024 * 1024;

// Hosting knows a file by the hash of its compressed bytes: the level must not change, or everything is sent again.
const compress = promisify(gzip);
const pack = async ({ read }: HostedFile): Promise<Buffer> => compress(await read(), { level: 9 });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Hosting takes hundreds of uploads side by side; compressing is done by a few. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return new PQueue({ concurrency: atOnce }).addAll(items.map((item) => () => work(item)));
}
