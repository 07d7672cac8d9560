/** Stores ids for `window` milliseconds, to detect repeated messages. */
export interface RecentIds {
  /** Stores an id. Returns false if it is already stored. */
  add(id: string): boolean;
}

export function openRecentIds(window: number): RecentIds {
  const seen = new Map<string, number>();
  return {
    add: (id) => {
      const now = performance.now();
      for (const [old, at] of seen) {
        if (now - at <= window) break;
        seen.delete(old);
      }
      if (seen.has(id)) return false;
      seen.set(id, now);
      return true;
    },
  };
}
