/** A bounded cache of recent writes, so that readers of recent events need not read and decode them. */
export interface RecentWrites<Written> {
  /** Adds a write; `bytes` is oldestBytes estimated memory. */
  put(sequence: number, written: Written, bytes: number): void;
  get(sequence: number): Written | undefined;
}

export function openRecentWrites<Written>(maxBytes: number): RecentWrites<Written> {
  const kept = new Map<number, { written: Written; bytes: number }>();
  let total = 0;
  return {
    put(sequence, written, bytes) {
      kept.set(sequence, { written, bytes });
      total += bytes;
      for (const [oldest, { bytes: oldestBytes }] of kept) {
        if (total <= maxBytes) break;
        kept.delete(oldest);
        total -= oldestBytes;
      }
    },
    get: (sequence) => kept.get(sequence)?.written,
  };
}
