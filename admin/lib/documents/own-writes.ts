import type { Write } from '@frontage/model/changes/write';
import type { WrittenDocument } from '@frontage/model/staff-index';

const rememberedMs = 60_000;
const most = 50;

const collectionOf = (path: string): string => path.split('/')[0] ?? '';

/**
 * The documents that this browser wrote in the last minute. Requests to the pipeline name them, so that its answers
 * include them before its hints arrive.
 */
export class OwnWrites {
  readonly #writes = new Map<string, { time: string | null; at: number }>();
  /** The running commits, with the collections that they write to. */
  readonly #running = new Map<Promise<unknown>, readonly string[]>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Keeps a commit of these writes as running until it has ended. Returns its result. */
  run<Result>(writes: readonly Write[], commit: Promise<Result>): Promise<Result> {
    this.#running.set(
      commit,
      writes.map(({ path }) => collectionOf(path)),
    );
    return commit.finally(() => this.#running.delete(commit));
  }

  /** Resolves when the commits to a collection that are running now have ended. */
  async settled(collection: string): Promise<void> {
    const running = [...this.#running].filter(([, collections]) => collections.includes(collection));
    await Promise.allSettled(running.map(([commit]) => commit));
  }

  /** Records a commit. `times` are the update times in the server's answer, in the order of the writes. */
  record(writes: readonly Write[], times: readonly (string | undefined)[]): void {
    for (const [index, { path, type }] of writes.entries()) {
      const time = type === 'delete' ? null : times[index];
      if (time !== undefined) this.note(path, time);
    }
  }

  /** Records a document that a function wrote for this browser. `time` is its update time; null for a deletion. */
  note(path: string, time: string | null): void {
    // The newest write is the last entry.
    this.#writes.delete(path);
    this.#writes.set(path, { time, at: this.#now() });
  }

  /** The newest writes to these collections, at most 50. */
  recent(collections: readonly string[]): WrittenDocument[] {
    const since = this.#now() - rememberedMs;
    for (const [path, { at }] of this.#writes) if (at < since) this.#writes.delete(path);
    return [...this.#writes]
      .filter(([path]) => collections.includes(collectionOf(path)))
      .slice(-most)
      .map(([path, { time }]) => ({ path, time }));
  }
}
