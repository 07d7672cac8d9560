import { randomUUID } from 'node:crypto';
import type { BlobPlace, Commit, Cursor } from '../site/store.ts';
import { packCommit, unpackCommit, type LoggedCommit } from './commit-lines.ts';
import { numberedName, numberIn, type Objects } from './objects.ts';

/** A blob that the log does not hold yet. */
export interface NewBlob {
  hash: string;
  read(): Promise<Uint8Array>;
}

/**
 * The durable history of a site: a sequence of commits. A commit is created only if its number is free. This
 * conditional write publishes the commit and prevents two writers from using the same number.
 */
export interface CommitLog {
  /**
   * Writes a commit and its blobs. Returns the places of the blobs, or null if another writer's commit has the same
   * number. If it throws, the commit may or may not have been written; read it with `after` to find out.
   */
  append(commit: Commit, blobs: readonly NewBlob[]): Promise<BlobPlace[] | null>;
  /** Commits after a number, in order. @throws GapError if one of them is no longer stored. */
  after(number: number): AsyncIterable<LoggedCommit>;
  /** Number of the newest commit, or `number` if there is no later one. */
  newest(number: number): Promise<number>;
  /** Stores blobs that belong to no commit, in packs named after a commit number. Returns their places. */
  keep(number: number, blobs: readonly NewBlob[]): Promise<BlobPlace[]>;
  /** The bytes of a blob; null if its pack is no longer stored. */
  readBlob(place: BlobPlace): Promise<Uint8Array | null>;
  /** Stores the index as of a commit, for machines that start with an empty folder. */
  writeSnapshot(number: number, bytes: Uint8Array): Promise<void>;
  /** The newest stored snapshot; null if there is none. */
  newestSnapshot(): Promise<{ number: number; bytes: Uint8Array } | null>;
  /**
   * Keeps the two newest snapshots. Removes earlier snapshots, the commits up to the older kept one, and the packs up
   * to the newer one for which `isNeeded` returns false. Does nothing while there are fewer than two snapshots.
   */
  forget(isNeeded: (pack: string) => boolean): Promise<void>;
  /** The newest stored source cursor; null if there is none. All documents read up to it are in the log. */
  cursor(): Promise<Cursor | null>;
  /** Stores a source cursor and removes older ones. */
  noteCursor(cursor: Cursor): Promise<void>;
  /** Creates the log, starting after commit `base`, unless it exists. Returns it and whether this call created it. */
  begin(base: number): Promise<LogIdentity & { isNew: boolean }>;
}

export interface LogIdentity {
  /** Identifies this log. */
  id: string;
  /** Number of the commit after which the log starts: 0, or that of a snapshot which its creator wrote first. */
  base: number;
}

/** The log has removed commits that this reader has not applied: it must start from a snapshot. */
export class GapError extends Error {
  override name = 'GapError';
}

const largestPack = 32 * 1024 * 1024;
const keptSnapshots = 2;
const readAhead = 8;

export function openLog(objects: Objects): CommitLog {
  const packBlobs = async (number: number, token: string, blobs: readonly NewBlob[]): Promise<BlobPlace[]> => {
    const places: BlobPlace[] = [];
    let parts: Uint8Array[] = [];
    let size = 0;
    let pack = packName(number, token, 0);
    const write = async (): Promise<void> => {
      if (parts.length === 0) return;
      // The name contains a random token: if the object exists, an earlier attempt of this write has created it.
      await objects.create(pack, Buffer.concat(parts));
      parts = [];
      size = 0;
      pack = packName(number, token, places.length);
    };
    for (const { hash, read } of blobs) {
      const bytes = await read();
      places.push({ hash, pack, start: size, length: bytes.length });
      parts.push(bytes);
      size += bytes.length;
      if (size >= largestPack) await write();
    }
    await write();
    return places;
  };

  const commitNumbers = async (number: number): Promise<number[]> =>
    (await objects.list('commits/', numberedName('commits', number))).flatMap(
      (name) => numberIn('commits', name) ?? [],
    );

  const snapshotNumbers = async (): Promise<number[]> =>
    (await objects.list('snapshots/')).flatMap((name) => numberIn('snapshots', name) ?? []);

  const cursorNames = (): Promise<string[]> => objects.list('cursors/');

  const readCommit = async (number: number): Promise<LoggedCommit | null> => {
    const bytes = await objects.read(numberedName('commits', number));
    return bytes && unpackCommit(bytes);
  };
  /** Starts reading; errors reject when the result is awaited. */
  const beginReading = (number: number): Promise<LoggedCommit | null> => {
    const reading = readCommit(number);
    reading.catch(() => undefined);
    return reading;
  };

  return {
    append: async (commit, blobs) => {
      const token = randomUUID();
      const number = commit.head.commit;
      const places = await packBlobs(number, token, blobs);
      const isWritten = await objects.create(
        numberedName('commits', number),
        await packCommit({ token, commit, places }),
      );
      // If the object exists with this token, an earlier attempt of this write has created it.
      if (isWritten || (await readCommit(number))?.token === token) return places;
      await Promise.allSettled([...new Set(places.map(({ pack }) => pack))].map((pack) => objects.remove(pack)));
      return null;
    },

    async *after(number) {
      const numbers = await commitNumbers(number);
      if (numbers.some((found, index) => found !== number + 1 + index)) {
        throw new GapError(`The log no longer contains commit ${String(number + 1)}`);
      }
      const ahead = numbers.slice(0, readAhead).map(beginReading);
      for (const index of numbers.keys()) {
        const commit = await ahead[index];
        ahead[index] = Promise.resolve(null);
        const next = numbers[index + readAhead];
        if (next !== undefined) ahead.push(beginReading(next));
        if (!commit) throw new GapError(`The log no longer contains commit ${String(number + 1 + index)}`);
        yield commit;
      }
    },

    keep: (number, blobs) => packBlobs(number, randomUUID(), blobs),

    newest: async (number) => (await commitNumbers(number)).at(-1) ?? number,

    readBlob: ({ pack, start, length }) =>
      length === 0 ? Promise.resolve(new Uint8Array()) : objects.read(pack, { start, length }),

    writeSnapshot: async (number, bytes) => {
      await objects.create(numberedName('snapshots', number), bytes);
    },

    newestSnapshot: async () => {
      for (const number of (await snapshotNumbers()).reverse()) {
        const bytes = await objects.read(numberedName('snapshots', number));
        if (bytes) return { number, bytes };
      }
      return null;
    },

    forget: async (isNeeded) => {
      const snapshots = await snapshotNumbers();
      const [oldestKept, newest] = snapshots.slice(-keptSnapshots);
      if (oldestKept === undefined || newest === undefined) return;
      const commits = (await commitNumbers(0)).filter((number) => number <= oldestKept);
      const packs = (await objects.list('packs/')).filter((name) => packNumber(name) <= newest && !isNeeded(name));
      const names = [
        ...commits.map((number) => numberedName('commits', number)),
        ...snapshots.filter((number) => number < oldestKept).map((number) => numberedName('snapshots', number)),
        ...packs,
      ];
      for (const name of names) await objects.remove(name);
    },

    cursor: async () => {
      const newest = (await cursorNames()).at(-1);
      const bytes = newest === undefined ? null : await objects.read(newest);
      return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Cursor);
    },

    noteCursor: async (cursor) => {
      const name = numberedName('cursors', Math.floor(Date.parse(cursor.at) / 1_000));
      await objects.create(name, Buffer.from(JSON.stringify(cursor)));
      for (const older of (await cursorNames()).filter((found) => found < name)) await objects.remove(older);
    },

    begin: async (base) => {
      const identity: LogIdentity = { id: randomUUID(), base };
      if (await objects.create('identity', Buffer.from(JSON.stringify(identity)))) {
        return { ...identity, isNew: true };
      }
      const found = JSON.parse(Buffer.from((await objects.read('identity')) ?? []).toString()) as LogIdentity;
      return { ...found, isNew: found.id === identity.id };
    },
  };
}

const packName = (number: number, token: string, part: number): string =>
  `${numberedName('packs', number)}-${token}-${String(part)}`;

const packNumber = (name: string): number => Number(/^packs\/(\d{12})-/.exec(name)?.[1] ?? Infinity);
