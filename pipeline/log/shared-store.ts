import type { Blobs } from '../site/blobs.ts';
import type { Commit, Committer, ReleaseStore } from '../site/store.ts';
import type { LoggedCommit } from './commit-lines.ts';
import type { CommitLog, NewBlob } from './log.ts';

/** Another writer has committed first. Its commits must be applied before the next attempt. */
export class BehindError extends Error {
  override name = 'BehindError';
}

/** Another process, started later, has newer templates: this one must not revert them. */
export class SupersededError extends Error {
  override name = 'SupersededError';
}

export interface SharedStoreOptions {
  log: CommitLog;
  store: ReleaseStore;
  /** The blobs on this machine. */
  blobs: Blobs;
  /** Number of releases kept. */
  retain: number;
}

/** A release store that indexes, on this machine, a log which other processes also write. */
export interface SharedStore extends Committer {
  /**
   * Applies the commits of other writers. Returns them in order, or null if there are more than twenty.
   * @throws SupersededError if one of them replaces `templates` with other templates.
   */
  catchUp(templates: string | null): Promise<readonly Commit[] | null>;
  /** Waits for pending reads of the store. */
  close(): Promise<void>;
  /** The blobs on this machine. A blob that is missing here is read from the log. */
  blobs: Blobs;
}

// After more missed commits, the caller reloads its store instead of applying them to the state in memory.
const maxReturnedCommits = 20;

/** The bytes of a blob. @throws Error if they are missing or damaged on this machine. */
export async function readOrThrow(blobs: Pick<Blobs, 'read'>, hash: string): Promise<Uint8Array> {
  const bytes = await blobs.read(hash);
  if (bytes === null) throw new Error(`The bytes ${hash} are missing or damaged on this machine`);
  return bytes;
}

/** Wraps a store so that a commit is durable in the log before it is applied on this machine. */
export function shareStore({ log, store, blobs, retain }: SharedStoreOptions): SharedStore {
  const newBlobs = (commit: Commit): NewBlob[] => {
    const hashes = new Set([...commit.files.set].map(({ hash }) => hash));
    for (const { files } of commit.images.set) for (const { hash } of files) hashes.add(hash);
    return [...hashes]
      .filter((hash) => store.placeOf(hash) === null)
      .map((hash) => ({ hash, read: () => readOrThrow(blobs, hash) }));
  };

  const apply = async ({ commit, places }: LoggedCommit): Promise<void> => {
    blobs.forget(store.commit(commit, retain, places));
    await Promise.allSettled([blobs.eraseForgotten()]);
  };

  return {
    commit: async (step) => {
      // All followers forget the same releases, even if they are configured to keep other numbers of them.
      const commit = { ...step, head: { ...step.head, oldest: store.oldestAfter(step, retain) } };
      const places = await log.append(commit, newBlobs(commit));
      if (places === null) throw new BehindError('Another process has published meanwhile');
      return store.commit(commit, retain, places);
    },

    catchUp: async (templates) => {
      const applied: Commit[] = [];
      let count = 0;
      for await (const logged of log.after(store.head()?.commit ?? 0)) {
        const before = store.head()?.templates;
        await apply(logged);
        count += 1;
        if (count <= maxReturnedCommits) applied.push(logged.commit);
        else applied.length = 0;
        const after = logged.commit.head.templates;
        if (templates !== null && before === templates && after !== undefined && after !== templates) {
          throw new SupersededError('A process started later publishes with other templates');
        }
      }
      return count > maxReturnedCommits ? null : applied;
    },

    close: () => Promise.resolve(),

    blobs: readThrough(blobs, { store, log }),
  };
}

/** Reads blobs that are missing on this machine from the log. */
function readThrough(blobs: Blobs, { store, log }: Pick<SharedStoreOptions, 'store' | 'log'>): Blobs {
  return {
    write: (bytes) => blobs.write(bytes),
    together: () => blobs.together(),
    read: async (hash) => {
      const here = await blobs.read(hash);
      if (here !== null) return here;
      const place = store.placeOf(hash);
      const bytes = place && (await log.readBlob(place));
      if (bytes) await blobs.write(bytes);
      return bytes && blobs.read(hash);
    },
    // A blob in the log can be read on demand.
    holds: async (blob, thorough) => store.placeOf(blob.hash) !== null || blobs.holds(blob, thorough),
    lost: (wanted, thorough) =>
      blobs.lost(new Map([...wanted].filter(([hash]) => store.placeOf(hash) === null)), thorough),
    remove: (hash) => blobs.remove(hash),
    forget: (hashes) => blobs.forget(hashes),
    eraseForgotten: () => blobs.eraseForgotten(),
    full: () => blobs.full(),
    sweep: (isWanted) => blobs.sweep(isWanted),
  };
}
