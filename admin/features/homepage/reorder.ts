import type { Section } from '@frontage/model/section';

type Placed = Pick<Section, 'id' | 'order_index'>;

/** The list with the item at `from` moved to `to`; indices outside the list change nothing. */
export function move<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

/** The sections whose order_index must change to produce this order, with their new values. */
export function renumber<S extends Placed>(ordered: readonly S[]): { section: S; order_index: number }[] {
  return ordered
    .map((section, order_index) => ({ section, order_index }))
    .filter(({ section, order_index }) => section.order_index !== order_index);
}
