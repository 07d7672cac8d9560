/** The value with every Firestore timestamp converted to an ISO string, at any depth. */
export function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  if (isTimestamp(value)) return value.toDate().toISOString();
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlain(inner)]));
}

/** Whether two values of plain JSON are equal, ignoring the order of keys. NaN equals NaN. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

/** Whether two stored values are equal; a missing value equals null, and timestamps equal their ISO strings. */
export const isSameValue = (left: unknown, right: unknown): boolean =>
  isSame(toPlain(left ?? null), toPlain(right ?? null));

interface TimestampLike {
  toDate(): Date;
}

const isTimestamp = (value: object): value is TimestampLike => 'toDate' in value && typeof value.toDate === 'function';
