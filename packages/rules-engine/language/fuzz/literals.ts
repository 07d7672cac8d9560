/** The literals and names of random expressions: ordinary, unusual and extreme ones. */
export const NAMES = ['a', 'b', 'c', 'data', 'x'] as const;
export const TYPES = [
  'bool', 'bytes', 'duration', 'float', 'int', 'latlng', 'list', 'map', 'number', 'path', 'set', 'string', 'timestamp',
] as const; // prettier-ignore
export const TEXTS = [
  '',
  'a',
  'b',
  'Abc',
  'a/b',
  "it's",
  'back\\slash',
  'li\nne',
  'é',
  '😀',
  '[a-z]+',
  '(',
  '.*',
  '1',
  '-2.5',
];
export const INTS = [0n, 1n, 2n, 7n, 100n, 9007199254740993n, 9223372036854775807n];
export const FLOATS = [0, 0.5, 1, 2.5, 1e21, 1e-7, 1.7976931348623157e308];
