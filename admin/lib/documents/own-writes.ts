import type { Write } from '@frontage/model/changes/write';
import type { WrittenDocument } from '@frontage/model/staff-index';

const rememberedMs = 60_000;
const most = 50;

/**
 * The documents that this browser wrote in the last minute. Requests to the pipeline name them, so that its answers
 * include them before its hints arrive.
 */
export class OwnWrites {
  readonly #writes = new Map<string, { time: string | null; at: number }>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Records a commit. `times` are the update times in the server's answer, in the order of the writes. */
  record(writes: readonly Write[], times: readonly (string | undefined)[]): void {
    for (const [index, { path, type }] of writes.entries()) {
      // The newest write is the last entry.
      this.#writes.delete(path);
      const time = type === 'delete' ? null : times[index];
      if (time !== undefined) this.#writes.set(path, { time, at: this.#now() });
    }
  }

  /** The newest writes to these collections, at most 50. */
  recent(collections: readonly string[]): WrittenDocument[] {
    const since = this.#now() - rememberedMs;
    for (const [path, { at }] of this.#writes) if (at < since) this.#writes.delete(path);
    return [...this.#writes]
      .filter(([path]) => collections.includes(path.split('/')[0] ?? ''))
      .slice(-most)
      .map(([path, { time }]) => ({ path, time }));
  }
}
