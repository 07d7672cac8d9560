/** Counts the writes a server has acknowledged, so that it is killed during work on any machine. */
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
