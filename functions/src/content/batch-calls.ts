interface Sharing<Item> {
  act: (items: readonly Item[]) => Promise<void>;
  /** The maximum number of items in a batch. */
  maxItems: number;
  /** The maximum size of a batch, as the sum of `sizeOf`; a single larger item is allowed. */
  maxSize: number;
  sizeOf: (item: Item) => number;
  /** Whether each item of a failed batch is retried alone, because a single item may have caused the failure. */
  retriesItemsAlone: boolean;
}

interface Waiting<Item> {
  item: Item;
  done: PromiseWithResolvers<void>;
}

/**
 * Batches the work of concurrent calls of this instance: items that arrive while a batch runs form the next one.
 * Each call settles with the result of its batch, so that its event is redelivered after a failure.
 */
export function batchCalls<Item>({ act, retriesItemsAlone, ...bounds }: Sharing<Item>): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = [];
  let queue = Promise.resolve();

  const runBatch = async (): Promise<void> => {
    const batch = takeBatch(waiting, bounds);
    // An earlier batch included the items.
    if (batch.length === 0) return;
    try {
      await act(batch.map(({ item }) => item));
      for (const { done } of batch) done.resolve();
    } catch (error) {
      if (!retriesItemsAlone || batch.length === 1) for (const { done } of batch) done.reject(error);
      else await Promise.all(batch.map(({ item, done }) => act([item]).then(done.resolve, done.reject)));
    }
  };

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    queue = queue.then(runBatch);
    return done.promise;
  };
}

function takeBatch<Item>(
  waiting: Waiting<Item>[],
  { maxItems, maxSize, sizeOf }: Pick<Sharing<Item>, 'maxItems' | 'maxSize' | 'sizeOf'>,
): Waiting<Item>[] {
  let size = 0;
  const count = waiting.findIndex(({ item }, index) => {
    size += sizeOf(item);
    return index > 0 && (index === maxItems || size > maxSize);
  });
  return waiting.splice(0, count < 0 ? waiting.length : count);
}
