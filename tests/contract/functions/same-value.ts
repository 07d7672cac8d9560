/** Whether two Firestore values are equal. Timestamps, geo points and references are compared with `isEqual`. */
export function sameValue(a: unknown, b: unknown): boolean {
  const comparable = a as { isEqual?: (other: unknown) => boolean } | null;
  if (typeof comparable?.isEqual === 'function') return comparable.isEqual(b);
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
