import type { Blobs } from './blobs.ts';
import type { FileEntry } from './files.ts';

/** Reads files of releases; one whose bytes are missing or damaged is made again from content first. */
interface Repair {
  read(file: FileEntry): Promise<Uint8Array>;
  /** Makes files anew whose bytes are not what they should be; answers those for which that failed. */
  restore(files: readonly FileEntry[]): Promise<FileEntry[]>;
}

interface RepairOptions {
  blobs: Pick<Blobs, 'read' | 'holds' | 'remove'>;
  /** Makes everything anew that was made of these bytes; null where nothing can be made. */
  remake: ((lost: ReadonlySet<string>) => Promise<unknown>) | null;
}

export function openRepair({ blobs, remake }: RepairOptions): Repair {
  const underWay = new Map<string, Promise<unknown>>();
  // What content no longer gives is not made again for every visitor who asks.
  const hopeless = new Set<string>();

  const restore = async (files: readonly FileEntry[]): Promise<FileEntry[]> => {
    if (remake === null) return [...files];
    const lost = new Set(files.map(({ hash }) => hash));
    for (const hash of lost) await blobs.remove(hash);
    await remake(lost);
    const left: FileEntry[] = [];
    for (const file of files) if (!(await blobs.holds(file, true))) left.push(file);
    for (const { hash } of left) hopeless.add(hash);
    return left;
  };

  const restoreOnce = (file: FileEntry): Promise<unknown> => {
    const running = underWay.get(file.hash);
    if (running) return running;
    const work = restore([file]).finally(() => underWay.delete(file.hash));
    underWay.set(file.hash, work);
    return work;
  };

  return {
    restore,
    read: async (file) => {
      const bytes = await blobs.read(file.hash);
      if (bytes !== null) return bytes;
      if (!hopeless.has(file.hash)) await restoreOnce(file);
      const again = await blobs.read(file.hash);
      if (again === null) throw new Error(`The bytes of ${file.path} are damaged. Run: npx frontage verify --repair`);
      return again;
    },
  };
}
