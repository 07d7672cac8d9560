interface Sharing<Item> {
  act: (items: readonly Item[]) => Promise<void>;
  /** The maximum number of items in a batch. */
  most: number;
  /** The maximum size of a batch; a single larger item is allowed. */
  room: number;
  sizeOf: (item: Item) => number;
  /** Whether a single item may have caused the failure of a batch: each is then retried alone. */
  isTriedApart: boolean;
}

interface Waiting<Item> {
  item: Item;
  done: PromiseWithResolvers<void>;
}

/**
 * Batches the work of concurrent calls of this instance: items that arrive while a batch runs form the next one.
 * Each call settles with the result of its batch, so that its event is redelivered after a failure.
 */
export function shareWork<Item>({ act, isTriedApart, ...bounds }: Sharing<Item>): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = [];
  let turn = Promise.resolve();

  const carryOut = async (): Promise<void> => {
    const together = takeSome(waiting, bounds);
    // An earlier batch included it.
    if (together.length === 0) return;
    try {
      await act(together.map(({ item }) => item));
      for (const { done } of together) done.resolve();
    } catch (error) {
      if (!isTriedApart || together.length === 1) for (const { done } of together) done.reject(error);
      else await Promise.all(together.map(({ item, done }) => act([item]).then(done.resolve, done.reject)));
    }
  };

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    turn = turn.then(carryOut);
    return done.promise;
  };
}

function takeSome<Item>(
  waiting: Waiting<Item>[],
  { most, room, sizeOf }: Pick<Sharing<Item>, 'most' | 'room' | 'sizeOf'>,
): Waiting<Item>[] {
  let size = 0;
  const count = waiting.findIndex(({ item }, index) => {
    size += sizeOf(item);
    return index > 0 && (index === most || size > room);
  });
  return waiting.splice(0, count < 0 ? waiting.length : count);
}
