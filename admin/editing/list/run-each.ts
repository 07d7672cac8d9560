export interface ItemResult<Item> {
  item: Item;
  /** Null for success. */
  error: unknown;
}

/** Applies an action to each item with limited concurrency. Returns the results in the items' order. Never rejects. */
export async function runEach<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<ItemResult<Item>[]> {
  const results: ItemResult<Item>[] = items.map((item) => ({ item, error: null }));
  const waiting = results.values();
  let done = 0;
  const work = async () => {
    for (const result of waiting) {
      try {
        await action(result.item);
      } catch (error) {
        result.error = error ?? new Error('failed');
      }
      onProgress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return results;
}

// Enough to hide the latency; few enough to leave connections for the browser's other requests.
const maxConcurrent = 4;
