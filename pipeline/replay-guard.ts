/** Standard Webhooks accepts timestamps five minutes to either side; an id need not be remembered for longer. */
const toleranceMs = 5 * 60 * 1_000;

/** Remembers message ids for as long as their signature could be accepted again. */
export function openReplayGuard(now: () => number = Date.now) {
  const seen = new Map<string, number>();
  return {
    isNew(id: string): boolean {
      const horizon = now() - 2 * toleranceMs;
      // Insertion order is time order: the old ones come first.
      for (const [old, at] of seen) {
        if (at >= horizon) break;
        seen.delete(old);
      }
      if (seen.has(id)) return false;
      seen.set(id, now());
      return true;
    },
    forget(id: string): void {
      seen.delete(id);
    },
  };
}
