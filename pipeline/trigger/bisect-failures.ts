/** What could not be done for one item, alone. */
interface Culprit<Item> {
  item: Item;
  error: unknown;
}

interface Failed<Item> {
  /** Why it could not be done for all at once. */
  error: unknown;
  act: (items: readonly Item[]) => Promise<void>;
  /** Rejects where the deed does not work at all: no item is to blame then. */
  probe: () => Promise<unknown>;
}

/**
 * Does for halves of the items what failed for all of them, until those that fail alone are found. They are returned, the
 * others are done.
 * @throws `error` when it does not work for any item.
 */
export async function bisectFailures<Item>(
  items: readonly Item[],
  { error, act, probe }: Failed<Item>,
): Promise<Culprit<Item>[]> {
  if (items.length === 0) throw error;
  await probe().catch(() => {
    throw error;
  });
  // It may have failed for a moment: nothing is blamed that was tried once.
  return doInHalves(items, act);
}

async function doInHalves<Item>(items: readonly Item[], act: Failed<Item>['act']): Promise<Culprit<Item>[]> {
  const middle = Math.ceil(items.length / 2);
  const culprits: Culprit<Item>[] = [];
  for (const half of [items.slice(0, middle), items.slice(middle)].filter(({ length }) => length > 0)) {
    try {
      await act(half);
    } catch (error) {
      culprits.push(...(half.length === 1 ? blame(half, error) : await doInHalves(half, act)));
    }
  }
  return culprits;
}

const blame = <Item>(items: readonly Item[], error: unknown): Culprit<Item>[] => items.map((item) => ({ item, error }));
