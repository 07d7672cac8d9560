/** The smallest `count` items in order, without sorting the others: a heap with the largest kept item on top. */
export function smallest<T>(items: readonly T[], compare: (a: T, b: T) => number, count: number): T[] {
  if (count === 0) return [];
  const heap: T[] = [];
  for (const item of items) {
    if (heap.length < count) siftUp(heap, compare, item);
    else if (compare(item, heap[0] as T) < 0) siftDown(heap, compare, item);
  }
  return heap.sort(compare);
}

function siftUp<T>(heap: T[], compare: (a: T, b: T) => number, item: T): void {
  let i = heap.length;
  heap.push(item);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    const above = heap[parent] as T;
    if (compare(item, above) <= 0) break;
    heap[i] = above;
    i = parent;
  }
  heap[i] = item;
}

/** Replaces the top. */
function siftDown<T>(heap: T[], compare: (a: T, b: T) => number, item: T): void {
  const { length } = heap;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= length) break;
    if (child + 1 < length && compare(heap[child + 1] as T, heap[child] as T) > 0) child++;
    const below = heap[child] as T;
    if (compare(item, below) >= 0) break;
    heap[i] = below;
    i = child;
  }
  heap[i] = item;
}
