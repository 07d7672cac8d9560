import { invalid } from './status.ts';
import type { Value, ValueMap } from './value.ts';

/** A path to a field: its unescaped names from the document's root. */
export type FieldPath = readonly string[];

const simple = /^[A-Za-z_][A-Za-z0-9_]*$/;
const segment = /([A-Za-z_][A-Za-z0-9_]*|`(?:[^`\\]|\\.)+`)(\.|$)/y;

/** `` a.`b c`.d `` → `['a', 'b c', 'd']`. */
export function parseFieldPath(text: string): FieldPath {
  const path: string[] = [];
  segment.lastIndex = 0;
  let end = 0;
  let separator = '.';
  while (separator === '.') {
    const match = segment.exec(text);
    if (match === null) {
      invalid(
        `Invalid property path "${text}". Unquoted property names must match regex ([a-zA-Z_][a-zA-Z_0-9]*), ` +
          'and quoted property names must match regex (`(?:[^`\\\\]|(?:\\\\.))+`)',
      );
    }
    const [whole, name = '', tail = ''] = match;
    path.push(name.startsWith('`') ? name.slice(1, -1).replace(/\\(.)/gs, '$1') : name);
    separator = tail;
    end += whole.length;
    segment.lastIndex = end;
  }
  return path;
}

export function formatFieldPath(path: FieldPath): string {
  return path.map((name) => (simple.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``)).join('.');
}

export function isDocumentId(path: FieldPath): boolean {
  return path.length === 1 && path[0] === '__name__';
}

export function getField(fields: ValueMap, path: FieldPath): Value | undefined {
  let value: Value | undefined = fields;
  for (const name of path) {
    if (!(value instanceof Map)) return undefined;
    value = value.get(name);
  }
  return value;
}

/** `getField` of documents for one path, precompiled for many calls. */
export function accessorOf(path: FieldPath): (document: { fields: ValueMap }) => Value | undefined {
  const [only = ''] = path;
  return path.length === 1 ? ({ fields }) => fields.get(only) : ({ fields }) => getField(fields, path);
}

/** A copy of `fields` with the value at `path`; other values on the path become maps. */
export function setField(fields: ValueMap, path: FieldPath, value: Value): ValueMap {
  const [name = '', ...rest] = path;
  const copy = new Map(fields);
  if (rest.length === 0) return copy.set(name, value);
  const inner = fields.get(name);
  return copy.set(name, setField(inner instanceof Map ? inner : new Map<string, Value>(), rest, value));
}

/** A copy of `fields` without the value at `path`. */
export function deleteField(fields: ValueMap, path: FieldPath): ValueMap {
  const [name = '', ...rest] = path;
  const inner = fields.get(name);
  if (inner === undefined) return fields;
  const copy = new Map(fields);
  if (rest.length === 0) copy.delete(name);
  else if (inner instanceof Map) copy.set(name, deleteField(inner, rest));
  return copy;
}

/** A copy with only the named fields, at their places in the tree. */
export function project(fields: ValueMap, paths: readonly FieldPath[]): ValueMap {
  let result: ValueMap = new Map();
  for (const path of paths) {
    const value = isDocumentId(path) ? undefined : getField(fields, path);
    if (value !== undefined) result = setField(result, path, value);
  }
  return result;
}
