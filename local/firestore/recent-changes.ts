/** A bounded cache of recent writes, so that close followers need not read and decode them. */
export interface Recent<Written> {
  /** Adds a write; `bytes` is its estimated memory. */
  put(sequence: number, written: Written, bytes: number): void;
  get(sequence: number): Written | undefined;
}

export function openRecent<Written>(mostBytes: number): Recent<Written> {
  const kept = new Map<number, { written: Written; bytes: number }>();
  let total = 0;
  return {
    put(sequence, written, bytes) {
      kept.set(sequence, { written, bytes });
      total += bytes;
      for (const [oldest, { bytes: its }] of kept) {
        if (total <= mostBytes) break;
        kept.delete(oldest);
        total -= its;
      }
    },
    get: (sequence) => kept.get(sequence)?.written,
  };
}
