import { DiskFullError } from '../release/blobs.ts';

/** An item that fails even without the others, and its error. */
interface Culprit<Item> {
  item: Item;
  error: unknown;
}

interface Failed<Item> {
  /** The error of the attempt with all items. */
  error: unknown;
  /** The operation to retry. */
  act: (items: readonly Item[]) => Promise<void>;
  /** Rejects if the operation fails regardless of the item (for example, the source is down). */
  probe: () => Promise<unknown>;
}

/**
 * Retries a failed operation on halves of the items until each failing item is isolated. Returns the failing items; for
 * the others, the operation has succeeded.
 * @throws `error` if `probe` rejects or there are no items, and any DiskFullError, because no item causes it.
 */
export async function bisectFailures<Item>(
  items: readonly Item[],
  { error, act, probe }: Failed<Item>,
): Promise<Culprit<Item>[]> {
  if (items.length === 0 || error instanceof DiskFullError) throw error;
  await probe().catch(() => {
    throw error;
  });
  // A single item is retried too: the first failure may have been temporary.
  return doInHalves(items, act);
}

async function doInHalves<Item>(items: readonly Item[], act: Failed<Item>['act']): Promise<Culprit<Item>[]> {
  const middle = Math.ceil(items.length / 2);
  const culprits: Culprit<Item>[] = [];
  for (const half of [items.slice(0, middle), items.slice(middle)].filter(({ length }) => length > 0)) {
    try {
      await act(half);
    } catch (error) {
      if (error instanceof DiskFullError) throw error;
      culprits.push(...(half.length === 1 ? blame(half, error) : await doInHalves(half, act)));
    }
  }
  return culprits;
}

const blame = <Item>(items: readonly Item[], error: unknown): Culprit<Item>[] => items.map((item) => ({ item, error }));
