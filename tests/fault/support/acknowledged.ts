/** Counts the writes that a server acknowledged, so that a test can kill it under load without depending on time. */
export interface Acknowledged {
  add(): void;
  /** Resolves once `count` more have been added. */
  more(count: number): Promise<void>;
}

export function countAcknowledged(): Acknowledged {
  const waiting = new Set<{ left: number; resolve: () => void }>();
  return {
    add() {
      for (const waiter of waiting) {
        waiter.left -= 1;
        if (waiter.left > 0) continue;
        waiting.delete(waiter);
        waiter.resolve();
      }
    },
    more: (count) => new Promise((resolve) => waiting.add({ left: count, resolve })),
  };
}
