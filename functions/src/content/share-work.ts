interface Sharing<Item> {
  act: (items: readonly Item[]) => Promise<void>;
  /** How many are acted on at once. */
  most: number;
  /** What they take together at most, a single one apart. */
  room: number;
  sizeOf: (item: Item) => number;
  /** Whether one of them may be why all failed: each is then tried by itself. */
  isTriedApart: boolean;
}

interface Waiting<Item> {
  item: Item;
  done: PromiseWithResolvers<void>;
}

/**
 * Has calls of this instance do their work together: what comes while some of it is under way is done at once with the next.
 * Each call learns what became of the work it had a part in, so that its own event is delivered again if need be.
 */
export function shareWork<Item>({ act, isTriedApart, ...bounds }: Sharing<Item>): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = [];
  let turn = Promise.resolve();

  const carryOut = async (): Promise<void> => {
    const together = takeSome(waiting, bounds);
    // Those before have taken it along.
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
