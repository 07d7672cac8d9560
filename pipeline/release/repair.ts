import type { Blobs } from './blobs.ts';
import type { FileEntry, Files } from './files.ts';

/** Reads files of releases. Missing or damaged bytes are first rebuilt from the content. */
interface Repair {
  read(file: FileEntry): Promise<Uint8Array>;
  /** Rebuilds files with damaged bytes. Returns the rebuilt paths and the failed ones. */
  restoreDamaged(files: Files): Promise<{ repaired: string[]; left: string[] }>;
}

interface RepairOptions {
  blobs: Pick<Blobs, 'read' | 'holds' | 'remove'>;
  /** Rebuilds everything derived from these bytes; null if that is impossible. */
  remake: ((lost: ReadonlySet<string>) => Promise<unknown>) | null;
}

export function openRepair({ blobs, remake }: RepairOptions): Repair {
  const running = new Map<string, Promise<unknown>>();
  // Hashes of files that the content no longer produces. They are not rebuilt on every request.
  const unrepairable = new Set<string>();

  const restore = async (files: readonly FileEntry[]): Promise<FileEntry[]> => {
    if (remake === null) return [...files];
    const lost = new Set(files.map(({ hash }) => hash));
    for (const hash of lost) await blobs.remove(hash);
    await remake(lost);
    const left: FileEntry[] = [];
    for (const file of files) if (!(await blobs.holds(file, true))) left.push(file);
    for (const { hash } of left) unrepairable.add(hash);
    return left;
  };

  const restoreOnce = (file: FileEntry): Promise<unknown> => {
    const earlier = running.get(file.hash);
    if (earlier) return earlier;
    const work = restore([file]).finally(() => running.delete(file.hash));
    running.set(file.hash, work);
    return work;
  };

  return {
    restoreDamaged: async (files) => {
      const damaged = (await damagedPaths(files, blobs)).flatMap((path) => files.get(path) ?? []);
      if (damaged.length === 0) return { repaired: [], left: [] };
      const left = await restore(damaged);
      const paths = (some: readonly FileEntry[]): string[] => some.map(({ path }) => path);
      return { repaired: paths(damaged.filter((file) => !left.includes(file))), left: paths(left) };
    },
    read: async (file) => {
      const bytes = await blobs.read(file.hash);
      if (bytes !== null) return bytes;
      if (!unrepairable.has(file.hash)) await restoreOnce(file);
      const again = await blobs.read(file.hash);
      if (again === null) throw new Error(`The bytes of ${file.path} are damaged. Run: npx frontage verify --repair`);
      return again;
    },
  };
}

/** The paths of a release with missing or damaged bytes. */
export async function damagedPaths(live: Files, blobs: Pick<Blobs, 'holds'>): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of live.values()) if (!(await blobs.holds(file, true))) damaged.push(file.path);
  return damaged;
}
