import type { TypeName } from '../values.ts';
import { RulesError } from '../values.ts';
import { BYTES_METHODS, STRING_METHODS } from './string.ts';
import { LIST_METHODS, MAP_DIFF_METHODS, MAP_METHODS, SET_METHODS } from './collection.ts';
import { HASHING_FUNCTIONS } from './hashing.ts';
import { CONVERSIONS } from './conversion.ts';
import { MATH_FUNCTIONS } from './math.ts';
import { LAT_LNG_FUNCTIONS, LAT_LNG_METHODS, PATH_METHODS } from './lat-lng-and-path.ts';
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

/** The global functions that depend only on their arguments. */
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

const isType =
  (...names: readonly TypeName[]) =>
  (type: TypeName): boolean | RulesError => {
    if (type === 'number' && names.length === 1 && (names[0] === 'int' || names[0] === 'float')) {
      return new RulesError('The query fixes the number, not its type');
    }
    return names.includes(type);
  };

/** The names allowed after `is`. No value is a `constraint`. */
export const TYPE_TESTS: ReadonlyMap<string, (type: TypeName) => boolean | RulesError> = new Map([
  ['bool', isType('bool')],
  ['bytes', isType('bytes')],
  ['constraint', isType()],
  ['duration', isType('duration')],
  ['float', isType('float')],
  ['int', isType('int')],
  ['latlng', isType('latlng')],
  ['list', isType('list')],
  ['map', isType('map')],
  ['map_diff', isType('mapdiff')],
  ['number', isType('number', 'int', 'float')],
  ['path', isType('path')],
  // Measured: Google's runtime accepts the name, but the test is false for every set.
  ['set', isType()],
  ['string', isType('string')],
  ['timestamp', isType('timestamp')],
  ['vector', isType()],
]);
