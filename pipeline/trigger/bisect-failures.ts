/** What could not be done for one item, alone. */
interface Culprit<Item> {
  item: Item;
  error: unknown;
}

interface Attempt<Item> {
  act: (items: readonly Item[]) => Promise<void>;
  /** Rejects where the deed does not work at all: no item is to blame then. */
  probe: () => Promise<unknown>;
}

/**
 * Does something for all items at once; where that fails, for halves of them, until those that fail alone are found. They
 * are returned, the others are done.
 * @throws what `act` threw when it does not work for any item.
 */
export async function bisectFailures<Item>(
  items: readonly Item[],
  { act, probe }: Attempt<Item>,
): Promise<Culprit<Item>[]> {
  try {
    await act(items);
    return [];
  } catch (error) {
    if (items.length === 0) throw error;
    await probe().catch(() => {
      throw error;
    });
    // It may have failed for a moment: nothing is blamed that was tried once.
    return doInHalves(items, act);
  }
}

async function doInHalves<Item>(items: readonly Item[], act: Attempt<Item>['act']): Promise<Culprit<Item>[]> {
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
