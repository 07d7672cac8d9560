import type { TypeName } from '../values.ts';
import { BYTES_METHODS, STRING_METHODS } from './string.ts';
import { LIST_METHODS, MAP_DIFF_METHODS, MAP_METHODS, SET_METHODS } from './collection.ts';
import { HASHING_FUNCTIONS } from './hashing.ts';
import { CONVERSIONS, MATH_FUNCTIONS } from './number.ts';
import { LAT_LNG_FUNCTIONS, LAT_LNG_METHODS, PATH_METHODS } from './place.ts';
import type { LibraryFunction, LibraryTable } from './signature.ts';
import { DURATION_FUNCTIONS, DURATION_METHODS, TIMESTAMP_FUNCTIONS, TIMESTAMP_METHODS } from './time.ts';

const METHODS: readonly (readonly [TypeName, LibraryTable])[] = [
  ['string', STRING_METHODS],
  ['bytes', BYTES_METHODS],
  ['list', LIST_METHODS],
  ['set', SET_METHODS],
  ['map', MAP_METHODS],
  ['mapdiff', MAP_DIFF_METHODS],
  ['timestamp', TIMESTAMP_METHODS],
  ['duration', DURATION_METHODS],
  ['latlng', LAT_LNG_METHODS],
  ['path', PATH_METHODS],
];

const NAMESPACES: readonly (readonly [string, LibraryTable])[] = [
  ['math', MATH_FUNCTIONS],
  ['timestamp', TIMESTAMP_FUNCTIONS],
  ['duration', DURATION_FUNCTIONS],
  ['latlng', LAT_LNG_FUNCTIONS],
  ['hashing', HASHING_FUNCTIONS],
];

const mapOf = (table: LibraryTable): ReadonlyMap<string, LibraryFunction> => new Map(Object.entries(table));

/** The global functions that need nothing but their arguments. */
export const GLOBAL_FUNCTIONS = mapOf(CONVERSIONS);

/** Namespace → function name → function. */
export const NAMESPACE_FUNCTIONS: ReadonlyMap<string, ReadonlyMap<string, LibraryFunction>> = new Map(
  NAMESPACES.map(([name, table]) => [name, mapOf(table)]),
);

/** Method name → type of the receiver → function. */
export const METHODS_BY_NAME: ReadonlyMap<string, ReadonlyMap<TypeName, LibraryFunction>> = groupByName();

function groupByName(): Map<string, Map<TypeName, LibraryFunction>> {
  const byName = new Map<string, Map<TypeName, LibraryFunction>>();
  for (const [type, table] of METHODS) {
    for (const [name, method] of Object.entries(table)) {
      const types = byName.get(name) ?? new Map<TypeName, LibraryFunction>();
      byName.set(name, types.set(type, method));
    }
  }
  return byName;
}

/** What may stand after `is`. */
export const TYPE_TESTS: ReadonlyMap<string, (type: TypeName) => boolean> = new Map([
  ...(
    [
      'bool',
      'bytes',
      'float',
      'int',
      'list',
      'latlng',
      'path',
      'map',
      'string',
      'duration',
      'timestamp',
      'set',
    ] as const
  ).map((name) => [name, (type: TypeName) => type === name] as const),
  ['number', (type: TypeName) => type === 'int' || type === 'float'],
]);
