import type { Blobs } from '../release/blobs.ts';
import type { Commit, Committer, ReleaseStore } from '../release/store.ts';
import type { LoggedCommit } from './commit-lines.ts';
import type { CommitLog, NewBlob } from './log.ts';

/** Another writer has committed first: its commits are to be applied before trying again. */
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
  /** Those on this machine. */
  blobs: Blobs;
  retain: number;
}

/** A store that is this machine's index of a log which others write too. */
export interface SharedStore extends Committer {
  /**
   * Applies the commits of others and returns them in order, or null where they are too many to hold.
   * @throws SupersededError when one of them was made by templates that took the place of `templates`.
   */
  catchUp(templates: string | null): Promise<readonly Commit[] | null>;
  /** Waits for pending reads of the store. */
  close(): Promise<void>;
  /** The blobs of this machine and, where they are not here, those of the log. */
  blobs: Blobs;
}

// A machine that was away for longer reads its store again.
const mostHeld = 20;

/** @throws Error when the bytes are not on this machine. */
export async function readOrThrow(blobs: Pick<Blobs, 'read'>, hash: string): Promise<Uint8Array> {
  const bytes = await blobs.read(hash);
  if (bytes === null) throw new Error(`The bytes ${hash} are missing or damaged on this machine`);
  return bytes;
}

/** Makes commits durable in the log before they count on this machine. */
export function shareStore({ log, store, blobs, retain }: SharedStoreOptions): SharedStore {
  const newBlobs = (commit: Commit): NewBlob[] => {
    const hashes = new Set([...commit.files.set].map(({ hash }) => hash));
    for (const { files } of commit.images.set) for (const { hash } of files) hashes.add(hash);
    return [...hashes]
      .filter((hash) => store.placeOf(hash) === null)
      .map((hash) => ({ hash, read: () => readOrThrow(blobs, hash) }));
  };

  const apply = async ({ commit, places }: LoggedCommit): Promise<void> => {
    const unneeded = store.commit(commit, retain, places);
    await Promise.allSettled(unneeded.map((hash) => blobs.remove(hash)));
  };

  return {
    commit: async (commit) => {
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
        if (count <= mostHeld) applied.push(logged.commit);
        else applied.length = 0;
        const after = logged.commit.head.templates;
        if (templates !== null && before === templates && after !== undefined && after !== templates) {
          throw new SupersededError('A process started later publishes with other templates');
        }
      }
      return count > mostHeld ? null : applied;
    },

    close: () => Promise.resolve(),

    blobs: {
      ...blobs,
      read: async (hash) => {
        const here = await blobs.read(hash);
        if (here !== null) return here;
        const place = store.placeOf(hash);
        const bytes = place && (await log.readBlob(place));
        if (bytes) await blobs.write(bytes);
        return bytes && blobs.read(hash);
      },
      // Content of the log can be read on demand.
      holds: async (blob, thorough) => store.placeOf(blob.hash) !== null || blobs.holds(blob, thorough),
      lost: (wanted, thorough) =>
        blobs.lost(new Map([...wanted].filter(([hash]) => store.placeOf(hash) === null)), thorough),
    },
  };
}
