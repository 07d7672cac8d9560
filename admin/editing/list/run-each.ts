export interface ItemResult<Item> {
  item: Item;
  /** Null when it worked. */
  error: unknown;
}

/** Does one thing to each item, a few at a time, and tells what became of each, in the items' order. Never rejects. */
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
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

// Enough to hide the way to the server; few enough that a browser's other requests still get through.
const atOnce = 4;
