/** A syntax tree as text without positions, to compare two of them. */
export function plainTree(tree: unknown): string {
  return JSON.stringify(tree, (key, value: unknown) => {
    if (key === 'start' || key === 'end' || key === 'nameStart') return undefined;
    if (typeof value === 'bigint') return `int ${value}`;
    if (typeof value === 'number') return `float ${Object.is(value, -0) ? '-0' : value}`;
    return value instanceof Uint8Array ? `bytes ${[...value].join(' ')}` : value;
  });
}
